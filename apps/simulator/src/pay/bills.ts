// Daily bills in each vendor's format, with configured differences.
import type { Ledger, Vendor } from './ledger.ts';
import type { Plant } from './switches.ts';

export interface BillRow {
  kind: 'payment' | 'refund';
  outTradeNo: string;
  tradeNo: string;
  outRefundNo: string;
  refundNo: string;
  totalFen: number;
  amountFen: number;
  state: string;
  subject: string;
  at: number;
}

export const dayOf = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);
export const begins = (day: string) => Date.parse(`${day}T00:00:00+08:00`);
const dayMs = 86_400_000;
export const momentText = (at: number) => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
export const yuan = (fen: number) => (fen / 100).toFixed(2);

/** Whether the bill of a day exists: from 10:00 of the next day. */
export const isBillThere = (day: string, now: number, atOnce: boolean): boolean =>
  atOnce || now >= begins(day) + dayMs + 10 * 3_600_000;

function rightRows(ledger: Ledger, vendor: Vendor, days: ReadonlySet<string>): BillRow[] {
  const rows: BillRow[] = [];
  for (const trade of ledger.list()) {
    if (trade.vendor !== vendor || trade.paidAt === null) continue;
    const { outTradeNo, tradeNo, subject, amountFen: totalFen } = trade;
    const shared = { outTradeNo, tradeNo, subject, totalFen };
    if (days.has(dayOf(trade.paidAt)))
      rows.push({
        ...shared,
        kind: 'payment',
        outRefundNo: '',
        refundNo: '',
        amountFen: totalFen,
        state: 'SUCCESS',
        at: trade.paidAt,
      });
    for (const { outRefundNo, refundNo, amountFen, acceptedAt, state } of trade.refunds) {
      // Alipay's bill has completed refunds. WeChat's bill has accepted refunds with their state.
      if (!days.has(dayOf(acceptedAt)) || (vendor === 'alipay' && state !== 'succeeded')) continue;
      const states = { succeeded: 'SUCCESS', processing: 'PROCESSING', failed: 'FAIL', closed: 'FAIL' } as const;
      rows.push({ ...shared, kind: 'refund', outRefundNo, refundNo, amountFen, state: states[state], at: acceptedAt });
    }
  }
  return rows;
}

function planted(row: BillRow, plant: Plant): BillRow | null {
  const payment = row.kind === 'payment';
  if (plant.kind === 'missing') return payment ? null : row;
  if (plant.kind === 'amount') return payment ? { ...row, amountFen: row.amountFen + 100 } : row;
  if (plant.kind === 'state') return payment ? row : { ...row, state: 'CHANGE' };
  if (plant.kind === 'dayCut') return payment ? { ...row, at: begins(plant.day) + dayMs } : row;
  if (plant.kind === 'refund') return payment ? row : { ...row, amountFen: row.amountFen + 1 };
  return row;
}

/** Rows of a day, with the configured differences of this day and the day before. */
export function billRows(ledger: Ledger, vendor: Vendor, day: string, plants: readonly Plant[]): BillRow[] {
  const before = dayOf(begins(day) - dayMs);
  const about = new Map<string, Plant[]>();
  for (const plant of plants) about.set(plant.outTradeNo, [...(about.get(plant.outTradeNo) ?? []), plant]);
  const rows = rightRows(ledger, vendor, new Set([day, before])).flatMap((right) => {
    const changed = (about.get(right.outTradeNo) ?? [])
      .filter((plant) => plant.day === dayOf(right.at))
      .reduce<BillRow | null>((row, plant) => row && planted(row, plant), right);
    return changed && dayOf(changed.at) === day ? [changed] : [];
  });
  for (const { kind, outTradeNo, day: of } of plants)
    if (kind === 'extra' && of === day)
      rows.push({
        kind: 'payment',
        outTradeNo,
        tradeNo: `4200${day.replaceAll('-', '')}${outTradeNo.slice(-16).padStart(16, '0')}`,
        outRefundNo: '',
        refundNo: '',
        totalFen: 9_900,
        amountFen: 9_900,
        state: 'SUCCESS',
        subject: '不知道是什么',
        at: begins(day) + dayMs / 2,
      });
  return rows;
}

const wechatHeading =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const wechatSums = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额';

/** Builds WeChat Pay's bill. Each cell begins with a backquote. */
export function wechatBill(rows: readonly BillRow[], { mchId, appId }: { mchId: string; appId: string }): string {
  const line = (cells: readonly string[]) => cells.map((cell) => `\`${cell}`).join(',');
  const body = rows.map(({ kind, ...row }) => {
    const paid = kind === 'payment';
    const money = paid ? yuan(row.amountFen) : '0.00';
    const back = paid ? '0.00' : yuan(row.amountFen);
    return line([
      momentText(row.at),
      appId,
      mchId,
      '0',
      '',
      row.tradeNo,
      row.outTradeNo,
      'oSim',
      'NATIVE',
      paid ? 'SUCCESS' : 'REFUND',
      'OTHERS',
      'CNY',
      money,
      '0.00',
      row.refundNo || '0',
      row.outRefundNo || '0',
      back,
      '0.00',
      paid ? '' : 'ORIGINAL',
      paid ? '' : row.state,
      row.subject,
      '',
      '0.00000',
      '0.60%',
      money,
      back,
      '',
    ]);
  });
  const sum = (kind: BillRow['kind']) =>
    yuan(rows.filter((row) => row.kind === kind).reduce((all, { amountFen }) => all + amountFen, 0));
  const sums = line([
    String(rows.length),
    sum('payment'),
    sum('refund'),
    '0.00',
    '0.00000',
    sum('payment'),
    sum('refund'),
  ]);
  return `\uFEFF${[wechatHeading, ...body, wechatSums, sums].join('\r\n')}\r\n`;
}
