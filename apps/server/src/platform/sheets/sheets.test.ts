import { buffer } from 'node:stream/consumers';
import { readXlsx, writeXlsx, writeXlsxStream } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { pack, packAll, workbookAround as wide, workbookParts } from '../../../testing/archives.ts';
import { readDirectory, unpacking } from './archive.ts';
import {
  findHeadings,
  peekSheets,
  readSheet,
  SheetRefused,
  writeWorkbook,
  type OutgoingCell,
  type OutgoingSheet,
  type SheetRow,
} from './index.ts';
import { inSheets } from './split-into-sheets.ts';
import { zipped } from './zip.ts';

const limits = { rows: 1000, columns: 30, entries: 50, unpackedBytes: 20 * 1024 * 1024, ratio: 100 };
async function read(bytes: Uint8Array, kind: 'xlsx' | 'csv' = 'xlsx', more = {}): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of readSheet({ bytes, kind, limits: { ...limits, ...more } }, 7)) rows.push(...batch);
  return rows;
}
const write = (...sheets: OutgoingSheet[]) => buffer(writeWorkbook(sheets));
const text = (heading: string) => ({ heading, kind: 'text' as const, width: 12 });

describe('writing a workbook', () => {
  test('writes typed numbers and dates that another library reads', async () => {
    const file = await write({
      name: '企业',
      note: '导出人 林知远',
      columns: [
        { ...text('名称'), required: true },
        { heading: '人数', kind: 'integer', width: 8 },
        { heading: '面积', kind: 'decimal', width: 8 },
        { heading: '成立', kind: 'day', width: 12 },
        { heading: '更新', kind: 'instant', width: 20 },
      ],
      rows: [
        [
          ['甲 & <乙> "丙"\n丁', 12, '3.50', '2026-02-28', new Date('2026-11-20T16:00:00Z')],
          [' 空格 ', null, -5, '', null],
        ],
      ],
    });
    const { sheets } = await readXlsx(new Uint8Array(file));
    expect(sheets[0]?.name).toBe('企业');
    expect(sheets[0]?.rows.slice(0, 2)).toEqual([
      ['导出人 林知远', null, null, null, null],
      ['名称*', '人数', '面积', '成立', '更新'],
    ]);
    expect(sheets[0]?.rows[2]).toEqual([
      '甲 & <乙> "丙"\n丁',
      12,
      3.5,
      new Date('2026-02-28T00:00:00Z'),
      new Date('2026-11-21T00:00:00Z'),
    ]);
    expect(sheets[0]?.rows[3]).toEqual([' 空格 ', null, -5, null, null]);
  });

  test('writes no text as a formula (S59)', async () => {
    const payloads = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＋1', '－1', '＠1', '=cmd|"/c calc"!A1'];
    payloads.push(
      '=HYPERLINK("http://x","y")',
      '%0A-3+3',
      ';=1',
      '"=1"',
      "'=1",
      '=_xlfn.X()',
      '_x003D_1',
      '\0=1',
      '=1\u2028',
    );
    const file = await write({
      name: 'S',
      columns: Array.from({ length: 30 }, (_, index) => text(`列${index}`)),
      rows: [payloads.map((payload) => Array.from({ length: 30 }, () => payload))],
    });
    const { sheets } = await readXlsx(new Uint8Array(file), { readStyles: true });
    const formulas = [...(sheets[0]?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined);
    expect(formulas).toEqual([]);
    expect(sheets[0]?.rows.length).toBe(payloads.length + 1);
    for (const [index, payload] of payloads.entries())
      expect(sheets[0]?.rows[index + 1]?.[29]).toBe(payload.replace('\0', ''));
    expect((await unpacked(file, 'xl/styles.xml')).match(/quotePrefix="1"/g)?.length).toBe(4);
  });

  test('freezes the headings and adds drop-down lists to empty rows', async () => {
    const file = await write({
      name: '企业',
      columns: [
        { ...text('规模'), hint: '请选择', choices: { range: "'选项'!$A$1:$A$4", severe: true } },
        text('代码'),
      ],
      rows: [],
      preparedTo: 500,
    });
    const sheet = await unpacked(file, 'xl/worksheets/sheet1.xml');
    expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(sheet).toContain('<col min="2" max="2" width="12" style="1" customWidth="1"/>');
    expect(sheet).toContain('sqref="A2:A500"><formula1>\'选项\'!$A$1:$A$4</formula1>');
    const { sheets } = await readXlsx(new Uint8Array(file));
    expect(sheets[0]?.dataValidations?.[0]).toMatchObject({ type: 'list', range: 'A2:A500' });
  });

  test('reads rows only as fast as the file is sent', async () => {
    let batchCount = 0;
    async function* rows() {
      for (; batchCount < 400; batchCount++)
        yield Array.from({ length: 100 }, (_, index) => [`第 ${batchCount} 批`, index]);
    }
    const stream = writeWorkbook([{ name: 'S', columns: [text('a'), text('b')], rows: rows() }]);
    for (let piece = 0; piece < 16; piece++) await stream.next();
    expect(batchCount).toBeLessThan(200);
    await stream.return(undefined);
  });
});

describe('an archive that needs more than 32 bits', () => {
  const contents = ['a'.repeat(3_000), '乙', '丙'.repeat(500)];
  async function* data(text: string) {
    for (let at = 0; at < text.length; at += 700) yield Buffer.from(text.slice(at, at + 700));
  }
  const entries = contents.map((text, index) => ({ name: `part${index}.xml`, data: () => data(text) }));
  const pack = (largest?: number) =>
    buffer(
      zipped(
        entries.map(({ name, data }) => ({ name, data: data() })),
        largest,
      ),
    );

  // With a small limit, a small file needs 64-bit records: for everything, for some fields, or only for the offset of
  // the directory.
  test.each([0, 40, 100, 1_000, 0xffff_fffe])('uses 64-bit records for values above %i', async (largest) => {
    const file = await pack(largest);
    const read = readDirectory(file, { ...limits, ratio: 10_000 });
    expect(read.map(({ name }) => name)).toEqual(entries.map(({ name }) => name));
    for (const [index, entry] of read.entries())
      expect((await buffer(unpacking(entry))).toString()).toBe(contents[index]);
    expect(file.includes(Buffer.from('PK\x06\x06', 'latin1'))).toBe(largest < 200);
  });
});

async function unpacked(file: Buffer, name: string): Promise<string> {
  const entry = readDirectory(file, { ...limits, unpackedBytes: 1e9 }).find((one) => one.name === name);
  return entry ? (await buffer(unpacking(entry))).toString('utf8') : '';
}

describe('reading a spreadsheet', () => {
  test('returns typed values and skips empty rows', async () => {
    const file = await writeXlsx({
      sheets: [
        {
          name: 'S',
          rows: [
            ['名称', '数', '日', '式', '错'],
            ['甲', 9.13e17, new Date('2026-01-31'), 1, '#N/A'],
            [null, null, null, null, null],
            ['乙', true, null, null, ' '],
          ],
          cells: new Map([['1,3', { value: 2, type: 'formula' as const, formula: 'SUM(B1:B2)' }]]),
        },
      ],
    });
    expect(await read(file)).toEqual([
      { no: 1, cells: ['名称', '数', '日', '式', '错'] },
      { no: 2, cells: ['甲', 9.13e17, { day: '2026-01-31' }, { formula: true }, { error: '#N/A' }] },
      { no: 4, cells: ['乙', true] },
    ]);
  });

  test('reads archives with 64-bit records or backslashes', async () => {
    const parts = workbookParts(
      '<worksheet><sheetData><row r="1"><c r="A1"><v>7</v></c></row></sheetData></worksheet>',
    );
    const strokes = Object.entries(parts).map(([name, data]) => [name.replaceAll('/', '\\'), data] as const);
    for (const bytes of [
      packAll(Object.entries(parts), { wide: true }),
      packAll(strokes),
      packAll(Object.entries(parts), { method: 0 }),
    ])
      expect(await read(bytes)).toEqual([{ no: 1, cells: [7] }]);
  });

  test('finds formulas that are split between pieces, also in tags with a prefix', async () => {
    const rows = Array.from({ length: 900 }, (_, index) => {
      const r = index + 1;
      const plain = `<x:c r="A${r}"><x:v>${r}</x:v></x:c>`.padEnd(700, ' ');
      return `<x:row r="${r}">${plain}<x:c r="AB${r}"><x:f t="shared" si="0"/><x:v>1</x:v></x:c></x:row>`;
    });
    const file = wide(`<x:worksheet><x:sheetData>${rows.join('')}</x:sheetData></x:worksheet>`);
    const rowsRead = await read(file);
    expect(rowsRead.length).toBe(900);
    expect(rowsRead.every((row) => typeof row.cells[27] === 'object' && row.cells[27] !== null)).toBe(true);
    expect(rowsRead.every((row) => typeof row.cells[0] === 'number')).toBe(true);
  });

  test('reads a number as a date only when its format is a date', async () => {
    const formats = ['yyyy-mm-dd', 'yyyy"年"m"月"d"日"', '[$-804]d', '0.00', '[Red]0', '"day"0', 'h:mm', '\\d0'];
    const cell = (numFmt: string) => ({ value: 45_000, type: 'number' as const, style: { numFmt } });
    const cells = new Map(formats.map((format, column) => [`0,${column}`, cell(format)]));
    const file = await writeXlsx({ sheets: [{ name: 'S', rows: [formats.map(() => 45_000)], cells }] });
    const day = { day: '2023-03-15' };
    expect(await read(file)).toEqual([{ no: 1, cells: [day, day, day, 45_000, 45_000, 45_000, 45_000, 45_000] }]);
    const since1904 = await writeXlsx({
      dateSystem: '1904',
      sheets: [{ name: 'S', rows: [[new Date('2026-02-28')]] }],
    });
    expect(await read(since1904)).toEqual([{ no: 1, cells: [{ day: '2026-02-28' }] }]);
  });

  test('reads UTF-8, UTF-16 and GB 18030 tables', async () => {
    const table = '名称,代码\r\n"甲, ""乙""",="01"\r\n\r\n丙,=1+1\r\n';
    const expected = [
      { no: 1, cells: ['名称', '代码'] },
      { no: 2, cells: ['甲, "乙"', '01'] },
      { no: 4, cells: ['丙', { formula: true }] },
    ];
    expect(await read(Buffer.from(table), 'csv')).toEqual(expected);
    expect(await read(Buffer.from(`\ufeff${table}`), 'csv')).toEqual(expected);
    expect(await read(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')]), 'csv')).toEqual(
      expected,
    );
    const gb = Buffer.from('c3fbb3c62cb4fac2eb0d0ab1fb2c320d0a', 'hex');
    expect(await read(gb, 'csv')).toEqual([
      { no: 1, cells: ['名称', '代码'] },
      { no: 2, cells: ['丙', '2'] },
    ]);
  });

  test('ends the worker thread when reading stops early', async () => {
    const file = await buffer(
      writeXlsxStream(
        Array.from({ length: 500 }, (_, index) => [index]),
        { name: 'S' },
      ) as unknown as AsyncIterable<Buffer>,
    );
    for await (const batch of readSheet({ bytes: file, kind: 'xlsx', limits }, 5)) {
      expect(batch.length).toBe(5);
      break;
    }
  });
});

describe('refused spreadsheets (S57)', () => {
  const sheet = '<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>';
  const cases: [string, () => Uint8Array | Promise<Uint8Array>, RegExp][] = [
    ['bytes that are no archive', () => Buffer.from('PK\x03\x04 and nothing'), /已损坏/],
    ['a truncated archive', () => wide(sheet).subarray(0, 400), /已损坏/],
    [
      'too many entries',
      () => wide(sheet, Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x${i}`, '']))),
      /内容过多/,
    ],
    [
      'more unpacked bytes than the limit',
      () => wide(sheet, { 'xl/a.xml': Buffer.alloc(21 * 1024 * 1024, 'ab').toString() }),
      /解压后过大/,
    ],
    ['a high compression ratio', () => wide(sheet, { 'xl/media/a.bin': '\0'.repeat(5 * 1024 * 1024) }), /解压后过大/],
    [
      'a bomb that claims to be small',
      () => pack({ 'xl/worksheets/sheet1.xml': '<a/>'.repeat(500_000) }, { 'xl/worksheets/sheet1.xml': 100 }),
      /没有工作表|已损坏/,
    ],
    ['a DOCTYPE', () => wide(`<!DOCTYPE x [<!ENTITY a "b">]>${sheet}`), /不允许/],
    ['macros', () => wide(sheet, { 'xl/vbaProject.bin': 'x' }), /宏/],
    ['too many columns', () => wide(sheet.replace('A1', 'CZ1')), /最多读取 30 列/],
    ['no sheet', () => pack({ 'word/document.xml': '<a/>' }), /没有工作表/],
    ['a table in an invalid encoding', () => Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x00, 0xd8]), /编码/],
  ];
  test.each(cases)('are refused with a message: %s', async (name, make, reason) => {
    const source = {
      bytes: await make(),
      kind: name === 'a table in an invalid encoding' ? ('csv' as const) : ('xlsx' as const),
      limits,
    };
    const reading = async () => {
      for await (const rows of readSheet(source)) void rows;
    };
    await expect(reading()).rejects.toThrow(SheetRefused);
    await expect(reading()).rejects.toThrow(reason);
  });

  test('are archives that claim a small size but unpack to a large size', async () => {
    const path = 'xl/worksheets/sheet1.xml';
    const file = wide('<row/>'.repeat(2_000_000));
    file.writeUInt32LE(1000, file.lastIndexOf(path) - 46 + 24);
    await expect(peekSheets({ bytes: file, kind: 'xlsx', limits })).rejects.toThrow(/已损坏/);
  });

  test('have more rows than allowed', async () => {
    const rows = Array.from({ length: 1011 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`);
    await expect(read(wide(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`))).rejects.toThrow(
      /最多导入 1,000 行.*拆成几个文件/,
    );
  });
});

describe('headings of a sheet', () => {
  const wanted = [
    ['name', '企业名称'],
    ['code', '统一社会信用代码'],
    ['size', '企业规模'],
  ] as const;
  test('match by name at any position', () => {
    const headings = findHeadings(
      [
        { no: 1, cells: ['企业导入'] },
        { no: 3, cells: ['备注', ' 统一社会 信用代码＊', null, '企业名称（必填）', '企业名称'] },
        { no: 4, cells: ['甲'] },
      ],
      wanted,
    );
    expect(headings?.rowNo).toBe(3);
    expect(headings?.places).toEqual(
      new Map([
        ['code', 1],
        ['name', 3],
      ]),
    );
    expect(headings).toMatchObject({ missing: ['size'], doubled: ['企业名称'], unknown: ['备注'] });
  });
  test('are not found in a table of another kind', () => {
    expect(findHeadings([{ no: 1, cells: ['a', 'b'] }], wanted)).toBeNull();
  });
});

test('splits the rows of a list over several sheets', async () => {
  async function* batches(): AsyncGenerator<OutgoingCell[][]> {
    for (let from = 0; from < 23; from += 5)
      yield Array.from({ length: Math.min(5, 23 - from) }, (_, index) => [from + index]);
  }
  const read: OutgoingCell[][] = [];
  for (const sheet of inSheets(batches(), 23, 10)) {
    const rows: OutgoingCell[] = [];
    for await (const batch of sheet) rows.push(...[...batch].flat());
    read.push(rows);
  }
  expect(read.map((rows) => rows.length)).toEqual([10, 10, 3]);
  expect(read.flat()).toEqual(Array.from({ length: 23 }, (_, at) => at));
});
