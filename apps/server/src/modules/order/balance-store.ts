// Checks for each order and in total that attempts − refunds = ledger.
import { sql } from 'kysely';
import type { BalanceCheck } from '@anlan/contract/modules/order/views';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

export type Balance = Omit<BalanceCheck, 'at'>;

/** Compares the ledger with attempts and refunds in one statement, so that all rows come from one snapshot. */
export async function compareBooks(tx: Tx): Promise<Balance> {
  interface Row {
    orderId: string;
    orderNo: string;
    income: number;
    outgo: number;
    ledger: number;
    paid: number;
    ownPaid: number;
    refunded: number;
    ownRefunded: number;
    orders: string;
    allIncome: number;
    allOutgo: number;
    allLedger: number;
  }
  const { rows } = await sql<Row>`with income as (
      select order_id, sum(amount) as sum from pay_attempt
      where tenant_id = ${scopedTenant} and paid_at is not null group by order_id),
    outgo as (
      select r.order_id, sum(r.amount) as sum from order_refund r
      where r.tenant_id = ${scopedTenant} and r.state = 'done' group by r.order_id),
    own as (
      select o.id, sum(r.amount) as sum from order_record o
      join order_refund r on r.tenant_id = ${scopedTenant} and r.order_id = o.id and r.attempt_id = o.payment_id
      where o.tenant_id = ${scopedTenant} and r.state = 'done' group by o.id),
    ledger as (
      select order_id, sum(amount) as sum from order_ledger
      where tenant_id = ${scopedTenant} and amount is not null group by order_id),
    compared as materialized (
      select o.id, o.order_no, coalesce(i.sum, 0)::float8 as income, coalesce(g.sum, 0)::float8 as outgo,
        coalesce(l.sum, 0)::float8 as ledger, o.paid::float8 as paid, coalesce(a.amount, 0)::float8 as own_paid,
        o.refunded::float8 as refunded, coalesce(w.sum, 0)::float8 as own_refunded
      from order_record o
      left join income i on i.order_id = o.id
      left join outgo g on g.order_id = o.id
      left join ledger l on l.order_id = o.id
      left join own w on w.id = o.id
      left join pay_attempt a on a.tenant_id = ${scopedTenant} and a.id = o.payment_id
      where o.tenant_id = ${scopedTenant}),
    summed as (
      select count(*) as orders, coalesce(sum(income), 0) as income, coalesce(sum(outgo), 0) as outgo,
        coalesce(sum(ledger), 0) as ledger from compared)
    select c.id as "orderId", c.order_no as "orderNo", c.income, c.outgo, c.ledger, c.paid, c.own_paid as "ownPaid",
      c.refunded, c.own_refunded as "ownRefunded", s.orders, s.income as "allIncome", s.outgo as "allOutgo",
      s.ledger as "allLedger"
    from summed s left join compared c
      on c.income - c.outgo <> c.ledger or c.paid <> c.own_paid or c.refunded <> c.own_refunded
    order by c.id limit 100`.execute(tx.kysely);
  const [first] = rows;
  const faults = rows
    .filter(({ orderId }) => orderId !== null)
    .map((row) => {
      const { orderId, orderNo } = row;
      if (row.income - row.outgo !== row.ledger)
        return { orderId, orderNo, expected: row.income - row.outgo, found: row.ledger, what: '台账' };
      return row.paid === row.ownPaid
        ? { orderId, orderNo, expected: row.ownRefunded, found: row.refunded, what: '已退金额' }
        : { orderId, orderNo, expected: row.ownPaid, found: row.paid, what: '实付金额' };
    });
  return {
    orders: Number(first?.orders ?? 0),
    income: first?.allIncome ?? 0,
    outgo: first?.allOutgo ?? 0,
    ledger: first?.allLedger ?? 0,
    balanced: faults.length === 0,
    faults,
  };
}

export const saveCheck = (tx: Tx, result: Balance, at: Date) =>
  sql`insert into balance_check (tenant_id, at, result) values (${tx.scope.tenantId}, ${at}, ${JSON.stringify(result)})
    on conflict (tenant_id) do update set at = excluded.at, result = excluded.result`.execute(tx.kysely);

export async function lastCheck(tx: Tx): Promise<BalanceCheck | null> {
  const { rows } = await sql<{ at: Date; result: Balance }>`select at, result from balance_check
    where tenant_id = ${scopedTenant}`.execute(tx.kysely);
  const [row] = rows;
  return row ? { at: row.at, ...row.result } : null;
}
