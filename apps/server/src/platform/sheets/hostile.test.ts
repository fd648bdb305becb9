import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { limits as app } from '@anlan/contract/limits';
import { pack, packAll, workbookAround, workbookParts } from '../../../testing/archives.ts';
import { readSheet, SheetRefused, type SheetRow } from './index.ts';

const limits = { ...app.import };
const sheetOf = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const row = (cells: string, no = 1) => `<row r="${no}">${cells}</row>`;
const one = sheetOf(row('<c r="A1"><v>1</v></c>'));
const mb = 1024 * 1024;
const noise = (bytes: number) => randomBytes(bytes / 2).toString('hex');
const wrapped = (name: string, times: number) => {
  let inner: Buffer = pack({ [name]: '0'.repeat(mb) });
  for (let depth = 0; depth < times; depth++) inner = pack({ [`${depth}.zip`]: inner });
  return inner;
};
function overlapping(times: number): Buffer {
  const whole = packAll(
    Array.from({ length: times }, (_, index) => [`xl/a${String(index).padStart(4, '0')}.xml`, ''] as const),
  );
  const kernel = deflateRawSync(Buffer.alloc(10 * mb));
  const at = whole.indexOf(Buffer.from('PK\x01\x02', 'latin1'));
  const directory = Buffer.from(whole.subarray(at));
  for (let entry = directory.indexOf('PK\x01\x02', 0, 'latin1'); entry >= 0;) {
    directory.writeUInt32LE(kernel.length, entry + 20);
    directory.writeUInt32LE(10 * mb, entry + 24);
    directory.writeUInt32LE(0, entry + 42);
    entry = directory.indexOf('PK\x01\x02', entry + 46, 'latin1');
  }
  const first = Buffer.concat([whole.subarray(0, 30), whole.subarray(30, 30 + 12), kernel]);
  directory.writeUInt32LE(first.length, directory.length - 6);
  return Buffer.concat([first, directory]);
}

/** An archive nested in itself. It passes every size check, but it is no workbook. */
const selfLike = () => pack({ 'r/r.zip': pack({ 'r/r.zip': pack({ 'r/r.zip': 'PK\x03\x04' }) }) });

const refused: [string, () => Buffer][] = [
  ['a bomb of nested archives', () => wrapped('0.txt', 6)],
  ['an archive that contains itself', selfLike],
  ['a thousand overlapping entries of 10 MB', () => overlapping(999)],
  [
    'a thousand and one entries',
    () => packAll(Array.from({ length: 1001 }, (_, index) => [`xl/${index}`, ''] as const)),
  ],
  ['201 MB of zeros', () => workbookAround(one, { 'xl/media/zero.bin': Buffer.alloc(201 * mb) })],
  ['a sheet of 50 MB of one letter', () => workbookAround(`<worksheet>${'a'.repeat(50 * mb)}</worksheet>`)],
  [
    'a sheet that claims 4 GB',
    () => packAll(Object.entries(workbookParts(one)), { claims: { 'xl/worksheets/sheet1.xml': 0xfffffffe } }),
  ],
  [
    '64-bit records that claim 2^52 bytes',
    () => packAll(Object.entries(workbookParts(one)), { wide: true, claims: { 'xl/worksheets/sheet1.xml': 2 ** 52 } }),
  ],
  [
    'a sheet with a declared size of 0',
    () => packAll(Object.entries(workbookParts(one)), { claims: { 'xl/worksheets/sheet1.xml': 0 } }),
  ],
  ['encrypted entries', () => packAll(Object.entries(workbookParts(one)), { flags: 1 })],
  ['an unknown compression method', () => packAll(Object.entries(workbookParts(one)), { method: 99 })],
  ['a truncated archive', () => workbookAround(one).subarray(0, 300)],
  [
    'a directory offset beyond the end of the file',
    () => {
      const file = workbookAround(one);
      file.writeUInt32LE(0x7fffffff, file.length - 6);
      return file;
    },
  ],
  [
    'a directory offset to the end record',
    () => {
      const file = workbookAround(one);
      file.writeUInt32LE(file.length - 22, file.length - 6);
      return file;
    },
  ],
  [
    'an entry count above the real number',
    () => {
      const file = workbookAround(one);
      file.writeUInt16LE(900, file.length - 12);
      return file;
    },
  ],
  [
    'an entity that expands to other entities',
    () =>
      workbookAround(
        `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol1 "&lol;&lol;">]>${sheetOf(row('<c r="A1" t="inlineStr"><is><t>&lol1;</t></is></c>'))}`,
      ),
  ],
  ['an entity that names a file', () => workbookAround(`<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>${one}`)],
  [
    'a DOCTYPE in the shared strings',
    () => workbookAround(one, { 'xl/sharedStrings.xml': '<!DOCTYPE sst SYSTEM "http://127.0.0.1/x.dtd"><sst/>' }),
  ],
  [
    'a DOCTYPE in the workbook',
    () =>
      workbookAround(one, {
        'xl/workbook.xml': '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1/">%p;]><workbook/>',
      }),
  ],
  ['a tag of two megabytes', () => workbookAround(sheetOf(`<row ${noise(2 * mb)}="1"></row>`))],
  ['a tag that never ends', () => workbookAround(`<worksheet><sheetData><row r="${noise(3 * mb)}`)],
  ['a comment that never ends', () => workbookAround(`<worksheet><!--${noise(3 * mb)}`)],
  [
    'a text of 20 MB in one cell',
    () => workbookAround(sheetOf(row(`<c r="A1" t="inlineStr"><is><t>${noise(20 * mb)}</t></is></c>`))),
  ],
  [
    'a text of 20 MB in one cell, in pieces',
    () =>
      workbookAround(sheetOf(row(`<c r="A1" t="inlineStr"><is>${`<t>${noise(1024)}</t>`.repeat(20_000)}</is></c>`))),
  ],
  ['a cell in column 16,384', () => workbookAround(sheetOf(row('<c r="XFD1"><v>1</v></c>')))],
  [
    'a cell with a column name of 300 letters',
    () => workbookAround(sheetOf(row(`<c r="${'Z'.repeat(300)}1"><v>1</v></c>`))),
  ],
  ['a cell without a column letter', () => workbookAround(sheetOf(row('<c r="1"><v>1</v></c>')))],
  ['201 columns', () => workbookAround(sheetOf(row('<c><v>1</v></c>'.repeat(201))))],
  [
    '100,101 rows',
    () =>
      workbookAround(sheetOf(Array.from({ length: 100_101 }, (_, no) => row(`<c><v>${no}</v></c>`, no + 1)).join(''))),
  ],
  ['a workbook with macros', () => workbookAround(one, { 'xl/vbaProject.bin': 'x' })],
  ['a workbook without a sheet', () => pack({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })],
  [
    'a sheet with an external target',
    () =>
      workbookAround(one, {
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" TargetMode="External" Target="file:///etc/passwd"/></Relationships>',
      }),
  ],
  [
    'a sheet path that leads out of the archive',
    () =>
      workbookAround(one, {
        'xl/_rels/workbook.xml.rels':
          '<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="../../../../../etc/passwd"/></Relationships>',
      }),
  ],
  ['random bytes after an archive signature', () => Buffer.concat([Buffer.from('PK\x03\x04'), randomBytes(mb)])],
  ['only the end record of an archive', () => Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])],
];

const longText = '长'.repeat(32_000);
const pointing = `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`;
const packedAsIs = (entries: Record<string, string>) =>
  packAll(Object.entries(workbookParts('', entries)), { method: 0 });
const heavy: [string, 'xlsx' | 'csv', () => Buffer][] = [
  [
    'one long text that sixty thousand cells refer to',
    'xlsx',
    () =>
      packedAsIs({
        'xl/worksheets/sheet1.xml': sheetOf(pointing.repeat(300)),
        'xl/sharedStrings.xml': `<sst><si><t>${longText}</t></si></sst>`,
      }),
  ],
  [
    'thirty million shared strings',
    'xlsx',
    () =>
      packedAsIs({
        'xl/worksheets/sheet1.xml': one,
        'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(30_000_000)}</sst>`,
      }),
  ],
  [
    'eight million shared texts beside one cell',
    'xlsx',
    () =>
      packedAsIs({
        'xl/worksheets/sheet1.xml': one,
        'xl/sharedStrings.xml': `<sst count="1" uniqueCount="1">${'<si><t>一</t></si>'.repeat(8_000_000)}</sst>`,
      }),
  ],
  [
    'a million links between parts',
    'xlsx',
    () =>
      packedAsIs({
        'xl/worksheets/sheet1.xml': one,
        'xl/_rels/workbook.xml.rels': `<Relationships>${'<Relationship Id="r"/>'.repeat(1_000_000)}</Relationships>`,
      }),
  ],
  ['a row of fifty million cells', 'csv', () => Buffer.from(`a,b\n${'x,'.repeat(25_000_000)}`)],
  ['a quotation mark before fifty megabytes', 'csv', () => Buffer.from(`a,b\n"${'""'.repeat(25_000_000)}`)],
];

const inert: [string, () => Buffer, (rows: SheetRow[]) => void][] = [
  [
    'a declared count of a billion shared strings',
    () =>
      workbookAround(one, {
        'xl/sharedStrings.xml': '<sst count="1000000000" uniqueCount="1000000000"><si><t>a</t></si></sst>',
      }),
    (rows) => expect(rows[0]?.cells).toEqual([1]),
  ],
  [
    'a declared dimension of a million rows',
    () => workbookAround(one.replace('<sheetData>', '<dimension ref="A1:XFD1048576"/><sheetData>')),
    (rows) => expect(rows).toHaveLength(1),
  ],
  [
    'a reference to a missing shared string',
    () =>
      workbookAround(
        sheetOf(
          row(
            '<c r="A1" t="s"><v>999999999</v></c><c r="B1" t="s"><v>-1</v></c><c r="C1" t="s"><v>__proto__</v></c><c r="D1"><v>1</v></c>',
          ),
        ),
      ),
    (rows) => expect(rows[0]?.cells).toEqual([...Array.from({ length: 3 }, () => ({ error: '（文字已丢失）' })), 1]),
  ],
  [
    'an invalid row number',
    () => workbookAround(sheetOf(row('<c r="A1"><v>1</v></c>').replace('r="1"', 'r="-9e99"'))),
    (rows) => expect(rows).toHaveLength(1),
  ],
  [
    'three hundred thousand empty rows',
    () =>
      workbookAround(
        sheetOf(
          `${Array.from({ length: 300_000 }, (_, no) => `<row r="${no + 2}" a="${no * 7919}"/>`).join('')}${row('<c r="A1"><v>1</v></c>')}`,
        ),
      ),
    (rows) => expect(rows).toHaveLength(1),
  ],
  [
    'formulas of every kind',
    () =>
      workbookAround(
        sheetOf(
          row(
            '<c r="A1"><f>HYPERLINK("http://x")</f><v>1</v></c><c r="B1"><f t="shared" si="0"/><v>2</v></c><c r="C1" t="str"><f>cmd|\' /C calc\'!A0</f><v>x</v></c>',
          ),
        ),
      ),
    (rows) => expect(rows[0]?.cells).toEqual([{ formula: true }, { formula: true }, { formula: true }]),
  ],
  [
    'the same entry twice',
    () =>
      packAll([
        ...Object.entries(workbookParts(one)),
        ['xl/worksheets/sheet1.xml', sheetOf(row('<c r="A1"><v>2</v></c>'))],
      ]),
    (rows) => expect(rows).toHaveLength(1),
  ],
  [
    'entry names with a path out of the archive',
    () => workbookAround(one, { '../../../../tmp/anlan-evil': 'x', '/etc/anlan-evil': 'x' }),
    (rows) => expect(rows).toHaveLength(1),
  ],
  [
    'characters that XML forbids',
    () =>
      workbookAround(
        sheetOf(row('<c r="A1" t="inlineStr"><is><t>a&#0;&#x110000;&#xFFFFFF;_x0000_b&nosuch;</t></is></c>')),
      ),
    (rows) => expect(rows[0]?.cells).toHaveLength(1),
  ],
  [
    'a character outside ASCII',
    () => workbookAround(sheetOf(row('<c r="A1" t="inlineStr"><is><t>§</t></is></c>')), {}),
    (rows) => expect(rows).toHaveLength(1),
  ],
  [
    'numbers beyond the range of numbers',
    () =>
      workbookAround(
        sheetOf(
          row('<c r="A1"><v>1e999</v></c><c r="B1"><v>-1e999</v></c><c r="C1"><v>0x10</v></c><c r="D1"><v>NaN</v></c>'),
        ),
      ),
    (rows) => expect(rows).toHaveLength(1),
  ],
  [
    'tags a hundred thousand deep',
    () =>
      workbookAround(`<worksheet>${'<a>'.repeat(100_000)}<sheetData>${row('<c r="A1"><v>1</v></c>')}</sheetData>`, {}),
    (rows) => expect(rows).toHaveLength(1),
  ],
];

async function read(bytes: Buffer, kind: 'xlsx' | 'csv' = 'xlsx'): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of readSheet({ bytes, kind, limits })) rows.push(...batch);
  return rows;
}

test.each(heavy)(
  'refuses %s in a spreadsheet with a message before the time limit (S57)',
  async (_, kind, make) => {
    const bytes = make();
    await expect(read(bytes, kind)).rejects.toThrow(/内容过多|最多读取|引号/);
  },
  30_000,
);
test('reads a workbook with as many shared texts as cells (S57)', async () => {
  const columns = 100;
  const texts = Array.from({ length: 600_000 }, (_, at) => `<si><t>${at}</t></si>`);
  const rows = Array.from({ length: texts.length / columns }, (_, no) => {
    const cells = Array.from({ length: columns }, (_, at) => `<c t="s"><v>${no * columns + at}</v></c>`);
    return row(cells.join(''), no + 1);
  });
  const bytes = workbookAround(sheetOf(rows.join('')), { 'xl/sharedStrings.xml': `<sst>${texts.join('')}</sst>` });
  const rowsRead = await read(bytes);
  expect(rowsRead).toHaveLength(rows.length);
  expect(rowsRead.at(-1)?.cells.at(-1)).toBe('599999');
});
test('reads a row of endless empty cells as empty (S57)', async () => {
  expect(await read(Buffer.from(`a,b\n${','.repeat(50_000_000)}\nc`), 'csv')).toEqual([
    { no: 1, cells: ['a', 'b'] },
    { no: 3, cells: ['c'] },
  ]);
});

test.each(refused)('refuses the spreadsheet with a message: %s (S57)', async (_, make) => {
  const bytes = make();
  const failure = await read(bytes).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(SheetRefused);
  expect(failure).toMatchObject({ message: expect.stringMatching(/[一-龥]/) });
});

test.each(inert)('ignores %s in a spreadsheet (S57)', async (_, make, check) => check(await read(make())));
