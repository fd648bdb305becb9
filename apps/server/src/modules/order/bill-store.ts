import { sql, type RawBuilder } from 'kysely';
import { startOfDay, endOfDay } from '@anlan/contract/domain/instant';
import type { BillDay } from '@anlan/contract/modules/order/views';
import { newId } from '#kernel/ids.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import type { PayVendor } from '#platform/pay/port.ts';
import type { Difference, DifferenceKind, OurPayment, OurRefund } from './bill-rules.ts';

export async function booksOf(
  tx: Tx,
  vendor: PayVendor,
  day: string,
  trades: readonly string[],
  refundNos: readonly string[],
) {
  const [from, to] = [startOfDay(day), endOfDay(day)];
  const payments = await sql<OurPayment>`select out_trade_no as "outTradeNo", order_id as "orderId",
      amount::float8 as amount, paid_at as "paidAt"
    from pay_attempt where tenant_id = ${scopedTenant} and vendor = ${vendor}
      and (out_trade_no = any(${[...trades]}::text[]) or (paid_at >= ${from} and paid_at < ${to}))`.execute(tx.kysely);
  const refunds = await sql<OurRefund>`select r.out_refund_no as "outRefundNo", a.out_trade_no as "outTradeNo",
      r.order_id as "orderId", r.amount::float8 as amount, r.state, r.sent_at as "sentAt"
    from order_refund r join pay_attempt a on a.tenant_id = ${scopedTenant} and a.id = r.attempt_id
    where r.tenant_id = ${scopedTenant} and a.vendor = ${vendor}
      and (r.out_refund_no = any(${[...refundNos]}::text[]) or (r.sent_at >= ${from} and r.sent_at < ${to}))`.execute(
    tx.kysely,
  );
  return {
    payments: new Map(payments.rows.map((one) => [one.outTradeNo, one])),
    refunds: new Map(refunds.rows.map((one) => [one.outRefundNo, one])),
  };
}

export interface BillResult {
  day: string;
  vendor: PayVendor;
  account: string;
  state: BillDay['state'];
  lines: number;
  income: number;
  outgo: number;
  differences: number;
  failure: string | null;
}
export async function saveBillDay(tx: Tx, one: BillResult, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into bill_day (tenant_id, id, day, vendor, account, state, lines,
      income, outgo, differences, checked_at, failure)
    values (${tx.scope.tenantId}, ${newId()}, ${one.day}, ${one.vendor}, ${one.account}, ${one.state}, ${one.lines},
      ${one.income}, ${one.outgo}, ${one.differences}, ${at}, ${one.failure})
    on conflict (tenant_id, day, vendor) do update set account = excluded.account, state = excluded.state,
      lines = excluded.lines, income = excluded.income, outgo = excluded.outgo, differences = excluded.differences,
      checked_at = excluded.checked_at, failure = excluded.failure
    returning id`.execute(tx.kysely);
  return rows[0]?.id ?? '';
}

/**
 * Stores the differences of a day. Inserts new differences, settles differences that disappeared, and leaves settled
 * differences unchanged.
 */
export async function saveDifferences(
  tx: Tx,
  { vendor, day }: Pick<BillResult, 'vendor' | 'day'>,
  differences: readonly Difference[],
  at: Date,
): Promise<void> {
  const list = JSON.stringify(differences.map((one) => ({ ...one, id: newId() })));
  await sql`insert into bill_difference (tenant_id, id, day, vendor, kind, out_trade_no, out_refund_no, order_id, theirs,
      ours, detail)
    select ${tx.scope.tenantId}, f.id, ${day}, ${vendor}, f.kind, f."outTradeNo", f."outRefundNo", f."orderId", f.theirs,
      f.ours, f.detail
    from jsonb_to_recordset(${list}::jsonb) as f(id uuid, kind text, "outTradeNo" text, "outRefundNo" text,
      "orderId" uuid, theirs int8, ours int8, detail text)
    on conflict (tenant_id, vendor, day, out_trade_no, out_refund_no, kind) do update set theirs = excluded.theirs,
      ours = excluded.ours, detail = excluded.detail`.execute(tx.kysely);
  await sql`update bill_difference d set state = 'settled', settled_at = ${at}, note = '再次核对时已一致'
    where d.tenant_id = ${scopedTenant} and d.vendor = ${vendor} and d.day = ${day} and d.state = 'open'
      and not exists (select from jsonb_to_recordset(${list}::jsonb) as f(kind text, "outTradeNo" text,
        "outRefundNo" text) where f.kind = d.kind and f."outTradeNo" = d.out_trade_no
        and f."outRefundNo" = d.out_refund_no)`.execute(tx.kysely);
  // A payment that was missing on the day before appears in this day's bill, so that earlier difference can be settled.
  const cut = differences.filter(({ kind }) => kind === 'dayCut').map(({ outTradeNo }) => outTradeNo);
  if (cut.length === 0) return;
  await sql`update bill_difference set state = 'settled', settled_at = ${at}, note = ${`记在 ${day} 的账单里`}
    where tenant_id = ${scopedTenant} and vendor = ${vendor} and kind = 'missingThere' and state = 'open'
      and out_trade_no = any(${cut}::text[])`.execute(tx.kysely);
}

const dayColumns = sql`d.id, d.day, d.vendor, d.account, d.state, d.lines, d.income::float8 as income,
  d.outgo::float8 as outgo, d.differences, d.checked_at as "checkedAt", d.failure,
  (select count(*) from bill_difference f where f.tenant_id = ${scopedTenant} and f.vendor = d.vendor and f.day = d.day
    and f.state = 'open')::int as open`;
export async function dayPage(
  tx: Tx,
  filter: { vendor?: PayVendor | undefined; from?: string | undefined; to?: string | undefined; id?: string },
  { desc, limit, offset }: { desc: boolean; limit: number; offset: number },
): Promise<{ rows: BillDay[]; total: number }> {
  const all: RawBuilder<unknown>[] = [sql`d.tenant_id = ${scopedTenant}`];
  if (filter.id) all.push(sql`d.id = ${filter.id}`);
  if (filter.vendor) all.push(sql`d.vendor = ${filter.vendor}`);
  if (filter.from) all.push(sql`d.day >= ${filter.from}`);
  if (filter.to) all.push(sql`d.day <= ${filter.to}`);
  const where = sql.join(all, sql` and `);
  const way = desc ? sql`desc` : sql`asc`;
  const { rows } = await sql<BillDay>`select ${dayColumns} from bill_day d where ${where}
    order by d.day ${way}, d.vendor limit ${limit} offset ${offset}`.execute(tx.kysely);
  const counted = await sql<{ found: string }>`select count(*) as found from bill_day d where ${where}`.execute(
    tx.kysely,
  );
  return { rows, total: Number(counted.rows[0]?.found) };
}

export async function pendingDays(tx: Tx, vendor: PayVendor, from: string): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`select day from bill_day where tenant_id = ${scopedTenant}
    and vendor = ${vendor} and day >= ${from} and state <> 'done' order by day`.execute(tx.kysely);
  return rows.map(({ day }) => day);
}

export interface StoredDifference {
  id: string;
  day: string;
  vendor: PayVendor;
  kind: DifferenceKind;
  outTradeNo: string;
  outRefundNo: string | null;
  orderId: string | null;
  orderNo: string | null;
  theirs: number | null;
  ours: number | null;
  detail: string;
  state: 'open' | 'settled';
  settledBy: string | null;
  settledAt: Date | null;
  note: string | null;
}
export interface DifferenceFilter {
  id?: string | undefined;
  vendor?: PayVendor | undefined;
  day?: string | undefined;
  kind?: DifferenceKind | undefined;
  state?: 'open' | 'settled' | undefined;
  orderId?: string | undefined;
}
export async function differencePage(
  tx: Tx,
  filter: DifferenceFilter,
  { desc, limit, offset }: { desc: boolean; limit: number; offset: number },
): Promise<{ rows: StoredDifference[]; total: number }> {
  const all: RawBuilder<unknown>[] = [sql`d.tenant_id = ${scopedTenant}`];
  if (filter.id) all.push(sql`d.id = ${filter.id}`);
  if (filter.vendor) all.push(sql`d.vendor = ${filter.vendor}`);
  if (filter.day) all.push(sql`d.day = ${filter.day}`);
  if (filter.kind) all.push(sql`d.kind = ${filter.kind}`);
  if (filter.state) all.push(sql`d.state = ${filter.state}`);
  if (filter.orderId) all.push(sql`d.order_id = ${filter.orderId}`);
  const where = sql.join(all, sql` and `);
  const way = desc ? sql`desc` : sql`asc`;
  const { rows } = await sql<StoredDifference>`select d.id, d.day, d.vendor, d.kind, d.out_trade_no as "outTradeNo",
      nullif(d.out_refund_no, '') as "outRefundNo", d.order_id as "orderId", o.order_no as "orderNo",
      d.theirs::float8 as theirs, d.ours::float8 as ours, d.detail, d.state, d.settled_by_name as "settledBy",
      d.settled_at as "settledAt", d.note
    from bill_difference d left join order_record o on o.tenant_id = ${scopedTenant} and o.id = d.order_id
    where ${where} order by d.day ${way}, d.id ${way} limit ${limit} offset ${offset}`.execute(tx.kysely);
  const counted = await sql<{ found: string }>`select count(*) as found from bill_difference d where ${where}`.execute(
    tx.kysely,
  );
  return { rows, total: Number(counted.rows[0]?.found) };
}

/** Settles a difference. Returns false when it is already settled. */
export async function settleDifference(tx: Tx, id: string, note: string, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`update bill_difference set state = 'settled', settled_at = ${at},
      settled_by_name = ${tx.scope.userName}, note = ${note}
    where tenant_id = ${scopedTenant} and id = ${id} and state = 'open'`.execute(tx.kysely);
  return numAffectedRows === 1n;
}
