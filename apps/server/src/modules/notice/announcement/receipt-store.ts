import { idRange } from '#kernel/ids.ts';
import { tables, type Tx } from '#platform/db/index.ts';
import { readerIdsAfter } from './audience/store.ts';
import type { AudienceTables } from './tables.ts';

const on = tables<AudienceTables>();

/** An announcement that asks for receipts, with those who owe one. */
export interface OwedReceipt {
  id: string;
  title: string;
  since: Date | null;
  /** When it is over. */
  until: Date | null;
  userIds: string[];
}

/** The to-dos of those who owe a receipt. */
export interface ReceiptTodos {
  /** Makes them what an announcement says, in a transaction that sees everybody. */
  settle(tx: Tx, id: string): Promise<void>;
  /** The person of a transaction has confirmed. */
  done(tx: Tx, id: string): Promise<void>;
}

// More people than these are told by the red dot and the list alone.
const mostOwing = 2_000;

const asking = (tx: Tx, now: Date) =>
  on(tx)
    .selectFrom('announcement')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('channel', '=', 'announcement')
    .where('need_receipt', '=', true)
    .where('state', '=', 'published')
    .where('removed_at', 'is', null)
    .where('publish_at', '<=', now)
    .where((eb) => eb.or([eb('expire_at', 'is', null), eb('expire_at', '>', now)]));

/** What some announcements make people confirm. */
export async function owedReceipts(tx: Tx, ids: readonly string[], now: Date): Promise<OwedReceipt[]> {
  const rows = await asking(tx, now)
    .select(['id', 'title', 'audience', 'targets', 'publisher_id', 'publish_at', 'expire_at'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute();
  const owed: OwedReceipt[] = [];
  for (const row of rows) {
    const { id, title, publish_at: since, expire_at: until } = row;
    const userIds = await readerIdsAfter(tx, row, { state: 'unconfirmed' }, idRange.lowest, mostOwing);
    owed.push({ id, title, since, until, userIds });
  }
  return owed;
}

/** Announcements after one that ask for receipts. */
export const owedReceiptsAfter = async (tx: Tx, after: string, limit: number, now: Date): Promise<string[]> =>
  (await asking(tx, now).select('id').where('id', '>', after).orderBy('id').limit(limit).execute()).map(({ id }) => id);
