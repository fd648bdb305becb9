import * as z from 'zod/mini';

/** Where a value is stored. `session`: until the browser tab closes; `local`: on the machine. */
export type Area = 'session' | 'local';

const entry = z.object({ content: z.unknown() });
const areaOf = (area: Area) => (area === 'session' ? sessionStorage : localStorage);

export const prefix = 'anlan-';

/** Stores a value under `anlan-<name>`, in the entry format of the product family. */
export function saveItem(area: Area, name: string, content: unknown): void {
  try {
    const text = JSON.stringify({ dataType: typeof content, content, type: area, datetime: Date.now() });
    areaOf(area).setItem(prefix + name, text);
  } catch {
    // When the storage is full or forbidden, the value is not stored and exists only in memory.
  }
}

/** Reads a stored value; undefined when it is missing or does not match the schema. */
export function loadItem<S extends z.ZodMiniType>(area: Area, name: string, schema: S): z.output<S> | undefined {
  try {
    const text = areaOf(area).getItem(prefix + name);
    if (text === null) return undefined;
    const { content } = z.parse(entry, JSON.parse(text));
    const parsed = z.safeParse(schema, content);
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

export function deleteItem(area: Area, ...names: string[]): void {
  try {
    for (const name of names) areaOf(area).removeItem(prefix + name);
  } catch {
    // Without access to the storage there is nothing to remove.
  }
}

export const draftsOf = (userId: string): string => `draft-${userId}-`;

export function draftNames(): string[] {
  try {
    const names = Object.keys(sessionStorage).filter((name) => name.startsWith(`${prefix}draft-`));
    return names.map((name) => name.slice(prefix.length));
  } catch {
    return [];
  }
}

/**
 * Prefix of entries that make a user's lists open faster. They contain the user's id, so they are removed when the
 * session ends.
 */
export const listHints = 'opens-';

/** Clears the storage of this browser tab and the list hints. The drafts of `owner` remain. */
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
    // Without access to the storage there is nothing to remove.
  }
}
