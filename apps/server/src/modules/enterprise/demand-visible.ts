import { AppError } from '#kernel/errors.ts';
import type { Tx } from '#platform/db/index.ts';

/** Refuses an enterprise that the caller does not see. */
export async function demandVisible(
  tx: Tx,
  enterprises: { cards: (tx: Tx, ids: string[]) => Promise<ReadonlyMap<string, unknown>> },
  id: string | undefined,
): Promise<void> {
  if (id !== undefined && !(await enterprises.cards(tx, [id])).has(id)) throw new AppError('notFound');
}
