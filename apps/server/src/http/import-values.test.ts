// S57: files that other programs wrote. The database stores the values that these programs displayed.
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importColumns, type ImportColumn } from '@anlan/contract/modules/enterprise/enterprise';
import { systemScope } from '#kernel/scope.ts';
import { openPhones, type PhoneRow } from '#modules/enterprise/encrypted-phones.ts';
import { packAll, workbookParts } from '../../testing/archives.ts';
import { send, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { creditCodeAt, gbOf, textSheetOf } from '../../testing/import-file.ts';
import { openImportClient } from '../../testing/import-client.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let token = '';
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  token = (await signIn(app, tenant, 'admin')).access_token;
});
const { checked, confirmed } = openImportClient(
  () => app,
  () => token,
);

/** The visible values of a row by column. Omitted columns have the value from `usual`. */
type Seen = Partial<Record<ImportColumn, string>>;
const usual = (index: number): Seen => ({
  name: `测试企业第${index}号有限公司`,
  creditCode: creditCodeAt(index),
  regionCode: '330106',
  registeredAddress: '示例路 1 号',
  industryCode: 'G54',
  supervisionKind: '交通运输',
  legalPerson: '王示例',
  safetyManagerName: '李示例',
  safetyManagerPhone: '13900000001',
});
const order = [
  'name',
  'creditCode',
  'regionCode',
  'registeredAddress',
  'industryCode',
  'supervisionKind',
  'legalPerson',
  'safetyManagerName',
  'safetyManagerPhone',
  'headcount',
  'establishedOn',
  'remark',
] as const satisfies ImportColumn[];
const labels = new Map<ImportColumn, string>(importColumns);
const headings = order.map((column) => labels.get(column) ?? '');

interface Kept {
  name: string;
  creditCode: string;
  regionCode: string;
  safetyManagerPhone: string | null;
  headcount: number | null;
  establishedOn: string | null;
  remark: string | null;
}
async function readStoredRows(): Promise<Kept[]> {
  const rows = await app.sql<Omit<Kept, 'safetyManagerPhone'> & PhoneRow>(
    `select id, name, credit_code as "creditCode", region_code as "regionCode", headcount, remark, legal_phone,
       head_phone, safety_head_phone, safety_manager_phone, phones_sealed, established_on::text as "establishedOn"
     from enterprise where tenant_id = $1 and credit_code like '91330106T0%' order by credit_code`,
    [tenant.id],
  );
  const own = await app.vault.of({ scope: systemScope('test', tenant.id) });
  return rows.map(({ name, creditCode, regionCode, headcount, establishedOn, remark, ...row }) => {
    const { safetyManagerPhone } = openPhones(own, row);
    return { name, creditCode, regionCode, safetyManagerPhone, headcount, establishedOn, remark };
  });
}

async function importRows(bytes: Uint8Array, name: string, rows: number) {
  const looked = await checked(bytes, name);
  expect(looked, JSON.stringify(looked.result?.errors)).toMatchObject({ state: 'done', result: { rows, good: rows } });
  expect(await confirmed(looked.id)).toMatchObject({ state: 'done', result: { inserted: rows, failed: 0 } });
  return { notes: looked.result?.notes ?? [], rows: await readStoredRows() };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const inline = (text: string) => `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
const head = `<row>${headings.map(inline).join('')}</row>`;
/** A row as XML. Omitted columns have the usual value. */
const line = (index: number, cells: Partial<Record<ImportColumn, string>> = {}, attributes = '') =>
  `<row${attributes}>${order.map((column) => cells[column] ?? inline(usual(index)[column] ?? '')).join('')}</row>`;
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;

// Dates as programs show them, a date with time, text, a thousands separator, a percentage, leading zeros, a time.
const formats = ['General', 'yyyy/m/d', 'yyyy"年"m"月"d"日"', 'yyyy\\-mm\\-dd\\ hh:mm', '@', 'm"月"d"日"', '#,##0'];
formats.push('0.0%', '000', 'h:mm');
const builtIn = [14, 31];
const styles = [
  '<styleSheet><numFmts>',
  ...formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`),
  '</numFmts><cellXfs>',
  ...[...formats.map((_, at) => 164 + at), ...builtIn].map((id) => `<xf numFmtId="${id}"/>`),
  '</cellXfs></styleSheet>',
].join('');
const linked = (more = '') =>
  `<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rId3" Type="http://x/styles" Target="styles.xml"/>${more}</Relationships>`;
const book = (rows: string, more: Record<string, string> = {}) =>
  packAll(
    Object.entries(
      workbookParts(sheet(rows), { 'xl/styles.xml': styles, 'xl/_rels/workbook.xml.rels': linked(), ...more }),
    ),
  );

describe('imported workbooks of other programs', () => {
  test('are read with rich text in several fonts', async () => {
    const shared = `<sst><si><r><t>测试</t></r><r><rPr><b/></rPr><t xml:space="preserve">企业&amp;兄弟 </t></r><r><t>有限公司</t></r><rPh sb="0" eb="2"><t>ceshi</t></rPh><phoneticPr fontId="1"/></si></sst>`;
    const pieces =
      '<c t="inlineStr"><is><r><t>一</t></r><r><rPr><b/></rPr><t>&#x4E8C;</t></r><rPh sb="0" eb="1"><t>yi</t></rPh></is></c>';
    const bytes = book(head + line(1, { name: '<c t="s"><v>0</v></c>', remark: pieces }), {
      'xl/sharedStrings.xml': shared,
    });
    const { rows } = await importRows(bytes, '企业.xlsx', 1);
    expect(rows).toMatchObject([{ name: '测试企业&兄弟 有限公司', remark: '一二' }]);
  });

  test.each([
    ['days since 1900', '', 43_648],
    ['days since 1904', '<workbookPr date1904="1"/>', 43_648 - 1462],
  ])('are read with every date format: %s', async (_, setting, serial) => {
    const days = [1, 2, 3, 5, 10, 11].map((style, at) =>
      line(at, { establishedOn: number(style === 3 ? serial + 0.75 : serial, style) }),
    );
    const texts = ['2019-07-02', '2019/7/2', '2019年7月2日', '2019.7.2', '20190702', '2019-07-02 00:00:00'].map(
      (text, at) => line(10 + at, { establishedOn: inline(text) }),
    );
    const iso = line(20, { establishedOn: '<c t="d"><v>2019-07-02T00:00:00</v></c>' });
    const workbook = `<workbook>${setting}<sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`;
    const { rows } = await importRows(
      book(head + [...days, ...texts, iso].join(''), { 'xl/workbook.xml': workbook }),
      '企业.xlsx',
      13,
    );
    expect(rows.map(({ establishedOn }) => establishedOn)).toEqual(Array.from({ length: 13 }, () => '2019-07-02'));
  });

  test('are read with numbers as text and text as numbers', async () => {
    const wide = (text: string) => text.replace(/[0-9A-Z]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
    const bytes = book(
      head +
        line(1, {
          safetyManagerPhone: number(13_900_000_001),
          headcount: inline('1,234 '),
          regionCode: number(330_106),
        }) +
        line(2, {
          safetyManagerPhone: inline(' 139 0000 0001'),
          headcount: number('1234.0', 6),
          remark: number('0.1'),
        }) +
        line(3, {
          safetyManagerPhone: inline('+86 139-0000-0001'),
          headcount: number('1.234E3'),
          remark: number('00123', 4),
        }) +
        line(4, { safetyManagerPhone: inline(wide('13900000001')), headcount: inline(wide('1234')) }) +
        line(5, { creditCode: inline(` ${wide(creditCodeAt(5)).toLowerCase()}\u00a0`), headcount: inline('1234') }),
    );
    const { rows } = await importRows(bytes, '企业.xlsx', 5);
    expect(rows.map(({ creditCode }) => creditCode)).toEqual([1, 2, 3, 4, 5].map(creditCodeAt));
    for (const row of rows)
      expect(row).toMatchObject({ safetyManagerPhone: '13900000001', headcount: 1234, regionCode: '330106' });
    expect(rows.map(({ remark }) => remark)).toEqual([null, '0.1', '123', null, null]);
  });

  test('are read with formatted numbers as the program displays the numbers', async () => {
    const shown: [string, string][] = [
      [number('0.125', 7), '12.5%'],
      [number(5, 8), '005'],
      [number('0.520833333333333', 9), '12:30'],
      [number('0.520844907407407', 9), '12:30:01'],
      [number('43648.520833333333', 3), '2019-07-02 12:30'],
      [number('43648', 3), '2019-07-02'],
      [number('43648.5', 1), '2019-07-02'],
      [number('1200', 6), '1200'],
      ['<c t="b"><v>1</v></c>', 'TRUE'],
    ];
    const { rows } = await importRows(
      book(head + shown.map(([remark], at) => line(at, { remark })).join('')),
      '企业.xlsx',
      shown.length,
    );
    expect(rows.map(({ remark }) => remark)).toEqual(shown.map(([, seen]) => seen));
  });

  test('are read with a title row and reordered columns', async () => {
    const turned = order.toReversed();
    const bytes = packAll(
      Object.entries(
        workbookParts(
          `<worksheet><sheetData><row r="2">${inline('二〇二六年企业清单')}</row><row r="4">${['<c/>', ...turned.map((column, at) => inline(`${at + 1}. ${labels.get(column)}（必填）*`))].join('')}</row><row r="7">${['<c/>', ...turned.map((column) => inline(usual(1)[column] ?? ''))].join('')}${inline('多余')}</row></sheetData><mergeCells count="1"><mergeCell ref="A2:M2"/></mergeCells></worksheet>`,
        ),
      ),
    );
    const { rows, notes } = await importRows(bytes, '企业.xlsx', 1);
    expect(rows).toMatchObject([{ name: usual(1).name, safetyManagerPhone: '13900000001' }]);
    expect(notes).toEqual(['不在模板中的列没有读取：“没有表头的 N 列”']);
  });

  test('are read in the strict format with prefixes and renamed parts', async () => {
    const prefixed = sheet(head + line(1, { remark: '<c t="str"><v>甲 &amp; 乙</v></c>' })).replace(
      /<(\/?)(?=[a-z])/g,
      '<$1x:',
    );
    const bytes = packAll([
      ['[Content_Types].xml', '<Types/>'],
      [
        '_rels/.rels',
        '<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/book/main.xml"/></Relationships>',
      ],
      [
        'book/main.xml',
        '<?xml version="1.0"?><x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheets><x:sheet name="S" sheetId="9" d:id="b"/></x:sheets></x:workbook>',
      ],
      [
        'book/_rels/main.xml.rels',
        '<Relationships><Relationship Id="b" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/worksheet" Target="/book/tables/one.xml"/></Relationships>',
      ],
      ['book/tables/one.xml', `<?xml version="1.0" encoding="UTF-8"?>\n${prefixed}`],
    ]);
    expect((await importRows(bytes, '企业.xlsx', 1)).rows).toMatchObject([{ name: usual(1).name, remark: '甲 & 乙' }]);
  });

  test('are read when this server exported the workbook', async () => {
    const bytes = await textSheetOf([{ ...usual(1), remark: ' =1+1 <b>"x"</b>' }]);
    expect((await importRows(bytes, '企业.xlsx', 1)).rows).toMatchObject([{ remark: '=1+1 <b>"x"</b>' }]);
  });

  test('are read with hidden rows, which a note reports', async () => {
    const rows = [1, 2, 3, 4, 5, 6, 7].map((index) => line(index, {}, index % 2 === 1 ? ' hidden="1"' : ' hidden="0"'));
    const { notes } = await importRows(book(head + rows.join('')), '企业.xlsx', 7);
    expect(notes).toEqual([expect.stringMatching(/^有 4 行.*隐藏.*筛选.*第 2、4、6、8 行）/)]);
  });
});

describe('a formula with only a text in an import file', () => {
  const plain = `<c t="str"><f>"${creditCodeAt(1)}"</f><v>${creditCodeAt(1)}</v></c>`;
  test('is the only formula that a workbook import accepts', async () => {
    const others = [
      '<f>"甲"&amp;"乙"</f>',
      '<f>CONCATENATE("甲")</f>',
      '<f>1</f>',
      '<f>A1</f>',
      '<f>"甲</f>',
      '<f>"甲""</f>',
      '<f>-"1"</f>',
      '<f>{"甲"}</f>',
      '<f t="array" ref="L2">"甲"</f>',
      '<f t="shared" ref="L2:L3" si="0">"甲"</f>',
      '<f t="shared" si="0"/>',
      '<f>SUM(A1)</f><f>"甲"</f>',
      '<f/>',
    ].map((formula, at) => line(10 + at, { remark: `<c t="str">${formula}<v>甲</v></c>` }));
    const quoted = `<c t="str"><f> "他说 ""=1+1"" &lt;"\n</f><v>别的</v></c>`;
    const bytes = book(
      head +
        line(1, { creditCode: plain, remark: quoted }) +
        line(2, { remark: '<c><f>""</f><v/></c>' }) +
        others.join(''),
    );
    const looked = await checked(bytes);
    expect(looked.result).toMatchObject({ rows: 15, good: 2 });
    expect(looked.result?.errors.map(({ row, column, cause }) => `${row} ${column} ${cause}`)).toEqual(
      others.map((_, at) => `${at + 4} 备注 单元格是公式，导入不计算公式`),
    );
    await confirmed(looked.id, 'rows');
    expect(await readStoredRows()).toMatchObject([
      { creditCode: creditCodeAt(1), remark: '他说 "=1+1" <' },
      { creditCode: creditCodeAt(2), remark: null },
    ]);
  });

  test('is read as that text in a table, quoted or not', async () => {
    const rows = [1, 2, 3, 4].map((index) => {
      const seen: Seen = usual(index);
      if (index === 1) seen.creditCode = `="${creditCodeAt(1)}"`;
      if (index === 2) seen.creditCode = `"=""${creditCodeAt(2)}"""`;
      if (index === 3) seen.remark = '="a"&"b"';
      if (index === 4) seen.remark = '=1+1';
      return order.map((column) => seen[column] ?? '').join(',');
    });
    const looked = await checked(Buffer.from([headings.join(','), ...rows].join('\r\n')), '企业.csv');
    expect(looked.result).toMatchObject({ rows: 4, good: 2 });
    expect(looked.result?.errors).toMatchObject([
      { row: 4, column: '备注', cause: '单元格是公式，导入不计算公式' },
      { row: 5, column: '备注', cause: '单元格是公式，导入不计算公式' },
    ]);
    await confirmed(looked.id, 'rows');
    expect(await readStoredRows()).toMatchObject([{ creditCode: creditCodeAt(1) }, { creditCode: creditCodeAt(2) }]);
  });

  test('is exported as text (S59)', async () => {
    const bytes = book(head + line(1, { name: '<c t="str"><f>"=HYPERLINK(""http://x"")"</f><v/></c>' }));
    await importRows(bytes, '企业.xlsx', 1);
    const out = await send(app, 'GET', '/bus/enterprise/export', { token });
    const { sheets } = await readXlsx(new Uint8Array(out.bytes));
    expect(sheets[0]?.rows.flat()).toContain('=HYPERLINK("http://x")');
    expect([...(sheets[0]?.cells?.values() ?? [])].filter((cell) => cell.formula !== undefined)).toEqual([]);
  });
});

describe('imported tables of other programs', () => {
  const rare = '𠮷祥𪚥有限公司';
  const rows = [
    { ...usual(1), name: rare, remark: '甲,"乙";丙|丁' },
    { ...usual(2), headcount: '1234', establishedOn: '2019/7/2' },
  ];
  const table = (
    sign: string,
    end = '\r\n',
    quote = (text: string) => (/[",;|\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text),
  ) =>
    [headings, ...rows.map((row: Seen) => order.map((column) => row[column] ?? ''))]
      .map((cells) => cells.map(quote).join(sign))
      .join(end) + end;
  const always = (text: string) => `"${text.replaceAll('"', '""')}"`;
  test.each<[string, Buffer]>([
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${table(',')}`)],
    ['UTF-8 with single line ends and an empty line', Buffer.from(`${table(',', '\n')}\n\n`)],
    ['CR line ends', Buffer.from(table(',', '\r'))],
    ['semicolons', Buffer.from(`\ufeff${table(';')}`)],
    ['semicolons declared in the first line', Buffer.from(`sep=;\r\n${table(';')}`)],
    ['vertical bars with quoted texts', Buffer.from(table('|', '\n', always))],
    ['tabs in UTF-16', Buffer.from(`\ufeff${table('\t')}`, 'utf16le')],
    ['GB 18030 with characters of four bytes', gbOf(table(','))],
    ['GB 18030 with semicolons', gbOf(table(';'))],
  ])('are read: %s', async (_, bytes) => {
    const importResult = await importRows(bytes, '企业.csv', 2);
    expect(importResult.notes).toEqual([]);
    expect(importResult.rows).toMatchObject([
      { name: rare, remark: '甲,"乙";丙|丁', headcount: null },
      { name: usual(2).name, headcount: 1234, establishedOn: '2019-07-02', safetyManagerPhone: '13900000001' },
    ]);
  });
});
