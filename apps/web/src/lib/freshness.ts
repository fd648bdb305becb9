import { onSignal, signal } from './app-events.ts';

interface Mark {
  rights: string;
  dictionary: string;
}

let seen: Mark | null = null;
onSignal('ended', () => {
  seen = null;
});

/** Reads the x-fresh header of a response and signals a change of rights or dictionaries. */
export function readFreshness(mark: string | null): void {
  const [rights, dictionary] = mark?.split('.') ?? [];
  if (rights === undefined || dictionary === undefined) return;
  const before = seen;
  seen = { rights, dictionary };
  if (before === null) return;
  if (before.rights !== rights) signal('rights', undefined);
  if (before.dictionary !== dictionary) signal('dictionaries', undefined);
}

/** Makes the next response signal the change of rights again, because the refetch failed. */
export function retryRights(): void {
  if (seen) seen = { ...seen, rights: '' };
}
