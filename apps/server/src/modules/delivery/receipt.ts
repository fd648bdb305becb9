// The owner of offline work, and its receipt.
import { formatInstant } from '@anlan/contract/domain/instant';
import type { Receipt } from '@anlan/contract/modules/delivery/offline-work';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { findDeliveries, type StoredDelivery } from './store.ts';

export interface Clocks {
  id: string;
  at: Date;
  sentAt: Date;
}

/** User id of the caller. Throws without a user, because offline work always has an owner. */
export function personOf({ userId }: Scope): string {
  if (userId === null) throw new AppError('unauthenticated');
  return userId;
}
/** Key of an item of a user, unique within this process. */
export const nameOf = ({ tenantId, userId }: Scope, id: string): string => `${tenantId} ${userId ?? ''} ${id}`;

export const arrivedDeliveries = async (tx: Tx, ids: readonly string[]): Promise<Map<string, StoredDelivery>> =>
  new Map((await findDeliveries(tx, ids)).map((row) => [row.id, row]));

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

/** The receipt of an item that arrived before. Throws if the content differs. */
export function receiptIn(
  arrivedById: ReadonlyMap<string, StoredDelivery>,
  id: string,
  hash: string | undefined,
): Receipt | null {
  const stored = arrivedById.get(id);
  if (!stored) return null;
  if (hash !== undefined && stored.hash !== hash)
    throw new AppError('conflict', '同一编号已收到过不同的内容，没有再次保存');
  return receiptOf(stored);
}
