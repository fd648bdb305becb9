import { onSignal, signal } from './signals.ts';

interface Mark {
  rights: string;
  dictionary: string;
}

let seen: Mark | null = null;
onSignal('ended', () => {
  seen = null;
});

/** Hear the mark of an answer (x-fresh): what has changed since the last one is told as a signal. */
export function hearFreshness(mark: string | null): void {
  const [rights, dictionary] = mark?.split('.') ?? [];
  if (rights === undefined || dictionary === undefined) return;
  const before = seen;
  seen = { rights, dictionary };
  if (before === null) return;
  if (before.rights !== rights) signal('rights', undefined);
  if (before.dictionary !== dictionary) signal('dictionaries', undefined);
}

/** What was to be read anew could not be: the next answer tells it again. */
export function missRights(): void {
  if (seen) seen = { ...seen, rights: '' };
}
