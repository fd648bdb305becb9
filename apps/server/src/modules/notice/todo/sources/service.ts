import type { Tx } from '#platform/db/index.ts';
import type { TodoSource } from '#kit/todo.ts';
import type { Todos } from '../service.ts';

export function createSources(todos: Pick<Todos, 'settle' | 'subjectsAfter'>, sources: () => readonly TodoSource[]) {
  const settle = async (tx: Tx, { type, wanted }: TodoSource, ids: readonly string[], isRepair: boolean) =>
    todos.settle(tx, type, ids, wanted(tx, ids), { isRepair });
  return {
    async touched(tx: Tx, type: string, ids: readonly string[], { isRepair = false } = {}): Promise<void> {
      const source = sources().find((one) => one.type === type);
      if (source !== undefined && ids.length > 0) await settle(tx, source, ids, isRepair);
    },
    sources,
    /** Returns the next subjects in id order and the last id, which is null at the end. */
    async due(
      tx: Tx,
      source: TodoSource,
      after: string,
      limit: number,
    ): Promise<{ ids: string[]; end: string | null }> {
      const wanting = await source.after(tx, after, limit);
      const open = await todos.subjectsAfter(tx, source.type, after, limit);
      // If a list reached the limit, cut both lists at its last id. The next batch contains the remaining subjects.
      const ends = [wanting, open].flatMap((ids) => (ids.length === limit ? [ids.at(-1) ?? ''] : []));
      const end = ends.toSorted()[0] ?? null;
      const ids = [...new Set([...wanting, ...open])].filter((id) => end === null || id <= end);
      return { ids, end };
    },
  };
}

export type Sources = ReturnType<typeof createSources>;
