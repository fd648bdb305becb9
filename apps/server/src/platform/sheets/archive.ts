// Checks the ZIP archive of a workbook before parsing: claimed sizes, and whether they are true (S57).
import { crc32, createInflateRaw } from 'node:zlib';
import { damaged, SheetRefused, type SheetLimits } from './cells.ts';

export interface Entry {
  name: string;
  packed: Uint8Array;
  stored: boolean;
  unpackedBytes: number;
  checksum: number;
}

const signature = { end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50, central: 0x02014b50, local: 0x04034b50 };
/**
 * Means that the value is in the 64-bit record. Either the value is too large, or the writer always uses that record
 * (POI).
 */
const elsewhere = 0xffffffff;
const ratioFromBytes = 1024 * 1024;

function endOfDirectory(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - 65_557);
  for (let at = view.byteLength - 22; at >= lowest; at -= 1) if (view.getUint32(at, true) === signature.end) return at;
  throw new SheetRefused(damaged);
}

function bigAt(view: DataView, at: number): number {
  if (at < 0 || at + 8 > view.byteLength) throw new SheetRefused(damaged);
  const value = view.getBigUint64(at, true);
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new SheetRefused(damaged);
  return Number(value);
}

function directoryOf(view: DataView): { count: number; at: number } {
  const end = endOfDirectory(view);
  const [count, at] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  if (count !== 0xffff && at !== elsewhere) return { count, at };
  const locator = end - 20;
  if (locator < 0 || view.getUint32(locator, true) !== signature.locator64) throw new SheetRefused(damaged);
  const end64 = bigAt(view, locator + 8);
  if (end64 + 56 > view.byteLength || view.getUint32(end64, true) !== signature.end64) throw new SheetRefused(damaged);
  return { count: bigAt(view, end64 + 32), at: bigAt(view, end64 + 48) };
}

function measuresAt(view: DataView, at: number, nameLength: number, extraLength: number) {
  const short = { unpacked: view.getUint32(at + 24, true), packed: view.getUint32(at + 20, true) };
  const local = view.getUint32(at + 42, true);
  if (short.unpacked !== elsewhere && short.packed !== elsewhere && local !== elsewhere) return { ...short, local };
  const from = at + 46 + nameLength;
  const to = from + extraLength;
  if (to > view.byteLength) throw new SheetRefused(damaged);
  for (let field = from; field + 4 <= to; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue;
    let next = field + 4;
    const long = (value: number) => {
      if (value !== elsewhere) return value;
      next += 8;
      return bigAt(view, next - 8);
    };
    return { unpacked: long(short.unpacked), packed: long(short.packed), local: long(local) };
  }
  throw new SheetRefused(damaged);
}

function entryAt(bytes: Uint8Array, view: DataView, at: number): { entry: Entry; next: number } {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== signature.central) throw new SheetRefused(damaged);
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const [nameLength = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
  const { packed: packedBytes, unpacked: unpackedBytes, local } = measuresAt(view, at, nameLength, extra);
  // Some programs separate folders in entry names with a backslash.
  const name = Buffer.from(bytes.subarray(at + 46, at + 46 + nameLength))
    .toString('utf8')
    .replaceAll('\\', '/');
  if ((flags & 1) !== 0) throw new SheetRefused('文件有密码保护，请取消密码后重新上传');
  if (method !== 0 && method !== 8) throw new SheetRefused(damaged);
  // Refuses an entry with zero sizes and a data descriptor, because another reader could find other sizes than this
  // one.
  if ((flags & 8) !== 0 && packedBytes === 0 && !name.endsWith('/')) throw new SheetRefused(damaged);
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== signature.local) throw new SheetRefused(damaged);
  const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (from + packedBytes > view.byteLength) throw new SheetRefused(damaged);
  const packed = bytes.subarray(from, from + packedBytes);
  const entry = { name, packed, stored: method === 0, unpackedBytes, checksum: view.getUint32(at + 16, true) };
  return { entry, next: at + 46 + nameLength + extra + comment };
}

export function readDirectory(bytes: Uint8Array, limits: SheetLimits): Entry[] {
  if (bytes.length < 22) throw new SheetRefused(damaged);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, at: start } = directoryOf(view);
  if (count > limits.entries) throw new SheetRefused('文件内容过多，无法读取，请拆分后重新上传');
  const entries: Entry[] = [];
  let unpacked = 0;
  for (let at = start; entries.length < count;) {
    const { entry, next } = entryAt(bytes, view, at);
    at = next;
    unpacked += entry.unpackedBytes;
    const ratio = entry.unpackedBytes / Math.max(1, entry.packed.length);
    const swollen = entry.unpackedBytes > ratioFromBytes && ratio > limits.ratio;
    if (unpacked > limits.unpackedBytes || swollen)
      throw new SheetRefused('文件解压后过大，无法读取，请删除多余的格式或拆分后重新上传');
    if (/vbaProject\.bin$/i.test(entry.name)) throw new SheetRefused('文件含有宏，请另存为不含宏的 .xlsx 后重新上传');
    entries.push(entry);
  }
  return entries;
}

const pieceBytes = 256 * 1024;
/** Yields the bytes of an entry; throws when size or checksum differ from the directory. */
export async function* unpacking(entry: Entry): AsyncGenerator<Buffer> {
  let [size, sum] = [0, 0];
  if (entry.stored) {
    for (; size < entry.packed.length; size += pieceBytes) {
      const piece = entry.packed.subarray(size, size + pieceBytes);
      sum = crc32(piece, sum);
      yield Buffer.from(piece.buffer, piece.byteOffset, piece.length);
    }
    size = entry.packed.length;
  } else {
    const inflate = createInflateRaw({ chunkSize: pieceBytes });
    inflate.end(entry.packed);
    try {
      for await (const chunk of inflate) {
        const piece: Buffer = chunk;
        size += piece.length;
        sum = crc32(piece, sum);
        if (size > entry.unpackedBytes) throw new SheetRefused(damaged);
        yield piece;
      }
    } catch (error) {
      throw error instanceof SheetRefused ? error : new SheetRefused(damaged);
    }
  }
  if (size !== entry.unpackedBytes || sum !== entry.checksum) throw new SheetRefused(damaged);
}
