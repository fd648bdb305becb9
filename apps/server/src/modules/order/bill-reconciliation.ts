// Fetches vendor bills daily and compares them with our ledger. People settle the differences.
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import type { PageInput } from '@anlan/contract/domain/paging';
import type { BillFilter, BillRequest, DifferenceFilter, Settlement } from '@anlan/contract/modules/order/inputs';
import type { BillDay, BillDifference } from '@anlan/contract/modules/order/views';
import { AppError, invalid } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import { PayFault, type BillLine, type PayChannel } from '#platform/pay/port.ts';
import { compareBill } from './bill-rules.ts';
import {
  booksOf,
  dayPage,
  differencePage,
  saveBillDay,
  saveDifferences,
  pendingDays,
  settleDifference,
  type BillResult,
  type StoredDifference,
} from './bill-store.ts';
import { tenantOf } from './rules.ts';

type ByTenant = ReadonlyMap<string, readonly BillLine[]>;
export interface BillsDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'channels' | 'alarm'>;
  acts: {
    ask(scope: Scope, input: { id: string }): Promise<{ message: string }>;
    replay(scope: Scope, input: { id: string }): Promise<{ message: string }>;
    refund(scope: Scope, input: { orderId: string; reason: string }): Promise<unknown>;
  };
}

/**
 * Cache lifetime of a bill, in milliseconds. One bill covers all tenants of a merchant, so it is cached while each
 * tenant is compared.
 */
const billCacheMs = 10 * 60_000;
const readyHour = 10;
const lookBackDays = 7;

const abilitiesOf = ({ state, orderId, kind }: StoredDifference): BillDifference['abilities'] => {
  if (state === 'settled') return [];
  if (orderId === null) return ['note'];
  return kind === 'missingHere' || kind === 'state'
    ? ['ask', 'replay', 'note']
    : [...(['ask'] as const), ...(kind === 'amount' ? (['refund'] as const) : []), 'note'];
};

export function createBills({ kit, acts }: BillsDeps) {
  const { db, clock, audit, channels, alarm } = kit;
  const fetched = new Map<string, { at: number; bill: ByTenant | null }>();

  /** Lines of the vendor's bill of a day, grouped by tenant; null if the bill is not available yet. */
  async function billOf(channel: PayChannel, day: string, anew: boolean): Promise<ByTenant | null> {
    const key = `${channel.vendor} ${channel.account} ${day}`;
    const now = clock.now().getTime();
    for (const [one, { at }] of fetched) if (now - at > billCacheMs) fetched.delete(one);
    const cachedBill = anew ? undefined : fetched.get(key);
    if (cachedBill) return cachedBill.bill;
    const lines = await channel.bill(day);
    let bill: Map<string, BillLine[]> | null = null;
    if (lines !== null) {
      bill = new Map();
      for await (const line of lines) {
        const tenantId = tenantOf(line.outTradeNo) ?? '';
        const mine = bill.get(tenantId);
        if (mine) mine.push(line);
        else bill.set(tenantId, [line]);
      }
      const strangers = bill.get('')?.length ?? 0;
      if (strangers > 0)
        await alarm('0', 'billDiffers', `${day} 账单有 ${strangers} 行不是本系统的单号`, `${channel.vendor} ${day}`);
    }
    fetched.set(key, { at: now, bill });
    return bill;
  }

  async function compare(scope: Scope, channel: PayChannel, day: string, anew: boolean): Promise<string> {
    const { vendor, account } = channel;
    const result: BillResult = {
      day,
      vendor,
      account,
      state: 'pending',
      lines: 0,
      income: 0,
      outgo: 0,
      differences: 0,
      failure: null,
    };
    let bill: ByTenant | null = null;
    try {
      bill = await billOf(channel, day, anew);
    } catch (error) {
      if (!(error instanceof PayFault)) throw error;
      Object.assign(result, { state: 'failed', failure: `账单下载失败（${error.kind}）` });
    }
    const lines = bill?.get(scope.tenantId) ?? [];
    return db.scoped(
      systemScope('reconciliation', scope.tenantId),
      async (tx) => {
        if (bill === null) return saveBillDay(tx, result, clock.now());
        const trades = lines.map(({ outTradeNo }) => outTradeNo);
        const refundNos = lines.flatMap(({ outRefundNo }) => outRefundNo ?? []);
        const { payments, refunds } = await booksOf(tx, vendor, day, trades, refundNos);
        const differences = compareBill(day, lines, payments, refunds);
        await saveDifferences(tx, { vendor, day }, differences, clock.now());
        const sum = (kind: BillLine['kind']) =>
          lines.reduce((all, line) => all + (line.kind === kind ? line.amountFen : 0), 0);
        return saveBillDay(
          tx,
          {
            ...result,
            state: 'done',
            lines: lines.length,
            income: sum('payment'),
            outgo: sum('refund'),
            differences: differences.length,
          },
          clock.now(),
        );
      },
      { statementMs: 300_000 },
    );
  }

  const shown = (row: StoredDifference): BillDifference => ({ ...row, abilities: abilitiesOf(row) });
  async function oneDifference(scope: Scope, id: string): Promise<BillDifference> {
    const { rows } = await db.read(scope, (tx) => differencePage(tx, { id }, { desc: true, limit: 1, offset: 0 }));
    const [row] = rows;
    if (!row) throw new AppError('notFound');
    return shown(row);
  }

  return {
    billPage: (scope: Scope, { page, size, sort, filter }: PageInput<BillFilter, 'day'>) =>
      db.read(scope, async (tx) => {
        const window = { desc: sort[0]?.desc !== false, limit: size, offset: (page - 1) * size };
        return { ...(await dayPage(tx, filter, window)), page, size };
      }),
    differencePage: (scope: Scope, { page, size, sort, filter }: PageInput<DifferenceFilter, 'day'>) =>
      db.read(scope, async (tx) => {
        const window = { desc: sort[0]?.desc !== false, limit: size, offset: (page - 1) * size };
        const { rows, total } = await differencePage(tx, filter, window);
        return { rows: rows.map(shown), total, page, size };
      }),
    async reconcile(scope: Scope, { vendor, day }: BillRequest): Promise<BillDay> {
      if (day >= dayOf(clock.now())) throw invalid({ field: 'day', msg: '只能核对今天以前的账单' });
      const channel = channels.find((one) => one.vendor === vendor);
      if (!channel) throw new AppError('invalid', '没有配置这个支付渠道');
      const id = await compare(scope, channel, day, true);
      return db.scoped(scope, async (tx) => {
        await audit.record(tx, { call: 'order.reconcile', objectType: 'order', note: `${vendor} ${day}` });
        const { rows } = await dayPage(tx, { id }, { desc: true, limit: 1, offset: 0 });
        const [row] = rows;
        if (!row) throw new AppError('notFound');
        return row;
      });
    },
    async settle(scope: Scope, { id, action, note }: Settlement): Promise<BillDifference> {
      const one = await oneDifference(scope, id);
      if (!one.abilities.includes(action)) throw new AppError('invalid', '这项差异不能这样处理');
      let words = note ?? '';
      if (action === 'note' && words === '') throw invalid({ field: 'note', msg: '请填写说明' });
      if (action !== 'note') {
        if (one.orderId === null) throw new AppError('invalid', '这项差异没有对应的订单');
        if (action === 'ask') words = (await acts.ask(scope, { id: one.orderId })).message;
        if (action === 'replay') words = (await acts.replay(scope, { id: one.orderId })).message;
        if (action === 'refund') {
          await acts.refund(scope, { orderId: one.orderId, reason: note ?? `对账差异：${one.detail}` });
          words = '已申请退款，等待复核';
        }
      }
      await db.scoped(scope, async (tx) => {
        if (!(await settleDifference(tx, id, words.slice(0, 200), clock.now())))
          throw new AppError('invalid', '这项差异已经处理');
        await audit.record(tx, {
          call: 'order.settle',
          objectType: 'order',
          ...(one.orderId === null ? {} : { objectId: one.orderId }),
          note: `${one.day} ${one.vendor} ${one.kind} ${action} ${words}`.slice(0, 300),
        });
      });
      return oneDifference(scope, id);
    },
    /** Compares yesterday's bills, and recent bills that were missing so far. Does nothing before ten o'clock. */
    async compareDue(scope: Scope): Promise<void> {
      const now = clock.now();
      const today = dayOf(now);
      if (new Date(now.getTime() + 8 * 3_600_000).getUTCHours() < readyHour) return;
      for (const channel of channels) {
        const pending = await db.read(scope, (tx) => pendingDays(tx, channel.vendor, addDays(today, -lookBackDays)));
        const days = new Set([...pending, addDays(today, -1)]);
        for (const day of days) {
          const id = await compare(scope, channel, day, false);
          const { rows } = await db.scoped(scope, (tx) => dayPage(tx, { id }, { desc: true, limit: 1, offset: 0 }));
          const open = rows[0]?.open ?? 0;
          if (open > 0)
            await alarm(scope.tenantId, 'billDiffers', `${day} 的账单有 ${open} 项差异`, `${channel.vendor} ${day}`);
        }
      }
    },
  };
}
