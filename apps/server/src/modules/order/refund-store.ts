import { sql, type RawBuilder, type Updateable } from 'kysely';
import { idsOf, rowsOf, literal, scopedTenant, tenantTables, type Tx } from '#platform/db/index.ts';
import { nameHolds } from '#platform/db/name-search.ts';
import type { PayVendor } from '#platform/pay/port.ts';
import type { refundStates } from '@anlan/contract/modules/order/views';
import type { OrderTables } from './tables.ts';

const { updateTable } = tenantTables<OrderTables>();

export type RefundStatus = (typeof refundStates)[number];
export interface StoredRefund {
  id: string;
  enterpriseId: string;
  orderId: string;
  attemptId: string;
  refundNo: string;
  outRefundNo: string;
  amount: number;
  months: number;
  giftMonth: number;
  automatic: boolean;
  state: RefundStatus;
  reason: string;
  askedBy: string | null;
  askedByName: string | null;
  askedAt: Date;
  decidedByName: string | null;
  decidedAt: Date | null;
  opinion: string | null;
  finishedAt: Date | null;
  failure: string | null;
  asked: number;
  orderNo: string;
  enterpriseName: string;
  vendor: PayVendor;
  account: string;
  outTradeNo: string;
  attemptAmount: number;
}

const columns = sql`r.id, r.enterprise_id as "enterpriseId", r.order_id as "orderId", r.attempt_id as "attemptId",
  r.refund_no as "refundNo", r.out_refund_no as "outRefundNo", r.amount::float8 as amount, r.months,
  r.gift_month as "giftMonth", r.automatic, r.state, r.reason, r.asked_by as "askedBy",
  r.asked_by_name as "askedByName", r.asked_at as "askedAt", r.decided_by_name as "decidedByName",
  r.decided_at as "decidedAt", r.opinion, r.finished_at as "finishedAt", r.failure, r.asked,
  o.order_no as "orderNo", e.name as "enterpriseName", a.vendor, a.account, a.out_trade_no as "outTradeNo",
  a.amount::float8 as "attemptAmount"`;
const joined = sql`order_refund r
  join order_record o on o.tenant_id = ${scopedTenant} and o.id = r.order_id
  join enterprise e on e.tenant_id = ${scopedTenant} and e.id = r.enterprise_id
  join pay_attempt a on a.tenant_id = ${scopedTenant} and a.id = r.attempt_id`;

/** Finds a refund by its id. `lock` locks the row before a change. */
export async function findRefund(tx: Tx, id: string, { lock = false } = {}): Promise<StoredRefund | null> {
  const { rows } = await sql<StoredRefund>`select ${columns} from ${joined}
    where r.tenant_id = ${scopedTenant} and r.id = ${id}${lock ? sql` for update of r` : sql``}`.execute(tx.kysely);
  return rows[0] ?? null;
}

export async function findRefundIdByNumber(tx: Tx, outRefundNo: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`select id from order_refund
    where tenant_id = ${scopedTenant} and out_refund_no = ${outRefundNo}`.execute(tx.kysely);
  return rows[0]?.id ?? null;
}

export async function refundsOf(tx: Tx, orderId: string): Promise<StoredRefund[]> {
  return rowsOf<StoredRefund>(tx)`select ${columns} from ${joined}
    where r.tenant_id = ${scopedTenant} and r.order_id = ${orderId} order by r.id limit 200`;
}

type FirstField =
  | 'id'
  | 'enterpriseId'
  | 'orderId'
  | 'attemptId'
  | 'refundNo'
  | 'outRefundNo'
  | 'amount'
  | 'months'
  | 'giftMonth';
type AskField = 'automatic' | 'state' | 'reason' | 'askedBy' | 'askedByName' | 'askedAt';
export type NewRefund = Pick<StoredRefund, FirstField | AskField> & { askAt: Date | null };
/** Adds a refund. Returns false when a refund of the same kind is in progress or done. */
export async function addRefund(tx: Tx, one: NewRefund): Promise<boolean> {
  const { numAffectedRows } = await sql`insert into order_refund (tenant_id, id, enterprise_id, order_id, attempt_id,
      refund_no, out_refund_no, amount, months, gift_month, automatic, state, reason, asked_by, asked_by_name, asked_at,
      ask_at, sent_at)
    values (${tx.scope.tenantId}, ${one.id}, ${one.enterpriseId}, ${one.orderId}, ${one.attemptId}, ${one.refundNo},
      ${one.outRefundNo}, ${one.amount}, ${one.months}, ${one.giftMonth}, ${one.automatic}, ${one.state},
      ${one.reason}, ${one.askedBy}, ${one.askedByName}, ${one.askedAt}, ${one.askAt},
      ${one.state === 'sending' ? one.askedAt : null})
    on conflict do nothing`.execute(tx.kysely);
  return numAffectedRows === 1n;
}

export const changeRefund = (tx: Tx, id: string, values: Updateable<OrderTables['order_refund']>) =>
  updateTable(tx, 'order_refund').set(values).where('id', '=', id).execute();

/**
 * The most serious state of the other refunds of an attempt: unknown, then failed, then in progress; null when there
 * are none.
 */
export async function worstRefundState(tx: Tx, orderId: string, attemptId: string): Promise<RefundStatus | null> {
  const { rows } = await sql<{ state: RefundStatus }>`select state from order_refund
    where tenant_id = ${scopedTenant} and order_id = ${orderId} and attempt_id = ${attemptId}
      and state in ('sending', 'failed', 'unknown')
    order by case state when 'failed' then 0 when 'unknown' then 1 else 2 end limit 1`.execute(tx.kysely);
  return rows[0]?.state ?? null;
}

/** Claims refunds that are due for a query, so that no other node queries them too. */
export async function takeDueRefunds(tx: Tx, now: Date, limit: number): Promise<string[]> {
  return idsOf(tx)`update order_refund r
      set asked = asked + 1, ask_at = ${now}::timestamptz + interval '2 minutes'
    from (select id as due from order_refund where tenant_id = ${scopedTenant} and ask_at <= ${now}
      order by ask_at limit ${limit} for update skip locked) d
    where r.tenant_id = ${scopedTenant} and r.id = d.due returning r.id`;
}

export interface RefundFilter {
  state?: RefundStatus | undefined;
  orderId?: string | undefined;
  keyword?: string | undefined;
}
export async function refundPage(
  tx: Tx,
  { state, orderId, keyword }: RefundFilter,
  { desc, limit, offset }: { desc: boolean; limit: number; offset: number },
): Promise<{ rows: StoredRefund[]; total: number }> {
  const all: RawBuilder<unknown>[] = [sql`r.tenant_id = ${scopedTenant}`];
  if (state) all.push(sql`r.state = ${state}`);
  if (orderId) all.push(sql`r.order_id = ${orderId}`);
  if (keyword) all.push(sql`(o.order_no like ${`${literal(keyword)}%`} or ${nameHolds('e.name', keyword)})`);
  const where = sql.join(all, sql` and `);
  const way = desc ? sql`desc` : sql`asc`;
  const { rows } = await sql<StoredRefund>`select ${columns} from ${joined} where ${where}
    order by r.asked_at ${way}, r.id ${way} limit ${limit} offset ${offset}`.execute(tx.kysely);
  const counted = await sql<{ found: string }>`select count(*) as found from ${joined} where ${where}`.execute(
    tx.kysely,
  );
  return { rows, total: Number(counted.rows[0]?.found) };
}
