import { sql, type Updateable } from 'kysely';
import { idsOf, rowsOf, scopedTenant, tenantTables, type Tx } from '#platform/db/index.ts';
import type { PayVendor } from '#platform/pay/port.ts';
import type { OrderTables } from './tables.ts';

const { updateTable } = tenantTables<OrderTables>();

export interface StoredOrder {
  id: string;
  version: number;
  enterpriseId: string;
  orderNo: string;
  name: string;
  code: string;
  status: string;
  price: number;
  paid: number;
  refunded: number;
  months: number;
  giftMonth: number;
  monthsBack: number;
  giftBack: number;
  opens: string[];
  seats: number;
  storageMb: number;
  lookups: number;
  paymentId: string | null;
  invoiceStatus: string;
  expiresAt: Date;
  createTime: Date;
  membershipFrom: string | null;
  membershipTo: string | null;
  buyerId: string | null;
  problem: string | null;
  removedAt: Date | null;
}
export interface StoredAttempt {
  id: string;
  enterpriseId: string;
  orderId: string;
  vendor: PayVendor;
  account: string;
  outTradeNo: string;
  amount: number;
  state: 'open' | 'paid' | 'duplicate' | 'closed' | 'refused';
  begun: boolean;
  codeUrl: string | null;
  /** Device of the payer: `code`, `phone`, or `inApp` with the hash of the openid. A vendor ties a number to it. */
  scene: string;
  openedAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  transactionId: string | null;
  refunded: number;
  asked: number;
}

const orderColumns = sql`id, version, enterprise_id as "enterpriseId", order_no as "orderNo", name, code, status,
  price::float8 as price, paid::float8 as paid, refunded::float8 as refunded, months, gift_month as "giftMonth",
  months_back as "monthsBack", gift_back as "giftBack", opens, seats, storage_mb as "storageMb", lookups,
  payment_id as "paymentId", invoice_status as "invoiceStatus", expires_at as "expiresAt",
  create_time as "createTime", membership_from as "membershipFrom", membership_to as "membershipTo",
  buyer_id as "buyerId", problem, removed_at as "removedAt"`;
const attemptColumns = sql`id, enterprise_id as "enterpriseId", order_id as "orderId", vendor, account,
  out_trade_no as "outTradeNo", amount::float8 as amount, state, begun, code_url as "codeUrl", scene,
  opened_at as "openedAt", expires_at as "expiresAt", paid_at as "paidAt", transaction_id as "transactionId",
  refunded::float8 as refunded, asked`;

/** Finds an order, also a removed one. `lock` locks the row before money moves. */
export async function findOrder(tx: Tx, id: string, { lock = false } = {}): Promise<StoredOrder | null> {
  const { rows } = await sql<StoredOrder>`select ${orderColumns} from order_record
    where tenant_id = ${scopedTenant} and id = ${id}${lock ? sql` for update` : sql``}`.execute(tx.kysely);
  return rows[0] ?? null;
}

/** Takes a lock, so that new orders of one enterprise are created one after the other. */
export const lockOrdersOf = (tx: Tx, enterpriseId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`order ${tx.scope.tenantId} ${enterpriseId}`}, 0))`.execute(
    tx.kysely,
  );

export interface PayableOrder {
  id: string;
  orderNo: string;
  priceId: string;
  price: number;
  buyerId: string | null;
}

export async function payableOrders(tx: Tx, enterpriseId: string, after: Date): Promise<PayableOrder[]> {
  return rowsOf<PayableOrder>(tx)`
    select id, order_no as "orderNo", price_id as "priceId", price::float8 as price, buyer_id as "buyerId"
    from order_record
    where tenant_id = ${scopedTenant} and enterprise_id = ${enterpriseId} and status = 'unpaid'
      and expires_at > ${after} and removed_at is null order by id desc limit 50`;
}

export interface OrderCopy {
  planId: string;
  priceId: string;
  opens: readonly string[];
  seats: number;
  storageMb: number;
  lookups: number;
  buyerId: string | null;
}
/** Copies the selected plan and its price into the order, so that later plan changes do not affect it. */
export const savePlanCopy = (tx: Tx, id: string, copy: OrderCopy) =>
  sql`update order_record set plan_id = ${copy.planId}, price_id = ${copy.priceId}, opens = ${[...copy.opens]},
      seats = ${copy.seats}, storage_mb = ${copy.storageMb}, lookups = ${copy.lookups}, buyer_id = ${copy.buyerId}
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);

/** Updates a locked order and increments its version. */
export const changeOrder = (tx: Tx, id: string, values: Updateable<OrderTables['order_record']>, now: Date) =>
  updateTable(tx, 'order_record')
    .set({ ...values, version: sql`version + 1`, updated_at: now })
    .where('id', '=', id)
    .execute();

export const addAttempt = (
  tx: Tx,
  one: Pick<
    StoredAttempt,
    | 'id'
    | 'enterpriseId'
    | 'orderId'
    | 'vendor'
    | 'account'
    | 'outTradeNo'
    | 'amount'
    | 'begun'
    | 'scene'
    | 'openedAt'
    | 'expiresAt'
  > & { askAt: Date },
) =>
  sql`insert into pay_attempt (tenant_id, id, enterprise_id, order_id, vendor, account, out_trade_no, amount, begun,
      scene, opened_at, expires_at, ask_at)
    values (${tx.scope.tenantId}, ${one.id}, ${one.enterpriseId}, ${one.orderId}, ${one.vendor}, ${one.account},
      ${one.outTradeNo}, ${one.amount}, ${one.begun}, ${one.scene}, ${one.openedAt}, ${one.expiresAt}, ${one.askAt})`.execute(
    tx.kysely,
  );

/** Payment attempts of an order. `lock` locks the rows before money moves. */
export async function attemptsOf(tx: Tx, orderId: string, { lock = false } = {}): Promise<StoredAttempt[]> {
  return rowsOf<StoredAttempt>(tx)`select ${attemptColumns} from pay_attempt
    where tenant_id = ${scopedTenant} and order_id = ${orderId} order by id${lock ? sql` for update` : sql``}`;
}

export async function findAttemptByNumber(tx: Tx, outTradeNo: string): Promise<StoredAttempt | null> {
  const { rows } = await sql<StoredAttempt>`select ${attemptColumns} from pay_attempt
    where tenant_id = ${scopedTenant} and out_trade_no = ${outTradeNo}`.execute(tx.kysely);
  return rows[0] ?? null;
}

export const changeAttempt = (tx: Tx, id: string, values: Updateable<OrderTables['pay_attempt']>) =>
  updateTable(tx, 'pay_attempt').set(values).where('id', '=', id).execute();

/** Schedules a vendor query now for every open payment attempt of an order. */
export const queryOthersNow = (tx: Tx, orderId: string, now: Date) =>
  sql`update pay_attempt set ask_at = ${now}
    where tenant_id = ${scopedTenant} and order_id = ${orderId} and state = 'open'`.execute(tx.kysely);

/** Makes an unpaid order expire now. The order is closed after its vendors are queried. */
export const expireOrder = (tx: Tx, id: string, now: Date) =>
  sql`update order_record set expires_at = ${now}, version = version + 1, updated_at = ${now}
    where tenant_id = ${scopedTenant} and id = ${id} and status = 'unpaid'`.execute(tx.kysely);

export const closeAttempts = (tx: Tx, orderId: string) =>
  sql`update pay_attempt set state = 'closed', ask_at = null
    where tenant_id = ${scopedTenant} and order_id = ${orderId} and state = 'open'`.execute(tx.kysely);

/** Claims attempts that are due for a query, so that no other node queries them too. */
export async function takeDueAttempts(tx: Tx, now: Date, limit: number): Promise<StoredAttempt[]> {
  return rowsOf<StoredAttempt>(tx)`update pay_attempt a
      set asked = asked + 1, ask_at = ${now}::timestamptz + interval '30 seconds'
    from (select id as due from pay_attempt where tenant_id = ${scopedTenant} and ask_at <= ${now}
      order by ask_at limit ${limit} for update skip locked) d
    where a.tenant_id = ${scopedTenant} and a.id = d.due returning ${attemptColumns}`;
}

export async function overdueOrders(tx: Tx, now: Date, limit: number): Promise<string[]> {
  return idsOf(tx)`select id from order_record
    where tenant_id = ${scopedTenant} and status = 'unpaid' and expires_at <= ${now}
    order by expires_at, id limit ${limit}`;
}

export async function idsWithOpenAttempt(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ orderId: string }>`select distinct order_id as "orderId" from pay_attempt
    where tenant_id = ${scopedTenant} and order_id = any(${[...ids]}::uuid[]) and state = 'open' and begun`.execute(
    tx.kysely,
  );
  return new Set(rows.map(({ orderId }) => orderId));
}
