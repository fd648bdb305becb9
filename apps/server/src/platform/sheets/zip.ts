import { crc32, createDeflateRaw } from 'node:zlib';

export interface OutgoingEntry {
  name: string;
  data: AsyncIterable<Uint8Array>;
}

interface Written {
  name: Buffer;
  crc: number;
  packedBytes: number;
  unpackedBytes: number;
  offset: number;
}

// Every entry has the time 2026-01-01 00:00, so that equal rows give an equal file.
const stamp = { time: 0, date: ((2026 - 1980) << 9) | (1 << 5) | 1 };
const fields = (...parts: (readonly [2 | 4 | 8, number])[]) => {
  const buffer = Buffer.alloc(parts.reduce((size, [width]) => size + width, 0));
  let at = 0;
  for (const [width, value] of parts)
    if (width === 8) at = buffer.writeBigUInt64LE(BigInt(value), at);
    else at = width === 2 ? buffer.writeUInt16LE(value, at) : buffer.writeUInt32LE(value, at);
  return buffer;
};

/** Means that the value is in the 64-bit record. */
const elsewhere = 0xffff_ffff;
const largestOfAll = elsewhere - 1;
const versions = { usual: 20, long: 45 } as const;

/** Flags of an entry. 0x8: sizes and checksum follow the data. 0x800: the name is UTF-8. */
const flagsOf = (name: Buffer) => (name.some((byte) => byte > 0x7e) ? 0x808 : 8);

const localHeader = (name: Buffer) =>
  Buffer.concat([
    fields(
      [4, 0x04034b50],
      [2, versions.usual],
      [2, flagsOf(name)],
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

/** Data descriptor, which follows the data of an entry. Readers infer the width of its fields from the sizes. */
function descriptorOf({ crc, packedBytes, unpackedBytes }: Written, largest: number): Buffer {
  const width = packedBytes > largest || unpackedBytes > largest ? 8 : 4;
  return fields([4, 0x08074b50], [4, crc], [width, packedBytes], [width, unpackedBytes]);
}

function directoryHeader({ name, crc, packedBytes, unpackedBytes, offset }: Written, largest: number): Buffer {
  const long = [unpackedBytes, packedBytes, offset].filter((value) => value > largest);
  const short = (value: number) => (value > largest ? elsewhere : value);
  const record =
    long.length === 0
      ? Buffer.alloc(0)
      : fields([2, 1], [2, long.length * 8], ...long.map((value) => [8, value] as const));
  const version = long.length === 0 ? versions.usual : versions.long;
  return Buffer.concat([
    fields(
      [4, 0x02014b50],
      [2, version],
      [2, version],
      [2, flagsOf(name)],
      [2, 8],
      [2, stamp.time],
      [2, stamp.date],
      [4, crc],
      [4, short(packedBytes)],
      [4, short(unpackedBytes)],
      [2, name.length],
      [2, record.length],
    ),
    fields([2, 0], [2, 0], [2, 0], [4, 0], [4, short(offset)]),
    name,
    record,
  ]);
}

/** Creates the end record. The 64-bit record precedes it when the offset of the directory needs more than 32 bits. */
function endOf(count: number, bytes: number, offset: number, largest: number): Buffer {
  const short = (value: number) => (value > largest ? elsewhere : value);
  const end = fields(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, short(bytes)],
    [4, short(offset)],
    [2, 0],
  );
  if (bytes <= largest && offset <= largest) return end;
  const { long } = versions;
  return Buffer.concat([
    fields([4, 0x06064b50], [8, 44], [2, long], [2, long], [4, 0], [4, 0]),
    fields([8, count], [8, count], [8, bytes], [8, offset]),
    fields([4, 0x07064b50], [4, 0], [8, offset + bytes], [4, 1]),
    end,
  ]);
}

/**
 * Writes a zip file. Compresses one entry after the other; only the central directory stays in memory. Sizes and
 * offsets above `largest` use 64-bit records; only tests pass a smaller `largest`.
 */
export async function* zipped(
  entries: AsyncIterable<OutgoingEntry> | Iterable<OutgoingEntry>,
  largest: number = largestOfAll,
): AsyncGenerator<Buffer> {
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
    const descriptor = descriptorOf(entry, largest);
    yield descriptor;
    offset += header.length + entry.packedBytes + descriptor.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map((entry) => directoryHeader(entry, largest)));
  yield directory;
  yield endOf(written.length, directory.length, offset, largest);
}

// Approximate size of an output piece.
const packedPiece = 64 * 1024;

async function* deflated(data: AsyncIterable<Uint8Array>, entry: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw({ level: 5, chunkSize: packedPiece });
  const packed: Buffer[] = [];
  let failure: Error | undefined;
  deflate.on('data', (piece: Buffer) => packed.push(piece));
  deflate.on('error', (error) => (failure = error));
  const ended = new Promise<void>((done) => deflate.once('close', done));
  let packing: Promise<void> | undefined;
  try {
    // While this piece is compressed, `data` produces the next one.
    for await (const piece of data) {
      entry.crc = crc32(piece, entry.crc);
      entry.unpackedBytes += piece.length;
      await packing;
      if (failure) throw failure;
      packing = new Promise((done) => deflate.write(piece, () => done()));
      yield* packed.splice(0);
    }
    await packing;
    deflate.end();
    await ended;
    if (failure) throw failure;
    yield* packed.splice(0);
  } finally {
    deflate.destroy();
  }
}
