// Builds zip archives by hand, also invalid ones.
import { crc32, deflateRawSync } from 'node:zlib';

export interface ArchiveDeviations {
  claims?: Record<string, number>;
  /** All sizes and offsets in zip64 records, as some writers do. */
  wide?: boolean;
  /** Zip flags of every entry (1 = password protected). */
  flags?: number;
  /** Compression method of every entry: 8 is deflate, 0 is none. */
  method?: number;
}

const uint16 = (...values: number[]) => Buffer.from(new Uint16Array(values).buffer);
const uint32 = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer);
const uint64 = (...values: number[]) => Buffer.from(new BigUint64Array(values.map(BigInt)).buffer);
const far = 0xffffffff;

export function packAll(
  entries: readonly (readonly [string, string | Buffer])[],
  { claims = {}, wide = false, flags = 0, method = 8 }: ArchiveDeviations = {},
): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [text, content] of entries) {
    const [name, data] = [Buffer.from(text), Buffer.from(content)];
    const packed = method === 8 ? deflateRawSync(data) : data;
    const size = claims[text] ?? data.length;
    const kind = [uint16(20, flags, method, 0, 33), uint32(crc32(data))];
    const sizes = wide ? uint32(far, far) : uint32(packed.length, size);
    const localExtra = wide ? Buffer.concat([uint16(1, 16), uint64(size, packed.length)]) : Buffer.alloc(0);
    const extra = wide ? Buffer.concat([uint16(1, 24), uint64(size, packed.length, offset)]) : Buffer.alloc(0);
    const local = Buffer.concat([
      uint32(0x04034b50),
      ...kind,
      sizes,
      uint16(name.length, localExtra.length),
      name,
      localExtra,
      packed,
    ]);
    central.push(
      Buffer.concat([
        uint32(0x02014b50),
        uint16(20),
        ...kind,
        sizes,
        uint16(name.length, extra.length, 0, 0, 0),
        uint32(0, wide ? far : offset),
        name,
        extra,
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end64 = Buffer.concat([
    uint32(0x06064b50),
    uint64(44),
    uint16(45, 45),
    uint32(0, 0),
    uint64(entries.length, entries.length, directory.length, offset),
    uint32(0x07064b50, 0),
    uint64(offset + directory.length),
    uint32(1),
  ]);
  const count = wide ? 0xffff : entries.length;
  return Buffer.concat([
    ...locals,
    directory,
    ...(wide ? [end64] : []),
    uint32(0x06054b50),
    uint16(0, 0, count, count),
    uint32(wide ? far : directory.length, wide ? far : offset),
    uint16(0),
  ]);
}

export const pack = (entries: Record<string, string | Buffer>, claims: Record<string, number> = {}): Buffer =>
  packAll(Object.entries(entries), { claims });

export const workbookParts = (sheet: string, more: Record<string, string | Buffer> = {}) => ({
  '[Content_Types].xml': '<Types/>',
  '_rels/.rels':
    '<Relationships><Relationship Id="rId1" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>',
  'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
  'xl/worksheets/sheet1.xml': sheet,
  ...more,
});

export const workbookAround = (sheet: string, more: Record<string, string | Buffer> = {}): Buffer =>
  pack(workbookParts(sheet, more));
