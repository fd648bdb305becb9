import * as z from 'zod/mini';

/** `session` ends with the browser tab, `local` stays on the machine. */
export type Area = 'session' | 'local';

const entry = z.object({ content: z.unknown() });
const areaOf = (area: Area) => (area === 'session' ? sessionStorage : localStorage);

/** Prefix of every stored name. */
export const prefix = 'anlan-';

/** Keep a value under `anlan-<name>`, in the family's entry shape. */
export function keep(area: Area, name: string, content: unknown): void {
  try {
    const text = JSON.stringify({ dataType: typeof content, content, type: area, datetime: Date.now() });
    areaOf(area).setItem(prefix + name, text);
  } catch {
    // A full or forbidden storage costs comfort only: the value lives on in memory.
  }
}

/** What was kept under the name, or undefined when it is not there or not of that shape. */
export function recall<S extends z.ZodMiniType>(area: Area, name: string, schema: S): z.output<S> | undefined {
  try {
    const text = areaOf(area).getItem(prefix + name);
    if (text === null) return undefined;
    const { content } = z.parse(entry, JSON.parse(text));
    const found = z.safeParse(schema, content);
    return found.success ? found.data : undefined;
  } catch {
    return undefined;
  }
}

/** Forget what was kept under these names. */
export function forget(area: Area, ...names: string[]): void {
  try {
    for (const name of names) areaOf(area).removeItem(prefix + name);
  } catch {
    // Where nothing could be kept there is nothing to forget.
  }
}

/** Beginning of the names under which a person's unsaved input is kept. */
export const draftsOf = (userId: string): string => `draft-${userId}-`;

/** The names under which this browser tab keeps unsaved input. */
export function draftNames(): string[] {
  try {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(`${prefix}draft-`));
    return names.map((name) => name.slice(prefix.length));
  } catch {
    return [];
  }
}

/** Beginning of the names that speed up a person's lists and carry their id: they end with the session. */
export const listHints = 'opens-';

/** Forget everything of this browser tab, except the unsaved input of the one person that is named; and list hints. */
export function forgetSession(owner?: string): void {
  const spared = (name: string) => owner !== undefined && name.startsWith(prefix + draftsOf(owner));
  drop('session', (name) => name.startsWith(prefix) && !spared(name));
  drop('local', (name) => name.startsWith(prefix + listHints));
}

function drop(area: Area, isDropped: (name: string) => boolean): void {
  try {
    const stored = areaOf(area);
    for (const name of Object.keys(stored)) if (isDropped(name)) stored.removeItem(name);
  } catch {
    // Where nothing could be kept there is nothing to forget.
  }
}
