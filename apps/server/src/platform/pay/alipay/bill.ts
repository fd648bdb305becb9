// Parses the daily bill: an archive of GBK tables, one of which lists payments and refunds.
import { parseInstant } from '@anlan/contract/domain/instant';
import * as z from 'zod/mini';
import { OutboundError, type Outbound } from '../../outbound/index.ts';
import { readDirectory, unpacking, type Entry } from '../../sheets/archive.ts';
import { SheetRefused } from '../../sheets/cells.ts';
import { cellsBy, requireValue, isDue, linesOf, noLines } from '../bill-lines.ts';
import { fenOf } from '../fen.ts';
import { PayFault, type BillLine } from '../port.ts';
import type { AlipaySettings } from '../settings.ts';
import type { AlipayCalls } from './calls.ts';

const place = z.object({ bill_download_url: z.string().check(z.maxLength(2_048)) });
const limits = { entries: 20, unpackedBytes: 512 * 1024 * 1024, ratio: 200, rows: 0, columns: 0 };
const needed = ['支付宝交易号', '商户订单号', '业务类型', '完成时间', '订单金额（元）', '退款批次号/请求号'];
const cut = (line: string) => line.split(',').map((cell) => cell.trim());

/** Yields the payments and refunds of a bill. Other tables of the archive contain only sums and are skipped. */
export async function* alipayLines(tables: Iterable<AsyncIterable<Buffer>>): AsyncGenerator<BillLine> {
  let hasTable = false;
  for (const table of tables) {
    let cell: ReturnType<typeof cellsBy> = null;
    let no = 0;
    for await (const line of linesOf(table, 'gbk')) {
      no += 1;
      if (line.startsWith('#') || line.trim() === '') continue;
      if (!cell) {
        cell = cellsBy(cut(line), needed);
        if (!cell) break;
        hasTable = true;
        continue;
      }
      yield lineIn(cut(line), cell, no);
    }
  }
  if (!hasTable) throw new PayFault('refused', 'BILL_HEADING', '账单的表头读不懂');
}

function lineIn(row: readonly string[], cell: NonNullable<ReturnType<typeof cellsBy>>, no: number): BillLine {
  const of = (name: string) => cell(row, name);
  const kinds: Record<string, BillLine['kind']> = { 交易: 'payment', 退款: 'refund' };
  const at = parseInstant(of('完成时间'));
  const kind = requireValue(kinds[of('业务类型')] ?? null, '业务类型', no);
  const amount = requireValue(fenOf(of('订单金额（元）')), '金额', no);
  return {
    kind,
    outTradeNo: requireValue(of('商户订单号') || null, '商户订单号', no),
    outRefundNo: kind === 'refund' ? of('退款批次号/请求号') || null : null,
    vendorTradeNo: of('支付宝交易号'),
    amountFen: Math.abs(amount),
    state: 'SUCCESS',
    at: requireValue(Number.isNaN(at.getTime()) ? null : at, '时间', no),
  };
}

async function* opened(entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* unpacking(entry);
  } catch (error) {
    throw error instanceof SheetRefused ? new PayFault('refused', 'BILL_PACKED', '账单文件损坏') : error;
  }
}

export function createAlipayBills(
  { billBase }: AlipaySettings,
  calls: AlipayCalls,
  outbound: Pick<Outbound, 'open'>,
  now: () => Date,
) {
  const origin = new URL(billBase).origin;
  const way = outbound.open({ bases: [origin], waitMs: 120_000, maxBytes: 64 * 1024 * 1024 });
  return async (day: string): Promise<AsyncIterable<BillLine> | null> => {
    const location = await calls
      .ask('alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: day }, place)
      .catch((error: unknown) => {
        // Alipay uses one error code for a day without payments and for a bill that is not ready yet.
        if (error instanceof PayFault && /bill_not_exist/i.test(error.code ?? '')) return null;
        throw error;
      });
    if (location === null) return isDue(day, now()) ? noLines() : null;
    if (!URL.canParse(location.bill_download_url)) throw new PayFault('unreached', 'UNREADABLE');
    // The download URL begins with http, so only its path is used, with the configured host.
    const { pathname, search } = new URL(location.bill_download_url);
    const { status, bytes } = await way
      .askBytes({ address: `${origin}${pathname}${search}`, headers: { accept: '*/*' } })
      .catch((error: unknown) => {
        if (!(error instanceof OutboundError)) throw error;
        throw new PayFault('unreached', error.fault, error.message.slice(0, 200));
      });
    if (status !== 200) throw new PayFault('unreached', String(status), `支付宝账单答复 ${status}`);
    try {
      return alipayLines(readDirectory(bytes, limits).map(opened));
    } catch (error) {
      if (!(error instanceof SheetRefused)) throw error;
      throw new PayFault('refused', 'BILL_PACKED', '账单文件损坏');
    }
  };
}
