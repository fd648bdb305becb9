import { idRange } from '#kernel/ids.ts';
import { tenantTables, type Tx } from '#platform/db/index.ts';
import { readerIdsAfter } from './audience/store.ts';
import type { AudienceTables } from './tables.ts';

const { selectFrom } = tenantTables<AudienceTables>();

export interface OwedReceipt {
  id: string;
  title: string;
  since: Date | null;
  until: Date | null;
  dueOn: string | null;
  userIds: string[];
}

export interface ReceiptTodos {
  /** Updates the receipt to-dos of an announcement. Needs a transaction that sees all users. */
  settle(tx: Tx, id: string): Promise<void>;
  done(tx: Tx, id: string): Promise<void>;
}

// If more readers than this have not confirmed receipt, no to-dos are created. These readers see only the red dot and
// the list.
const mostOwing = 2_000;

const asking = (tx: Tx, now: Date) =>
  selectFrom(tx, 'announcement')
    .where('channel', '=', 'announcement')
    .where('need_receipt', '=', true)
    .where('state', '=', 'published')
    .where('removed_at', 'is', null)
    .where('publish_at', '<=', now)
    .where((eb) => eb.or([eb('expire_at', 'is', null), eb('expire_at', '>', now)]));

export async function owedReceipts(tx: Tx, ids: readonly string[], now: Date): Promise<OwedReceipt[]> {
  const rows = await asking(tx, now)
    .select(['id', 'title', 'audience', 'targets', 'publisher_id', 'publish_at', 'expire_at', 'receipt_due_on'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute();
  const owed: OwedReceipt[] = [];
  for (const row of rows) {
    const { id, title, publish_at: since, expire_at: until, receipt_due_on: dueOn } = row;
    const userIds = await readerIdsAfter(tx, row, { state: 'unconfirmed' }, idRange.lowest, mostOwing);
    owed.push({ id, title, since, until, dueOn, userIds });
  }
  return owed;
}

export const owedReceiptsAfter = async (tx: Tx, after: string, limit: number, now: Date): Promise<string[]> =>
  (await asking(tx, now).select('id').where('id', '>', after).orderBy('id').limit(limit).execute()).map(({ id }) => id);
