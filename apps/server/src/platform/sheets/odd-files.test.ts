// Unusual files of honest users are read correctly or refused with a clear message.
import { describe, expect, test } from 'vitest';
import { packAll, workbookAround, workbookParts } from '../../../testing/archives.ts';
import { selectSheet, peekSheets, readSheet, sheetKind, describeUnsupportedFile, type SheetRow } from './index.ts';

const limits = { rows: 1000, columns: 30, entries: 50, unpackedBytes: 20 * 1024 * 1024, ratio: 100 };
async function read(bytes: Uint8Array, kind: 'xlsx' | 'csv' = 'xlsx', sheet = 0): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of readSheet({ bytes, kind, limits }, 7, sheet)) rows.push(...batch);
  return rows;
}
const cellsOf = async (bytes: Uint8Array, kind?: 'xlsx' | 'csv') => (await read(bytes, kind)).map(({ cells }) => cells);
const sheetOf = (...rows: string[]) =>
  `<worksheet><sheetData>${rows.map((cells, at) => `<row r="${at + 1}">${cells}</row>`).join('')}</sheetData></worksheet>`;
const textCell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const strings = { 'xl/sharedStrings.xml': '<sst><si><t>零</t></si><si><t>一</t></si></sst>' };

function sheetsOf(...sheets: { name: string; state?: string; rows?: string[]; kind?: string }[]): Buffer {
  const tabs = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name}" sheetId="${at + 1}" ${state ? `state="${state}"` : ''} r:id="r${at}"/>`,
  );
  const links = sheets.map(
    ({ kind = 'worksheet' }, at) =>
      `<Relationship Id="r${at}" Type="http://x/${kind}" Target="worksheets/s${at}.xml"/>`,
  );
  return packAll([
    ...Object.entries(
      workbookParts('', {
        'xl/workbook.xml': `<workbook><sheets>${tabs.join('')}</sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships>${links.join('')}</Relationships>`,
      }),
    ),
    ...sheets.map(({ rows = [] }, at) => [`xl/worksheets/s${at}.xml`, sheetOf(...rows)] as const),
  ]);
}

describe('selecting the sheet of a workbook', () => {
  const wanted = [
    ['name', '企业名称'],
    ['code', '统一社会信用代码'],
    ['size', '企业规模'],
  ] as const;
  type Column = (typeof wanted)[number][0];
  const required: ReadonlySet<Column> = new Set<Column>(['name', 'code']);
  const head = ['企业名称', '统一社会信用代码'].map(textCell).join('');
  const chooseFrom = async (bytes: Buffer) =>
    selectSheet(await peekSheets({ bytes, kind: 'xlsx', limits }), wanted, required, limits.rows);

  test('ignores hidden sheets and charts', async () => {
    const bytes = sheetsOf(
      { name: '去年', state: 'hidden', rows: [textCell('旧')] },
      { name: '字典', state: 'veryHidden', rows: [textCell('旧')] },
      { name: '图', kind: 'chartsheet' },
      { name: '今年', rows: [textCell('新')] },
    );
    expect(await peekSheets({ bytes, kind: 'xlsx', limits })).toEqual([
      { name: '今年', rows: [{ no: 1, cells: ['新'] }], count: 1 },
    ]);
    expect(await cellsOf(bytes)).toEqual([['新']]);
  });

  test('skips sheets before the one with the headings', async () => {
    const bytes = sheetsOf(
      { name: '空' },
      { name: '填表说明', rows: [textCell('请填写企业规模'), textCell('企业规模')] },
      { name: '企业', rows: [head, textCell('甲')] },
    );
    expect(await chooseFrom(bytes)).toEqual({ at: 2, notes: [] });
    expect(await read(bytes, 'xlsx', 2)).toHaveLength(2);
  });

  test('reports other sheets that have rows but are not read', async () => {
    const bytes = sheetsOf(
      { name: '西兴', rows: [head, textCell('甲')] },
      { name: '长河', rows: [head, textCell('乙')] },
      { name: '浦沿', rows: [head] },
      { name: '选项', rows: [textCell('企业规模'), textCell('大型')] },
    );
    const { at, notes } = await chooseFrom(bytes);
    expect(at).toBe(0);
    expect(notes).toEqual([expect.stringMatching(/“西兴”，“长河”没有读取/)]);
  });

  test('reports columns of the sheet that are not read', async () => {
    const more = ['序号', '成立时间', '', '原行号'].map((text) => (text === '' ? '<c/>' : textCell(text))).join('');
    const bytes = sheetsOf({ name: 'S', rows: [head + more, textCell('甲').repeat(6)] });
    expect((await chooseFrom(bytes)).notes).toEqual(['不在模板中的列没有读取：“成立时间”、“没有表头的 E 列”']);
  });

  test.each([
    '*企业名称',
    '企业名称（必填）*',
    '（必填）企业名称：',
    '★ 企业\n名称',
    '企业名称【18字以内】',
    '1.企业名称',
    '\u200b企业名称\ufeff',
  ])('recognises %j as a heading', async (text) => {
    const bytes = sheetsOf({ name: 'S', rows: [textCell(text) + textCell('统一社会信用代码')] });
    expect((await chooseFrom(bytes)).notes).toEqual([]);
  });
});

describe('the reader of unusual workbooks', () => {
  test('accepts part names with other capital letters', async () => {
    const parts = Object.entries(workbookParts(sheetOf('<c r="A1" t="s"><v>1</v></c>'), strings));
    const bytes = packAll(
      parts.map(([name, data]) => [name.replace('shared', 'Shared').replace('sheet1', 'Sheet1'), data]),
    );
    expect(await cellsOf(bytes)).toEqual([['一']]);
  });

  test('reads an empty text cell as empty', async () => {
    const cells = [
      '<c r="A1" t="s"/>',
      '<c r="B1" t="s"><v></v></c>',
      '<c r="C1" t="s"><v>1</v></c>',
      '<c r="D1" t="s"><v>9</v></c>',
    ];
    expect(await cellsOf(workbookAround(sheetOf(cells.join('')), strings))).toEqual([
      [null, null, '一', { error: expect.stringContaining('丢失') }],
    ]);
  });

  test('accepts blanks around equals signs in the XML', async () => {
    const cells = [
      '<c  r = "A1"\r\n t = "str"><v>甲&amp;乙</v></c>',
      '<c><v>丙&amp;丁</v></c>',
      '<c><v>0x10</v></c>',
      '<c><v>1e999</v></c>',
      '<c><v> 12 </v></c>',
    ];
    expect(await cellsOf(workbookAround(sheetOf(cells.join(''))))).toEqual([['甲&乙', '丙&丁', '0x10', '1e999', 12]]);
  });

  test('reads a time as text', async () => {
    const kinds = [20, 14, 49, 48, 58].map((id) => `<xf numFmtId="${id}"/>`).join('');
    const styles = `<styleSheet><cellXfs>${kinds}</cellXfs></styleSheet>`;
    const numbers = [0.5, 45_000, 330_106, 45_000, 45_000].map((value, at) => `<c s="${at}"><v>${value}</v></c>`);
    const parts = workbookParts(sheetOf(numbers.join('')), { 'xl/styles.xml': styles });
    const rels = String(parts['xl/_rels/workbook.xml.rels']).replace(
      '</',
      '<Relationship Id="rId3" Type="http://x/styles" Target="styles.xml"/></',
    );
    expect(await cellsOf(packAll(Object.entries({ ...parts, 'xl/_rels/workbook.xml.rels': rels })))).toEqual([
      ['12:00', { day: '2023-03-15' }, 330_106, 45_000, { day: '2023-03-15' }],
    ]);
  });

  const good = sheetOf(textCell('甲'), textCell('乙'));
  const cutInto = (text: string) =>
    Buffer.concat([
      Buffer.from(text.replace(/甲.*/s, '')),
      Buffer.from([0xe7, 0x94]),
      Buffer.from(text.replace(/.*甲/s, '')),
    ]);
  const changed = (change: (file: Buffer) => void) => {
    const file = packAll(Object.entries(workbookParts(good)), { method: 0 });
    change(file);
    return file;
  };
  test.each<[string, Buffer]>([
    ['end before their last row', workbookAround(good.slice(0, good.lastIndexOf('<row')))],
    ['have a row that is not closed', workbookAround(good.replace('</row>', ''))],
    ['have a cell that is not closed', workbookAround(good.replace('</c>', ''))],
    ['have a wrong checksum', changed((file) => file.write('丙', file.indexOf('甲')))],
    ['contain bytes that are not UTF-8', workbookAround('', { 'xl/worksheets/sheet1.xml': cutInto(good) })],
    ['have a cell with an invalid position', workbookAround(good.replace('<c ', '<c r="$A$1" '))],
  ])('refuses workbooks that %s', async (_, bytes) => {
    await expect(read(bytes)).rejects.toThrow(/已损坏.*另存为/);
  });
});

describe('the reader of unusual text tables', () => {
  test('limits the effect of an invalid character to its own cell', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `第${at}家有限公司,备注`);
    const text = Buffer.from(lines.join('\n'));
    for (const row of [2, 290]) {
      const at = text.indexOf(`第${row}家`) + 3;
      const bytes = Buffer.concat([text.subarray(0, at), Buffer.from([0xe5, 0xae]), text.subarray(at)]);
      const read = await cellsOf(bytes, 'csv');
      expect(read).toHaveLength(300);
      expect(read.flatMap(([name], no) => (String(name).includes('\ufffd') ? [no] : []))).toEqual([row]);
    }
  });

  test('finds the delimiter by the headings', async () => {
    const table = [
      '名称,代码,特征,备注',
      '甲,1,粉尘;危化;有限空间',
      '乙,2,粉尘;危化;有限空间,',
      '丙,3,粉尘;危化;有限空间',
    ];
    expect((await cellsOf(Buffer.from(table.join('\n')), 'csv'))[1]).toEqual(['甲', '1', '粉尘;危化;有限空间']);
    expect(await cellsOf(Buffer.from('sep=|\r名称|代码\r甲|1'), 'csv')).toEqual([
      ['sep='],
      ['名称', '代码'],
      ['甲', '1'],
    ]);
  });

  test('does not silently skip rows after a quote that is not closed', async () => {
    const reading = read(Buffer.from('名称,说明\n甲,"没有\n乙,完\n丙,了'), 'csv');
    await expect(reading).rejects.toThrow(/第 2 行有一个没有成对的英文引号/);
  });
});

describe('files that are not spreadsheets', () => {
  const ole = Buffer.from('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  const page = Buffer.from('<html><table><tr><td>企业名称</td></tr></table></html>');
  const book = workbookAround(sheetOf(textCell('甲')));
  test.each<[string, Uint8Array, RegExp]>([
    ['企业.xlsx', ole, /密码.*旧版 \.xls.*另存为 \.xlsx/],
    ['企业.xls', ole, /旧版.*另存为 \.xlsx/],
    ['企业.et', ole, /旧版.*另存为 \.xlsx/],
    ['企业.xls', page, /网页.*另存为 \.xlsx/],
    ['企业.xlsx', page, /网页.*另存为 \.xlsx/],
    ['企业.csv', book, /内容是 \.xlsx 工作簿.*另存为/],
    ['企业.ods', packAll([['mimetype', 'application/vnd.oasis.opendocument.spreadsheet']]), /另存为 \.xlsx/],
    ['企业.xlsx', Buffer.from('企业名称,代码\r\n'), /内容是文本.*\.csv/],
    ['企业.csv', Buffer.from('企业名称,代码', 'utf16le'), /不是文本.*另存为 \.xlsx/],
    ['企业.xlsx', Buffer.alloc(0), /空/],
  ])('are refused with advice: %s', (name, bytes, words) => {
    expect(sheetKind(name, bytes)).toBeNull();
    expect(describeUnsupportedFile(name, bytes)).toMatch(words);
  });
  test('are distinguished from spreadsheets', () => {
    expect(sheetKind('企业.XLSX', book)).toBe('xlsx');
    expect(sheetKind('企业.csv', Buffer.from('\ufeff企业名称\t代码', 'utf16le'))).toBe('csv');
  });
});
