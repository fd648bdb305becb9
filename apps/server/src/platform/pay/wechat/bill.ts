// Requests the daily bill (tradebill), downloads it, verifies its SHA-1, then parses it.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { parseInstant } from '@anlan/contract/domain/instant';
import * as z from 'zod/mini';
import { cellsBy, requireValue, isDue, linesOf, noLines } from '../bill-lines.ts';
import { fenOf } from '../fen.ts';
import { PayFault, type BillLine } from '../port.ts';
import type { WechatPaySettings } from '../settings.ts';
import type { WechatCalls } from './calls.ts';

const place = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string().check(z.regex(/^[0-9a-fA-F]{40}$/)),
  download_url: z.string().check(z.maxLength(2_048)),
});
const needed = ['交易时间', '商户号', '微信订单号', '商户订单号', '交易状态', '商户退款单号', '退款状态'];

async function* unpacked(file: Buffer): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 });
  // A small file may unpack to a huge one (decompression bomb), so the line reader limits the size.
  const pieces: AsyncIterable<Buffer> = Readable.from([file]).pipe(gunzip);
  try {
    yield* pieces;
  } catch {
    throw new PayFault('refused', 'BILL_PACKED', '账单文件损坏');
  }
}
const packed = (file: Buffer) => file[0] === 0x1f && file[1] === 0x8b;
const bytesOf = (file: Buffer): AsyncIterable<Buffer> => (packed(file) ? unpacked(file) : Readable.from([file]));

const cut = (line: string) => line.replace(/^`/, '').split(',`');
const some = (text: string) => (text === '' || text === '0' ? null : text);

/** Yields the lines of a bill. Throws when the bill is for another merchant. */
export async function* wechatLines(pieces: AsyncIterable<Buffer>, mchId: string): AsyncGenerator<BillLine> {
  let cell: ReturnType<typeof cellsBy> = null;
  let no = 0;
  for await (const line of linesOf(pieces, 'utf-8')) {
    no += 1;
    if (!cell) {
      cell = cellsBy(line.replace(/^\uFEFF/, '').split(','), needed);
      if (!cell) throw new PayFault('refused', 'BILL_HEADING', '账单的表头读不懂');
      continue;
    }
    // A line without a backquote is the heading of the totals, after the last row.
    if (!line.startsWith('`')) break;
    const row = cut(line);
    if (cell(row, '商户号') !== mchId) throw new PayFault('refused', 'BILL_FOREIGN', '账单不是这个商户的');
    const kind = cell(row, '交易状态') === 'SUCCESS' ? 'payment' : 'refund';
    const yuan = kind === 'payment' ? cell(row, '订单金额', '应结订单金额') : cell(row, '申请退款金额', '退款金额');
    const at = parseInstant(kind === 'payment' ? cell(row, '交易时间') : cell(row, '退款申请时间', '交易时间'));
    yield {
      kind,
      outTradeNo: requireValue(some(cell(row, '商户订单号')), '商户订单号', no),
      outRefundNo: kind === 'payment' ? null : some(cell(row, '商户退款单号')),
      vendorTradeNo: cell(row, '微信订单号'),
      amountFen: Math.abs(requireValue(fenOf(yuan), '金额', no)),
      state: kind === 'payment' ? 'SUCCESS' : cell(row, '退款状态'),
      at: requireValue(Number.isNaN(at.getTime()) ? null : at, '时间', no),
    };
  }
}

export const createWechatBills =
  ({ base, mchId }: WechatPaySettings, calls: WechatCalls, now: () => Date) =>
  async (day: string): Promise<AsyncIterable<BillLine> | null> => {
    const query = new URLSearchParams({ bill_date: day, bill_type: 'ALL', tar_type: 'GZIP' });
    const location = await calls.ask('GET', `/v3/bill/tradebill?${query}`).catch((error: unknown) => {
      if (!(error instanceof PayFault)) throw error;
      if (error.code === 'STATEMENT_CREATING') return null;
      // WeChat Pay uses one error code for a day without payments and for a bill that is not ready yet.
      if (error.code === 'NO_STATEMENT_EXIST') return isDue(day, now()) ? 'none' : null;
      throw error;
    });
    if (location === null) return null;
    if (location === 'none') return noLines();
    const read = place.safeParse(location);
    if (!read.success || !URL.canParse(read.data.download_url)) throw new PayFault('unreached', 'UNREADABLE');
    // Uses only the path of the download URL, so that our signature is sent to no other host than the configured one.
    const { pathname, search } = new URL(read.data.download_url);
    const file = await calls.file(`${new URL(base).origin}${pathname}${search}`);
    const hash = createHash('sha1');
    let bytes = 0;
    for await (const piece of bytesOf(file)) {
      bytes += piece.length;
      if (bytes > 1024 * 1024 * 1024) throw new PayFault('refused', 'BILL_TOO_LONG', '账单过大');
      hash.update(piece);
    }
    if (hash.digest('hex') !== read.data.hash_value.toLowerCase())
      throw new PayFault('unreached', 'BILL_HASH', '账单文件与摘要不符');
    return wechatLines(bytesOf(file), mchId);
  };
