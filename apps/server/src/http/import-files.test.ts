// S57: files that do not use our template. The server refuses them at once, or reads them row by row with clear
// messages.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importColumns } from '@anlan/contract/modules/enterprise/enterprise';
import { workbookAround } from '../../testing/archives.ts';
import { signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { gbOf, goodRow, tableOf, textSheetOf, type MadeRow } from '../../testing/import-file.ts';
import { openImportClient } from '../../testing/import-client.ts';
import { makeTenant } from '../../testing/tenants.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let token = '';
beforeEach(async () => {
  token = (await signIn(app, await makeTenant(app), 'admin')).access_token;
});

const { upload, checked, confirmed } = openImportClient(
  () => app,
  () => token,
);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const cell = (text: string) => `<c t="inlineStr"><is><t>${escaped(text)}</t></is></c>`;
const line = (texts: readonly string[], number: string | number) =>
  `<row r="${number}">${texts.map(cell).join('')}</row>`;
const headings = importColumns.map(([, label]) => label);
const textsOf = (row: MadeRow) => importColumns.map(([column]) => String(row[column] ?? ''));
/** Builds a workbook with these row numbers. The text `behind` follows the rows. */
const workbookOf = (rows: readonly (readonly [string | number, MadeRow])[], behind = '') =>
  workbookAround(
    `<worksheet><sheetData>${line(headings, 1)}${rows.map(([number, row]) => line(textsOf(row), number)).join('')}</sheetData>${behind}</worksheet>`,
  );

describe('imported CSV tables', () => {
  const rows = [goodRow(1), goodRow(2), goodRow(3)];
  const table = tableOf(rows);
  const swapped = (wide: Buffer) => Buffer.from(wide).swap16();
  const cases: [string, Buffer][] = [
    ['UTF-8', Buffer.from(table)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${table}`)],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${table}`, 'utf16le')],
    ['UTF-16 with swapped bytes', swapped(Buffer.from(`\ufeff${table}`, 'utf16le'))],
    ['GB 18030', gbOf(table)],
    ['tabs', Buffer.from(table.replaceAll(',', '\t'))],
    ['semicolons', Buffer.from(table.replaceAll(',', ';'))],
    ['single line ends', Buffer.from(table.replaceAll('\r\n', '\n'))],
  ];
  test.each(cases)('are read: %s', async (_, bytes) => {
    const job = await checked(bytes, '企业.csv');
    expect(job).toMatchObject({ state: 'done', result: { rows: 3, good: 3 } });
  });
  test('are imported up to the row where they are truncated', async () => {
    const half = table.slice(0, table.lastIndexOf(',91330106') + 12);
    const job = await checked(Buffer.from(half), '企业.csv');
    expect(job).toMatchObject({ state: 'done', result: { rows: 3, good: 2 } });
    expect(new Set(job.result?.errors.map(({ row }) => row))).toEqual(new Set([4]));
  });
  test('are refused with the row number of an unclosed quotation mark', async () => {
    const broken = table.replace(String(rows[1]?.name), `"${String(rows[1]?.name)}`);
    const answer = await upload(Buffer.from(broken), '企业.csv');
    expect(answer).toMatchObject({
      status: 400,
      json: { msg: expect.stringContaining('第 3 行有一个没有成对的英文引号') },
    });
  });
});

describe('unusual characters in imported cells', () => {
  const half = '\ud842';
  const cases: [string, MadeRow][] = [
    ['a NUL character', { ...goodRow(1), remark: '前\0后', legalPerson: '\0' }],
    ['half a surrogate pair', { ...goodRow(1), remark: `半${half}个`, registeredAddress: half }],
    [
      'a surrogate pair at the end of the stored text',
      { ...goodRow(1), remark: `${'长'.repeat(999)}𠮷${'长'.repeat(20)}` },
    ],
    [
      'a surrogate pair at the end of the shown value',
      { ...goodRow(1), name: `${'长'.repeat(199)}𠮷${'长'.repeat(20)}` },
    ],
    ['a surrogate pair in a masked phone', { ...goodRow(1), headPhone: '12𠮷45678901' }],
  ];
  // Good rows come first, so that the error lies beyond the bytes that type detection reads.
  const before = Array.from({ length: 40 }, (_, at) => goodRow(10 + at));
  test.each(cases)('are reported at the row, but do not stop the import: %s', async (_, row) => {
    const rows = [...before, row];
    for (const job of [
      await checked(workbookOf(rows.map((one, at) => [at + 2, one] as const))),
      await checked(Buffer.from(tableOf(rows)), '企业.csv'),
    ]) {
      expect(job).toMatchObject({ state: 'done', result: { rows: 41 } });
      expect(job.result?.errors.every((error) => error.row === 42)).toBe(true);
    }
  });
  test('are shortened in the report for a text of a million characters', async () => {
    const job = await checked(
      Buffer.from(
        tableOf([{ ...goodRow(1), regionCode: '杭'.repeat(1_000_000), establishedOn: 'x'.repeat(1_000_000) }]),
      ),
      '企业.csv',
    );
    expect(job).toMatchObject({ state: 'done', result: { rows: 1, good: 0 } });
    expect(JSON.stringify(job).length).toBeLessThan(5_000);
  });
});

describe('imported rows with wrong positions', () => {
  test.each([
    ['the same number for all', [2, 2, 2]],
    ['descending numbers', [9, 5, 3]],
    ['numbers beyond the last row of a sheet', [99_999_999_999, '1e300', 2]],
    ['invalid numbers', ['x', '', '-7']],
  ])('are imported once each: %s', async (_, numbers) => {
    const job = await checked(workbookOf(numbers.map((number, at) => [number, goodRow(at)] as const)));
    expect(job).toMatchObject({ state: 'done', result: { rows: 3, good: 3 } });
  });
  test('are reported when merged cells leave the position empty', async () => {
    const merged = '<mergeCells count="1"><mergeCell ref="A2:A4"/></mergeCells>';
    const without = { name: null };
    const job = await checked(
      workbookOf(
        [
          [2, goodRow(1)],
          [3, { ...goodRow(2), ...without }],
          [4, { ...goodRow(3), ...without }],
        ],
        merged,
      ),
    );
    expect(job).toMatchObject({ state: 'done', result: { rows: 3, good: 1 } });
    expect(job.result?.errors).toMatchObject([
      { row: 3, column: '企业名称', cause: '企业名称不能为空' },
      { row: 4, column: '企业名称', cause: '企业名称不能为空' },
    ]);
  });
});

describe('imported values that a program converted', () => {
  const number = (value: string, at: number) => `<c r="${String.fromCharCode(65 + at)}2" s="1"><v>${value}</v></c>`;
  const place = (column: string) => importColumns.findIndex(([key]) => key === column);
  test.each([
    [
      'a long number in a remark',
      'remark',
      '913301061234567895',
      '内容变成了数字 9.13301061234568E+17，末几位已经丢失',
    ],
    ['a code as a number', 'creditCode', '913301061234567895', '代码变成了数字 9.13301061234568E+17，末几位已经丢失'],
    ['a phone in powers of ten', 'safetyManagerPhone', '1.39E+10', null],
    ['a sum in a remark', 'remark', '0.30000000000000004', null],
  ])('are reported or read as displayed: %s', async (_, column, value, cause) => {
    const cells = textsOf({ ...goodRow(1), safetyManagerPhone: '13900000001' }).map((text, at) =>
      at === place(column) ? number(value === '1.39E+10' ? '1.39E10' : value, at) : cell(text),
    );
    const sheet = `<worksheet><sheetData>${line(headings, 1)}<row r="2">${cells.join('')}</row></sheetData></worksheet>`;
    const job = await checked(workbookAround(sheet));
    expect(job.result?.errors.map((error) => error.cause)).toEqual(cause === null ? [] : [cause]);
    if (column !== 'remark' || cause !== null) return;
    await confirmed(job.id);
    expect(await app.sql(`select remark from enterprise where remark like '0.3%'`)).toEqual([{ remark: '0.3' }]);
  });
  test('are read without a leading quotation mark', async () => {
    const job = await checked(
      Buffer.from(
        tableOf([
          { ...goodRow(1), creditCode: `'${String(goodRow(1).creditCode)}`, safetyManagerPhone: "'13900000001" },
          { ...goodRow(2), safetyManagerPhone: '1.39E+10' },
          { ...goodRow(3), name: '断\ufffd了' },
        ]),
      ),
      '企业.csv',
    );
    expect(job.result).toMatchObject({ rows: 3, good: 1 });
    expect(job.result?.errors).toMatchObject([
      { row: 3, column: '安全员电话', cause: '号码变成了科学计数“1.39E+10”' },
      { row: 4, column: '企业名称', cause: '内容中有无法识别的字符“\ufffd”' },
    ]);
  });
});

test('reports the columns of an import file that are not read', async () => {
  const table = tableOf([goodRow(1)]).replace('成立日期', '成立时间');
  const job = await checked(Buffer.from(table), '企业.csv');
  expect(job.result).toMatchObject({ rows: 1, good: 1, notes: ['不在模板中的列没有读取：“成立时间”'] });
  const again = await checked(Buffer.from(table), '企业.csv');
  expect(again.result?.notes).toContain('这个文件刚刚上传过，请确认不是重复导入');
});

describe('import files of another type', () => {
  const under = (signature: string) => Buffer.concat([Buffer.from(signature, 'latin1'), Buffer.alloc(4_096, 7)]);
  test.each<[string, Buffer, string]>([
    ['a workbook with a password', under('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), '企业.xlsx'],
    ['an .xls workbook', under('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), '企业.xls'],
    ['an HTML page', Buffer.from('<html><table><tr><td>企业名称</td></tr></table></html>'), '企业.xls'],
    ['a program', under('MZ\x90\0'), '企业.xlsx'],
    ['a picture', under('\x89PNG\r\n\x1a\n'), '企业.csv'],
    ['a document of a word processor', workbookAround('<a/>', { 'xl/workbook.xml': '<w:document/>' }), '企业.xlsx'],
    ['UTF-16 text without a byte order mark', Buffer.from(tableOf([goodRow(1)]), 'utf16le'), '企业.csv'],
    ['a table named .xlsx', Buffer.from(tableOf([goodRow(1)])), '企业.xlsx'],
    ['a workbook named .csv', workbookOf([[2, goodRow(1)]]), '企业.csv'],
    ['an empty file', Buffer.alloc(0), '企业.csv'],
    ['half a character at the end of UTF-16 text', Buffer.from([0xff, 0xfe, 0x2c, 0x00, 0x00]), '企业.csv'],
    ['16,384 columns', Buffer.from(`${headings.join(',')}${',x'.repeat(16_384)}\r\n`), '企业.csv'],
  ])('are refused at once with a message: %s', async (_, bytes, name) => {
    const files = () => app.sql('select id from file order by id');
    const before = await files();
    const answer = await upload(bytes, name);
    expect(answer.status, answer.text).toBe(400);
    expect(answer.json).toMatchObject({ msg: expect.stringMatching(/[一-龥]{4}/) });
    expect(await files()).toEqual(before);
  });
});

test('keeps the server responsive while an import checks 2,000 unknown division names', async () => {
  const rows = Array.from({ length: 2_000 }, (_, at) => ({
    ...goodRow(at),
    regionCode: `没有这个地方${at}`.repeat(10),
  }));
  // The file is created before the measurement, because its creation also blocks this process.
  const bytes = await textSheetOf(rows);
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
  try {
    expect(await checked(bytes)).toMatchObject({ state: 'done', result: { rows: 2_000, good: 0 } });
  } finally {
    clearInterval(watch);
  }
  expect(longest).toBeLessThan(2_000);
});
