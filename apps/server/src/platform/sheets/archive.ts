// The archive of a workbook, looked at before anything of it is parsed: how much it claims to hold, and whether it
// holds what it claims (S57).
import { createInflateRaw } from 'node:zlib';
import { SheetRefused, type SheetLimits } from './cells.ts';

/** One entry of the central directory. */
export interface Entry {
  name: string;
  packed: Uint8Array;
  stored: boolean;
  unpackedBytes: number;
}

const damaged = '文件已损坏，或不是有效的 .xlsx 文件';
const signature = { end: 0x06054b50, central: 0x02014b50, local: 0x04034b50 };
/** Below this size a ratio says nothing. */
const ratioFromBytes = 1024 * 1024;

function endOfDirectory(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - 65_557);
  for (let at = view.byteLength - 22; at >= lowest; at -= 1) if (view.getUint32(at, true) === signature.end) return at;
  throw new SheetRefused(damaged);
}

function entryAt(bytes: Uint8Array, view: DataView, at: number): { entry: Entry; next: number } {
  if (at + 46 > view.byteLength || view.getUint32(at, true) !== signature.central) throw new SheetRefused(damaged);
  const flags = view.getUint16(at + 8, true);
  const method = view.getUint16(at + 10, true);
  const [packedBytes, unpackedBytes] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
  const [nameLength, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
  const local = view.getUint32(at + 42, true);
  const name = Buffer.from(bytes.subarray(at + 46, at + 46 + (nameLength ?? 0))).toString('utf8');
  if ((flags & 1) !== 0) throw new SheetRefused('文件有密码保护，请取消密码后重新上传');
  if (method !== 0 && method !== 8) throw new SheetRefused(damaged);
  // Sizes of zero with a descriptor behind the data would let a reader look for them elsewhere.
  if ((flags & 8) !== 0 && packedBytes === 0 && !name.endsWith('/')) throw new SheetRefused(damaged);
  if (local + 30 > view.byteLength || view.getUint32(local, true) !== signature.local) throw new SheetRefused(damaged);
  const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
  if (from + packedBytes > view.byteLength) throw new SheetRefused(damaged);
  const entry = { name, packed: bytes.subarray(from, from + packedBytes), stored: method === 0, unpackedBytes };
  return { entry, next: at + 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0) };
}

/** The entries of a workbook's archive, refused when they claim too much. */
export function readDirectory(bytes: Uint8Array, limits: SheetLimits): Entry[] {
  if (bytes.length < 22) throw new SheetRefused(damaged);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries) throw new SheetRefused('文件内容过多，无法读取，请拆分后重新上传');
  const entries: Entry[] = [];
  let unpacked = 0;
  for (let at = view.getUint32(end + 16, true); entries.length < count;) {
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

/** Goes through the bytes of an entry piece by piece; one that holds more or less than it claims is refused. */
export async function* unpacking(entry: Entry): AsyncGenerator<Buffer> {
  let size = 0;
  if (entry.stored) {
    size = entry.packed.length;
    yield Buffer.from(entry.packed.buffer, entry.packed.byteOffset, entry.packed.length);
  } else {
    const inflate = createInflateRaw({ chunkSize: 256 * 1024 });
    inflate.end(entry.packed);
    try {
      for await (const chunk of inflate) {
        const piece: Buffer = chunk;
        size += piece.length;
        if (size > entry.unpackedBytes) throw new SheetRefused(damaged);
        yield piece;
      }
    } catch (error) {
      throw error instanceof SheetRefused ? error : new SheetRefused(damaged);
    }
  }
  if (size !== entry.unpackedBytes) throw new SheetRefused(damaged);
}
