import type { Tx } from '#platform/db/index.ts';
import type { Source } from '#kit/todo.ts';
export type { Source } from '#kit/todo.ts';
import type { Todos } from '../service.ts';

/** Keeps to-dos as the states of other modules say. */
export function createSources(todos: Pick<Todos, 'settle' | 'subjectsAfter'>, sources: () => readonly Source[]) {
  const settle = async (tx: Tx, { type, wanted }: Source, ids: readonly string[]) =>
    todos.settle(tx, type, ids, wanted(tx, ids));
  return {
    /** Something about these rows has changed in this transaction. */
    async touched(tx: Tx, type: string, ids: readonly string[]): Promise<void> {
      const source = sources().find((one) => one.type === type);
      if (source !== undefined && ids.length > 0) await settle(tx, source, ids);
    },
    sources,
    /** What is to be looked at after an id, in the order of ids, and the last of it, or null when that is all. */
    async due(tx: Tx, source: Source, after: string, limit: number): Promise<{ ids: string[]; end: string | null }> {
      const wanting = await source.after(tx, after, limit);
      const open = await todos.subjectsAfter(tx, source.type, after, limit);
      // Both lists are cut where the shorter of the full ones ends: what comes after it has its turn next.
      const ends = [wanting, open].flatMap((ids) => (ids.length === limit ? [ids.at(-1) ?? ''] : []));
      const end = ends.toSorted()[0] ?? null;
      const ids = [...new Set([...wanting, ...open])].filter((id) => end === null || id <= end);
      return { ids, end };
    },
  };
}

/** Keeps to-dos as the states of other modules say. */
export type Sources = ReturnType<typeof createSources>;
