import { sql } from 'kysely';
import { addDays, daysBetween, startOfDay, dayOf } from '@anlan/contract/domain/instant';
import { yuanText } from '@anlan/contract/domain/yuan';
import { order } from '@anlan/contract/modules/order/resource';
import { newId } from '#kernel/ids.ts';
import { createRandom, type Random } from '#kernel/random.ts';
import { isSupervised, type SeedContext } from '#kit/module.ts';
import { nextNumber, numberOf } from '#kit/number-store.ts';
import { insertSeedMoves, insertSeeds, type SeedMove } from '#kit/direct-row-writes.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import { seededMembers, startSeededMemberships } from '../membership/index.ts';
import type { ListedPlan } from '../plan/index.ts';
import { vendorNames, vendorNumber } from './rules.ts';

const sold = 24;
/** Chance that an enterprise buys a membership on a day. */
const dailySales = 0.3;
const buyers = ['许文清', '周明舟', '林素', '方予安', '沈若溪', '陶然'];
const minuteMs = 60_000;

interface Member {
  id: string;
  endsOn: string;
}

export async function seedOrders(tx: Tx, context: SeedContext): Promise<void> {
  const { seed, now, own } = context;
  const random = createRandom(seed + 19);
  const today = dayOf(now);
  const { rows: members } = await sql<Member>`select enterprise_id as id, ends_on as "endsOn" from membership
    where tenant_id = ${scopedTenant} and plan_code = 'standard'
      and ends_on between ${addDays(today, -40)} and ${addDays(today, 364)}
    order by enterprise_id = any(${[...own]}::uuid[]) desc, enterprise_id limit ${sold}`.execute(tx.kysely);
  await insertOrders(
    tx,
    context,
    members.map(({ id: enterpriseId, endsOn }, index) => {
      const from = addDays(endsOn, -365);
      const day = from > today ? addDays(today, -random.between(1, 20)) : addDays(from, -random.between(0, 12));
      const orderNo = numberOf('DD', day, index + 1);
      return { enterpriseId, endsOn, from, orderNo, ...purchaseOn(day, index, random) };
    }),
  );
}

/** Every few days an enterprise buys its first membership. */
export async function seedOrderDays(tx: Tx, context: SeedContext): Promise<void> {
  const { seed, now, since, enterprises, own } = context;
  const today = dayOf(now);
  if (since === null || since === today) return;
  const random = createRandom(seed + 19, Number(tx.scope.tenantId), daysBetween('2026-01-01', since));
  const members = await seededMembers(tx);
  const firms = enterprises.filter((one) => isSupervised(one) && !members.has(one.id) && !own.includes(one.id));
  const made: Purchase[] = [];
  for (let day = since; day < today && firms.length > 0; day = addDays(day, 1)) {
    if (!random.chance(dailySales)) continue;
    const [firm] = firms.splice(random.between(0, firms.length - 1), 1);
    const endsOn = addDays(day, 365);
    const orderNo = await nextNumber(tx, 'DD', day);
    if (firm) made.push({ enterpriseId: firm.id, endsOn, from: day, orderNo, ...purchaseOn(day, made.length, random) });
  }
  await startSeededMemberships(
    tx,
    made.map(({ enterpriseId: id, endsOn }) => ({ id, endsOn })),
    now,
  );
  await insertOrders(tx, context, made);
}

function purchaseOn(day: string, index: number, random: Random) {
  const at = new Date(startOfDay(day).getTime() + (9 * 60 + random.between(0, 480)) * minuteMs);
  const vendor = random.chance(0.6) ? ('wechat' as const) : ('alipay' as const);
  const paidAt = new Date(at.getTime() + random.between(1, 6) * minuteMs);
  return { at, vendor, paidAt, buyer: buyers[index % buyers.length] ?? '许文清' };
}
interface Purchase extends ReturnType<typeof purchaseOn> {
  enterpriseId: string;
  endsOn: string;
  /** Day after which the membership is extended. */
  from: string;
  orderNo: string;
}

async function insertOrders(tx: Tx, { vault }: SeedContext, made: readonly Purchase[]): Promise<void> {
  const { rows: plans } = await sql<Pick<ListedPlan, 'id' | 'priceList'>>`select id, price_list as "priceList" from plan
    where tenant_id = ${scopedTenant} and code = 'standard'`.execute(tx.kysely);
  const [plan] = plans;
  const price = plan?.priceList.find(({ year }) => year === 1);
  if (!plan || !price || made.length === 0) return;

  const ids = await insertSeeds(
    tx,
    { vault },
    order,
    made.map(({ enterpriseId, endsOn, from, at, orderNo, buyer }) => ({
      at,
      values: {
        orderNo,
        enterpriseId,
        code: 'standard',
        name: '安全会员',
        year: 1,
        status: 'unpaid',
        price: price.transactionPrice,
        months: 12,
        edition: 3,
        createTime: at,
        expiresAt: new Date(at.getTime() + 30 * minuteMs),
        membershipFrom: from,
        membershipTo: endsOn,
        buyerName: buyer,
      },
    })),
  );
  const orders = made.map((one, index) => ({ ...one, id: ids[index] ?? '', attemptId: newId() }));
  const tenant_id = tx.scope.tenantId;
  const transactionOf = (index: number, at: Date) =>
    `DEM${dayOf(at).replaceAll('-', '')}${String(index).padStart(8, '0')}`;
  await insertAll(
    tx,
    'pay_attempt',
    orders.map(({ id, attemptId, enterpriseId, vendor, at, paidAt }, index) => ({
      tenant_id,
      id: attemptId,
      enterprise_id: enterpriseId,
      order_id: id,
      vendor,
      account: 'demo',
      out_trade_no: vendorNumber(tenant_id),
      amount: price.transactionPrice,
      state: 'paid',
      begun: true,
      opened_at: at,
      expires_at: new Date(at.getTime() + 30 * minuteMs),
      paid_at: paidAt,
      transaction_id: `${transactionOf(index, paidAt)}${tenant_id}`,
    })),
  );
  for (const { id, attemptId, vendor, paidAt } of orders)
    await sql`update order_record o set status = 'paid', paid = price, payment_id = ${attemptId}, pay_kind = ${vendor},
        transaction_id = (select transaction_id from pay_attempt a where a.tenant_id = ${scopedTenant}
          and a.id = ${attemptId}), paid_at = ${paidAt}, plan_id = ${plan.id}, price_id = ${price.id},
        opens = '{lookup,publicAccount,shop}', seats = 200, storage_mb = 51200, lookups = 300
      where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);
  await insertAll(
    tx,
    'order_ledger',
    orders.flatMap(({ id, enterpriseId, at, paidAt, vendor, attemptId, endsOn, from, buyer }) => {
      const base = { tenant_id, enterprise_id: enterpriseId, order_id: id };
      const line = (more: Record<string, unknown>) => ({
        ...base,
        id: newId(),
        amount: null,
        attempt_id: null,
        refund_id: null,
        notice_id: null,
        ...more,
      });
      return [
        line({
          at,
          by_whom: 'enterprise',
          kind: 'ordered',
          title: `下单，应付按价目第 3 版定为 ${yuanText(price.transactionPrice)}`,
          detail: `${buyer}选“安全会员 1 年”`,
        }),
        line({
          at,
          by_whom: 'anlan',
          kind: 'opened',
          title: '打开支付入口',
          detail: `${vendorNames[vendor]} ${yuanText(price.transactionPrice)}`,
        }),
        line({
          at: paidAt,
          by_whom: vendor,
          kind: 'paid',
          title: `${vendorNames[vendor]}：已付`,
          detail: '通知验签通过 · 商户号与金额一致（演示）',
          amount: price.transactionPrice,
          attempt_id: attemptId,
        }),
        line({
          at: paidAt,
          by_whom: 'anlan',
          kind: 'extended',
          title: `会员延长到 ${endsOn}`,
          detail: `原到期日 ${from}，加 12 个月`,
        }),
      ];
    }),
  );
  const moves = orders.flatMap(({ id, enterpriseId, at, paidAt, buyer }): SeedMove[] => {
    const base = { rowId: id, enterpriseId, byId: null, note: null };
    return [
      { ...base, move: 'create', from: null, to: 'unpaid', byName: buyer, at },
      { ...base, move: 'paid', from: 'unpaid', to: 'paid', byName: null, at: paidAt },
    ];
  });
  await insertSeedMoves(tx, 'order', moves);
}
