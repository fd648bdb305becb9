// Payment attempts of an unpaid order: at most one open attempt for each vendor. A vendor ties our number to the device
// that pays, so another device needs another attempt, and the former one is closed first.
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { PayFault, type PayChannel, type PayerDevice, type PayVendor } from '#platform/pay/port.ts';
import { addLine } from './ledger-store.ts';
import {
  addAttempt,
  attemptsOf,
  changeAttempt,
  findOrder,
  type StoredAttempt,
  type StoredOrder,
} from './order-store.ts';
import type { VendorQueries } from './query-vendor.ts';
import { nextAskSeconds, vendorNames, vendorNumber } from './rules.ts';

/** What became of a former attempt. `missing`: the vendor has no payment, but an open page can still start one. */
export interface Former {
  vendor: PayVendor;
  went: 'closed' | 'missing' | 'later';
}
interface Wanted {
  vendor: PayVendor;
  scene: string;
  /** Whether the attempt at the other vendor is closed first. A page with both QR codes keeps both. */
  alone?: boolean;
}

/** Whether the buyer certainly saw the attempt. The QR code of Alipay is framed without our knowledge. */
const wasOpened = ({ vendor, scene, begun }: StoredAttempt) => begun && (vendor === 'wechat' || scene !== 'code');

export function createPayAttempts(
  { db, clock, audit }: Pick<ModuleKit, 'db' | 'clock' | 'audit'>,
  asking: VendorQueries,
) {
  async function add(tx: Tx, order: StoredOrder, channel: PayChannel, scene: string): Promise<void> {
    const now = clock.now();
    await addAttempt(tx, {
      id: newId(),
      enterpriseId: order.enterpriseId,
      orderId: order.id,
      vendor: channel.vendor,
      account: channel.account,
      outTradeNo: vendorNumber(tx.scope.tenantId),
      amount: order.price,
      // The buyer opens Alipay's page directly by address, so the server cannot know whether it was opened.
      begun: channel.vendor === 'alipay',
      scene,
      openedAt: now,
      expiresAt: order.expiresAt,
      askAt: new Date(now.getTime() + nextAskSeconds(0) * 1000),
    });
  }
  const openOnes = async (tx: Tx, orderId: string) =>
    (await attemptsOf(tx, orderId)).filter(({ state }) => state === 'open');

  async function payableOrder(tx: Tx, id: string, lock: boolean): Promise<StoredOrder> {
    const order = await findOrder(tx, id, { lock });
    if (!order || order.removedAt !== null) throw new AppError('notFound');
    if (order.status === 'paid') throw new AppError('invalid', '订单已支付');
    if (order.status !== 'unpaid' || order.expiresAt <= clock.now())
      throw new AppError('invalid', '订单已过期，请重新下单');
    return order;
  }

  /** Closes the former attempts at their vendors, outside of any transaction. */
  async function closeFormer(scope: Scope, former: readonly StoredAttempt[]) {
    const closedIds: string[] = [];
    const results: Former[] = [];
    for (const attempt of former) {
      const went = await asking.closeAttempt(scope.tenantId, attempt);
      if (went === 'paid') throw new AppError('invalid', '订单已支付，正在核对结果');
      if (went === 'closed') closedIds.push(attempt.id);
      if (went === 'closed' || wasOpened(attempt)) results.push({ vendor: attempt.vendor, went });
    }
    return { closedIds, results };
  }

  /** Marks closed attempts and returns the open attempt for the wanted device, which may be new. */
  async function take(tx: Tx, id: string, wanted: Wanted, channel: PayChannel, closedIds: readonly string[]) {
    const order = await payableOrder(tx, id, true);
    for (const attempt of await openOnes(tx, id))
      if (closedIds.includes(attempt.id)) {
        await changeAttempt(tx, attempt.id, { state: 'closed', ask_at: null });
        await addLine(tx, {
          enterpriseId: order.enterpriseId,
          orderId: id,
          at: clock.now(),
          by: attempt.vendor,
          kind: 'closed',
          title: `${vendorNames[attempt.vendor]}的付款入口关闭`,
          detail: '买家换了付款方式；支付机构已确认关闭，不会再收款',
          attemptId: attempt.id,
        });
      }
    const find = async () => (await openOnes(tx, id)).find(({ vendor }) => vendor === wanted.vendor);
    if (!(await find())) await add(tx, order, channel, wanted.scene);
    const attempt = await find();
    if (!attempt) throw new Error('the attempt was not stored');
    const isNew = !attempt.begun || attempt.scene !== wanted.scene;
    if (isNew) {
      await changeAttempt(tx, attempt.id, { begun: true, scene: wanted.scene });
      const { enterpriseId } = order;
      const call = wanted.scene === 'code' ? 'order.wxpay' : 'order.phonePay';
      await audit.record(tx, { call, objectType: 'order', objectId: id, enterpriseId });
    }
    return { order, attempt: { ...attempt, begun: true, scene: wanted.scene } };
  }

  const faultWords = (error: PayFault, vendor: PayVendor): AppError => {
    if (error.kind === 'paid') return new AppError('invalid', '订单已支付，正在核对结果');
    if (error.kind === 'closed') return new AppError('invalid', '订单已过期，请重新下单');
    return new AppError('unavailable', `${vendorNames[vendor]}暂时无法使用，请稍后再试或换一种支付方式`);
  };

  return {
    faultWords,
    payableOrder,
    /** Adds an attempt for each vendor that has none open. The order must be locked or new. */
    async addMissingAttempts(tx: Tx, order: StoredOrder): Promise<void> {
      const open = new Set((await openOnes(tx, order.id)).map(({ vendor }) => vendor));
      for (const channel of asking.channels) if (!open.has(channel.vendor)) await add(tx, order, channel, 'code');
    },
    async payable(tx: Tx, id: string, vendor: PayVendor): Promise<[StoredOrder, StoredAttempt]> {
      const order = await payableOrder(tx, id, false);
      const attempt = (await openOnes(tx, id)).find((one) => one.vendor === vendor);
      if (!attempt) throw new AppError('invalid', '订单已过期，请重新下单');
      return [order, attempt];
    },
    /** Takes the attempt for a device; the attempts that it replaces are closed first. */
    async begin(scope: Scope, id: string, wanted: Wanted) {
      const channel = asking.requireChannel(wanted.vendor);
      const former = await db.read(scope, async (tx) => {
        await payableOrder(tx, id, false);
        const open = await openOnes(tx, id);
        return open.filter(({ vendor, scene, begun }) => {
          if (!begun) return false;
          return vendor === wanted.vendor ? scene !== wanted.scene : wanted.alone === true;
        });
      });
      const { closedIds, results } = await closeFormer(scope, former);
      // The vendor would refuse the same number for another device.
      if (results.some(({ vendor, went }) => vendor === wanted.vendor && went === 'later'))
        throw faultWords(new PayFault('unreached'), wanted.vendor);
      const begun = await db.scoped(scope, (tx) => take(tx, id, wanted, channel, closedIds));
      return { ...begun, former: results.filter(({ vendor }) => vendor !== wanted.vendor) };
    },
    async openAtVendor(
      scope: Scope,
      channel: PayChannel,
      order: StoredOrder,
      attempt: StoredAttempt,
      device?: PayerDevice,
    ) {
      try {
        return await channel.open({
          outTradeNo: attempt.outTradeNo,
          amountFen: attempt.amount,
          subject: `${order.name} ${order.orderNo}`,
          expiresAt: attempt.expiresAt,
          ...(device ? { device } : {}),
        });
      } catch (error) {
        if (!(error instanceof PayFault)) throw error;
        if (error.kind === 'paid') await asking.askAttempt(scope.tenantId, { ...attempt, begun: true });
        throw faultWords(error, attempt.vendor);
      }
    },
  };
}

export type PayAttempts = ReturnType<typeof createPayAttempts>;
