// Stores ledger lines of orders and vendor notices.
import { sql } from 'kysely';
import { newId } from '#kernel/ids.ts';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';
import type { PayNotice, PayVendor } from '#platform/pay/port.ts';

export interface Line {
  enterpriseId: string;
  orderId: string;
  at: Date;
  by: 'enterprise' | 'platform' | 'anlan' | PayVendor;
  kind: string;
  title: string;
  detail: string;
  amount?: number | null;
  attemptId?: string | null;
  refundId?: string | null;
  noticeId?: string | null;
}

/** Adds a ledger line. The database refuses a second line for the same payment or refund. */
export async function addLine(tx: Tx, line: Line): Promise<void> {
  const { amount = null, attemptId = null, refundId = null, noticeId = null } = line;
  await sql`insert into order_ledger (tenant_id, id, enterprise_id, order_id, at, by_whom, kind, title, detail, amount,
      attempt_id, refund_id, notice_id)
    values (${tx.scope.tenantId}, ${newId()}, ${line.enterpriseId}, ${line.orderId}, ${line.at}, ${line.by},
      ${line.kind}, ${line.title}, ${line.detail}, ${amount}, ${attemptId}, ${refundId}, ${noticeId})`.execute(
    tx.kysely,
  );
}

export interface StoredLine {
  id: string;
  at: Date;
  by: 'enterprise' | 'platform' | 'anlan' | PayVendor;
  kind: string;
  title: string;
  detail: string;
  amount: number | null;
  noticeId: string | null;
}
export async function linesOf(tx: Tx, orderId: string): Promise<StoredLine[]> {
  return rowsOf<StoredLine>(tx)`select id, at, by_whom as by, kind, title, detail, amount::float8 as amount,
      notice_id as "noticeId"
    from order_ledger where tenant_id = ${scopedTenant} and order_id = ${orderId} order by at, id limit 1000`;
}

export interface StoredNotice {
  id: string;
  vendor: PayVendor;
  account: string;
  noticeNo: string;
  kind: 'payment' | 'refund';
  outTradeNo: string;
  outRefundNo: string | null;
  facts: Record<string, unknown>;
  receivedAt: Date;
  times: number;
  state: 'waiting' | 'applied' | 'ignored' | 'mismatch';
  orderId: string | null;
}
const noticeColumns = sql`id, vendor, account, notice_no as "noticeNo", kind, out_trade_no as "outTradeNo",
  out_refund_no as "outRefundNo", facts, received_at as "receivedAt", times, state, order_id as "orderId"`;

/** Stores a notice before it is applied. Also returns whether the notice was already stored. */
export async function saveNotice(
  tx: Tx,
  vendor: PayVendor,
  account: string,
  notice: PayNotice,
  now: Date,
): Promise<{ id: string; isNew: boolean; state: StoredNotice['state'] }> {
  const outRefundNo = notice.kind === 'refund' ? notice.outRefundNo : null;
  const { rows } = await sql<{ id: string; times: number; state: StoredNotice['state'] }>`
    insert into pay_notice (tenant_id, id, vendor, account, notice_no, kind, out_trade_no, out_refund_no, facts,
      received_at)
    values (${tx.scope.tenantId}, ${newId()}, ${vendor}, ${account}, ${notice.id}, ${notice.kind},
      ${notice.outTradeNo}, ${outRefundNo}, ${JSON.stringify(notice.state)}, ${now})
    on conflict (tenant_id, vendor, account, notice_no) do update set times = pay_notice.times + 1
    returning id, times, state`.execute(tx.kysely);
  const [row] = rows;
  if (!row) throw new Error('the notice was not kept');
  return { id: row.id, isNew: row.times === 1, state: row.state };
}

/** Sets the result of a notice. The result `applied` is final, even when the vendor repeats the notice. */
export const settleNotice = (tx: Tx, id: string, state: StoredNotice['state'], orderId: string | null) =>
  sql`update pay_notice set state = case when state = 'applied' then state else ${state} end,
      order_id = coalesce(order_id, ${orderId}::uuid)
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);

export async function findNotice(tx: Tx, id: string): Promise<StoredNotice | null> {
  const { rows } = await sql<StoredNotice>`select ${noticeColumns} from pay_notice
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);
  return rows[0] ?? null;
}

export async function noticesAbout(tx: Tx, outTradeNos: readonly string[]): Promise<StoredNotice[]> {
  return rowsOf<StoredNotice>(tx)`select ${noticeColumns} from pay_notice
    where tenant_id = ${scopedTenant} and out_trade_no = any(${[...outTradeNos]}::text[])
    order by received_at, id limit 500`;
}

export async function waitingNotices(tx: Tx, before: Date, limit: number): Promise<StoredNotice[]> {
  return rowsOf<StoredNotice>(tx)`select ${noticeColumns} from pay_notice
    where tenant_id = ${scopedTenant} and state = 'waiting' and received_at <= ${before}
    order by received_at limit ${limit}`;
}
