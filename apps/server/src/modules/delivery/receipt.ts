// Whose work arrives under which id, and what proves that it has arrived.
import { formatInstant } from '@anlan/contract/domain/instant';
import type { Receipt } from '@anlan/contract/modules/delivery/delivery';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { findDeliveries, type StoredDelivery } from './store.ts';

/** The id that a phone gave a piece of work, and its clock. */
export interface Clocks {
  id: string;
  at: Date;
  sentAt: Date;
}

/** Who sends; work is always somebody's. */
export function personOf({ userId }: Scope): string {
  if (userId === null) throw new AppError('unauthenticated');
  return userId;
}
/** The name of a person's piece of work in this process. */
export const nameOf = ({ tenantId, userId }: Scope, id: string): string => `${tenantId} ${userId ?? ''} ${id}`;

/** What of these has arrived. */
export const knownOf = async (tx: Tx, ids: readonly string[]): Promise<Map<string, StoredDelivery>> =>
  new Map((await findDeliveries(tx, ids)).map((row) => [row.id, row]));

/** The receipt of what arrived. */
export const receiptOf = (row: StoredDelivery): Receipt => ({
  id: row.id,
  hash: row.hash,
  at: formatInstant(row.done_at),
  receivedAt: formatInstant(row.received_at),
  clockOff: row.clock_off,
  outcome: row.outcome,
  rival: row.rival,
  file: row.file_id === null ? null : { id: row.file_id, name: row.file_name ?? '' },
  same: row.same,
});

/** The receipt of what has arrived; other content under the same id is refused. */
export function receiptIn(
  known: ReadonlyMap<string, StoredDelivery>,
  id: string,
  hash: string | undefined,
): Receipt | null {
  const found = known.get(id);
  if (!found) return null;
  if (hash !== undefined && found.hash !== hash)
    throw new AppError('conflict', '同一编号已收到过不同的内容，没有再次保存');
  return receiptOf(found);
}
