import { crc32, createDeflateRaw } from 'node:zlib';

/** One file of an archive on its way out. */
export interface OutgoingEntry {
  name: string;
  data: AsyncIterable<Buffer>;
}

interface Written {
  name: Buffer;
  crc: number;
  packedBytes: number;
  unpackedBytes: number;
  offset: number;
}

// 2026-01-01 00:00, so that the same rows make the same bytes.
const stamp = { time: 0, date: ((2026 - 1980) << 9) | (1 << 5) | 1 };
const fields = (...parts: (readonly [2 | 4, number])[]) => {
  const buffer = Buffer.alloc(parts.reduce((size, [width]) => size + width, 0));
  let at = 0;
  for (const [width, value] of parts)
    at = width === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value, at);
  return buffer;
};

const localHeader = (name: Buffer) =>
  Buffer.concat([
    // Sizes and checksum follow the data (flag 8): they are not known before.
    fields(
      [4, 0x04034b50],
      [2, 20],
      [2, 8],
      [2, 8],
      [2, stamp.time],
      [2, stamp.date],
      [4, 0],
      [4, 0],
      [4, 0],
      [2, name.length],
      [2, 0],
    ),
    name,
  ]);

const directoryHeader = ({ name, crc, packedBytes, unpackedBytes, offset }: Written) =>
  Buffer.concat([
    fields(
      [4, 0x02014b50],
      [2, 20],
      [2, 20],
      [2, 8],
      [2, 8],
      [2, stamp.time],
      [2, stamp.date],
      [4, crc],
      [4, packedBytes],
    ),
    fields([4, unpackedBytes], [2, name.length], [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
    name,
  ]);

/** Packs entries one after the other; nothing is kept but the directory. */
export async function* zipped(entries: AsyncIterable<OutgoingEntry> | Iterable<OutgoingEntry>): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name: text, data } of entries) {
    const entry: Written = { name: Buffer.from(text), crc: 0, packedBytes: 0, unpackedBytes: 0, offset };
    const header = localHeader(entry.name);
    yield header;
    for await (const piece of deflated(data, entry)) {
      entry.packedBytes += piece.length;
      yield piece;
    }
    const descriptor = fields([4, 0x08074b50], [4, entry.crc], [4, entry.packedBytes], [4, entry.unpackedBytes]);
    yield descriptor;
    offset += header.length + entry.packedBytes + descriptor.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(directoryHeader));
  yield directory;
  yield fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, written.length],
    [2, written.length],
    [4, directory.length],
    [4, offset],
    [2, 0],
  );
}

async function* deflated(data: AsyncIterable<Buffer>, entry: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 5 });
  const packed: Buffer[] = [];
  let failure: Error | undefined;
  deflate.on('data', (piece: Buffer) => packed.push(piece));
  deflate.on('error', (error) => (failure = error));
  const ended = new Promise<void>((done) => deflate.once('close', done));
  try {
    for await (const piece of data) {
      entry.crc = crc32(piece, entry.crc);
      entry.unpackedBytes += piece.length;
      await new Promise<void>((done) => deflate.write(piece, () => done()));
      if (failure) throw failure;
      yield* packed.splice(0);
    }
    deflate.end();
    await ended;
    if (failure) throw failure;
    yield* packed.splice(0);
  } finally {
    deflate.destroy();
  }
}
