import { AppError } from '#kernel/errors.ts';
import type { Tx } from '#platform/db/index.ts';

/** Throws if the caller cannot see the enterprise. */
export async function requireVisible(
  tx: Tx,
  enterprises: { cards: (tx: Tx, ids: string[]) => Promise<ReadonlyMap<string, unknown>> },
  id: string | undefined,
): Promise<void> {
  if (id !== undefined && !(await enterprises.cards(tx, [id])).has(id)) throw new AppError('notFound');
}
