// Finds codec names in the tracks of an mp4 file (ISO/IEC 14496-12). Boxes are skipped by their length, never read
// completely.
import { open } from 'node:fs/promises';

export type ReadAt = (from: number, length: number) => Promise<Buffer>;

const containers = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** Maximum number of boxes to inspect, because a file may contain endless empty boxes. */
const boxesMost = 5_000;
const headBytes = 16;

/** Returns the codec names of an mp4, such as avc1, hvc1 or mp4a; an empty list when its boxes are invalid. */
export async function sampleEntries(read: ReadAt, sizeBytes: number): Promise<string[]> {
  const entryNames: string[] = [];
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
      entryNames.push(head.toString('latin1', 4, 8));
      const size = head.readUInt32BE(0);
      if (size < 8) return;
      at += size;
    }
  }
  await walk(0, sizeBytes);
  return entryNames;
}

const hevc = new Set(['hvc1', 'hev1', 'dvh1', 'dvhe']);

const isIn = (entries: readonly string[]) => entries.some((entry) => hevc.has(entry));

/**
 * Whether the first bytes already show an HEVC video. If they do not, the codec may be listed at the end of the file.
 */
export const beginsAsHevc = async (head: Buffer, sizeBytes: number): Promise<boolean> =>
  isIn(await sampleEntries((from, length) => Promise.resolve(head.subarray(from, from + length)), sizeBytes));

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
