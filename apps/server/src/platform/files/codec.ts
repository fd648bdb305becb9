// Which codecs the tracks of an mp4 name (ISO/IEC 14496-12): boxes are stepped over by their lengths, never read whole.
import { open } from 'node:fs/promises';

/** Reads some bytes from a place; fewer at the end. */
export type ReadAt = (from: number, length: number) => Promise<Buffer>;

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** Boxes that are looked at in all: a file of nothing but empty ones keeps nobody busy. */
const boxesMost = 5_000;
const headBytes = 16;

/** The names of the sample entries of an mp4, such as avc1, hvc1, mp4a; none where its boxes cannot be followed. */
export async function sampleEntries(read: ReadAt, sizeBytes: number): Promise<string[]> {
  const found: string[] = [];
  let left = boxesMost;
  async function walk(from: number, end: number): Promise<void> {
    for (let at = from; at + 8 <= end && left > 0; left -= 1) {
      const head = await read(at, headBytes);
      if (head.length < 8) return;
      const short = head.readUInt32BE(0);
      const type = head.toString('latin1', 4, 8);
      const isLong = short === 1;
      if (isLong && head.length < headBytes) return;
      const size = short === 0 ? end - at : isLong ? Number(head.readBigUInt64BE(8)) : short;
      const body = at + (isLong ? 16 : 8);
      const next = at + size;
      if (next < body || next > end) return;
      if (containers.has(type)) await walk(body, next);
      else if (type === 'stsd') await entriesIn(body + 8, next);
      at = next;
    }
  }
  async function entriesIn(from: number, end: number): Promise<void> {
    for (let at = from; at + 8 <= end && left > 0; left -= 1) {
      const head = await read(at, 8);
      if (head.length < 8) return;
      found.push(head.toString('latin1', 4, 8));
      const size = head.readUInt32BE(0);
      if (size < 8) return;
      at += size;
    }
  }
  await walk(0, sizeBytes);
  return found;
}

const hevc = new Set(['hvc1', 'hev1', 'dvh1', 'dvhe']);

const isIn = (entries: readonly string[]) => entries.some((entry) => hevc.has(entry));

/** Whether the first bytes of an mp4 of so many say already that it holds HEVC; where they do not, its end may. */
export const beginsAsHevc = async (head: Buffer, sizeBytes: number): Promise<boolean> =>
  isIn(await sampleEntries((from, length) => Promise.resolve(head.subarray(from, from + length)), sizeBytes));

/** Whether an mp4 holds HEVC (H.265), which most browsers do not play. */
export async function isHevc(path: string, sizeBytes: number): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const entries = await sampleEntries(async (from, length) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    }, sizeBytes);
    return isIn(entries);
  } finally {
    await file.close();
  }
}
