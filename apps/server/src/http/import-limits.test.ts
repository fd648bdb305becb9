// S57: the server refuses an oversized file at once and says what to do. A file without rows cannot be confirmed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importColumns } from '@anlan/contract/modules/enterprise/enterprise';
import { userImportColumns } from '@anlan/contract/modules/user/import';
import { packAll, workbookParts } from '../../testing/archives.ts';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { tableOf } from '../../testing/import-file.ts';
import { openImportClient } from '../../testing/import-client.ts';
import { makeTenant } from '../../testing/tenants.ts';

let app: TestApp;
let token = '';
beforeAll(async () => {
  app = await openTestApp();
  token = (await signIn(app, await makeTenant(app), 'admin')).access_token;
});
afterAll(() => app.close());
const { upload, over } = openImportClient(
  () => app,
  () => token,
);

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`;
const headings = row(...importColumns.map(([, label]) => label));
/** Builds a workbook without compression, so that only its content can exceed a limit. */
const book = (rows: string, more: Record<string, string> = {}, before = '') =>
  packAll(
    Object.entries(workbookParts(`<worksheet>${before}<sheetData>${headings}${rows}</sheetData></worksheet>`, more)),
    { method: 0 },
  );
const many = (rows: number, make: (at: number) => string) => Array.from({ length: rows }, (_, at) => make(at)).join('');
const names = (rows: number) => many(rows, (at) => row(`第${at}家`));
const tooMany = { status: 400, json: { msg: '一个文件最多导入 20,000 行，这个文件超过了，请拆成几个文件分别上传' } };

test.each<[string, () => Buffer, string]>([
  ['a workbook of one row too many', () => book(names(20_001)), '企业.xlsx'],
  ['a workbook that declares one row', () => book(names(20_001), {}, '<dimension ref="A1"/>'), '企业.xlsx'],
  ['a workbook with XML prefixes', () => book(names(20_001).replace(/<(\/?)(?=row)/g, '<$1x:')), '企业.xlsx'],
  ['a table of one row too many', () => Buffer.from(tableOf([]) + many(20_001, (at) => `\n第${at}家`)), '企业.csv'],
  ['a table with CR line ends', () => Buffer.from(tableOf([]) + many(20_001, () => '\r家')), '企业.csv'],
])('refuses %s at upload, with the limit and advice', async (_, make, name) => {
  const began = performance.now();
  expect(await upload(make(), name)).toMatchObject(tooMany);
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(await app.sql('select from file where purpose = $1', ['temporary'])).toEqual([]);
});

test('refuses an import file that is too large, with advice', async () => {
  const answer = await upload(Buffer.from(`${tableOf([])}\n${'甲'.repeat(7_000_000)}`), '企业.csv');
  expect(answer).toMatchObject({ status: 400, json: { msg: '文件不能超过 20M，请拆成几个文件分别上传' } });
});

test('counts only rows with content for the row limit of an import', async () => {
  const between = many(30_000, () => '<row/><row><c/><c t="s"/></row>');
  const rows = row('（示例）甲') + names(10_000) + between + names(10_000);
  const begun = await upload(book(rows, {}, '<dimension ref="A1:XFD1048576"/>'));
  const { jobId } = dataOf<{ jobId: string }>(begun);
  dataOf(await send(app, 'GET', `/upms/job/cancel/${jobId}`, { token }));
  expect((await over(begun)).state).toBe('cancelled');
});

test('uses a separate row limit for the import of users', async () => {
  const line = (at: number) => `u${at},沈安然,监管人员,139${String(at).padStart(8, '0')}`;
  const table = [
    userImportColumns.map(([, label]) => label).join(','),
    ...Array.from({ length: 2_001 }, (_, at) => line(at)),
  ];
  const answer = await send(app, 'POST', '/upms/user/import', {
    token,
    file: { name: '用户.csv', type: 'text/csv', bytes: Buffer.from(table.join('\n')) },
  });
  expect(answer).toMatchObject({
    status: 400,
    json: { msg: '一个文件最多导入 2,000 行，这个文件超过了，请拆成几个文件分别上传' },
  });
});

test('refuses an import file with too many shared texts within seconds', async () => {
  const bomb = book(row('甲'), { 'xl/sharedStrings.xml': `<sst>${'<si><t>x</t></si>'.repeat(1_000_000)}</sst>` });
  const began = performance.now();
  expect(await upload(bomb)).toMatchObject({ status: 400, json: { msg: expect.stringContaining('文件内容过多') } });
  expect(performance.now() - began).toBeLessThan(30_000);
});

test('refuses to confirm an import file without rows', async () => {
  const people = userImportColumns.map(([, label]) => label).join(',');
  for (const [begun, path] of [
    [await upload(Buffer.from(`${tableOf([])}\n,,,\n（示例）甲,乙`), '企业.csv'), '/bus/enterprise/import/confirm'],
    [
      await send(app, 'POST', '/upms/user/import', {
        token,
        file: { name: '用户.csv', type: 'text/csv', bytes: Buffer.from(`${people}\n,,,`) },
      }),
      '/upms/user/import/confirm',
    ],
  ] as const) {
    const looked = await over(begun);
    expect(looked).toMatchObject({
      state: 'done',
      message: '文件里没有数据行，请按模板填写后重新上传',
      result: { rows: 0, good: 0 },
    });
    const body = { jobId: looked.id, mode: 'rows', onDuplicate: 'skip' };
    expect((await send(app, 'POST', path, { token, body })).status).toBe(400);
  }
  const todos = await send(app, 'GET', '/bus/todo/page', { token, query: { kind: 'confirm' } });
  expect(dataOf<{ records: unknown[] }>(todos).records).toEqual([]);
});
