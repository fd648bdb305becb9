// S57: files that are too much are told at once, with what to do; a file without rows is no file to say yes to.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importColumns } from '@anlan/contract/modules/enterprise/enterprise';
import { userImportColumns } from '@anlan/contract/modules/user/import';
import { packAll, workbookParts } from '../../testing/archives.ts';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { tableOf } from '../../testing/import-file.ts';
import { openImportWay } from '../../testing/import-way.ts';
import { makeTenant } from '../../testing/tenants.ts';

let app: TestApp;
let token = '';
beforeAll(async () => {
  app = await openTestApp();
  token = (await signIn(app, await makeTenant(app), 'admin')).access_token;
});
afterAll(() => app.close());
const { upload, over } = openImportWay(
  () => app,
  () => token,
);

const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (...texts: string[]) => `<row>${texts.map(cell).join('')}</row>`;
const headings = row(...importColumns.map(([, label]) => label));
/** Stored as it is, so that only what it holds can be too much. */
const book = (rows: string, more: Record<string, string> = {}, before = '') =>
  packAll(
    Object.entries(workbookParts(`<worksheet>${before}<sheetData>${headings}${rows}</sheetData></worksheet>`, more)),
    { method: 0 },
  );
const many = (rows: number, make: (at: number) => string) => Array.from({ length: rows }, (_, at) => make(at)).join('');
const names = (rows: number) => many(rows, (at) => row(`第${at}家`));
const tooMany = { status: 400, json: { msg: '一个文件最多导入 100,000 行，这个文件超过了，请拆成几个文件分别上传' } };

test.each<[string, () => Buffer, string]>([
  ['a workbook of one row too many', () => book(names(100_001)), '企业.xlsx'],
  ['one that claims to end in its first row', () => book(names(100_001), {}, '<dimension ref="A1"/>'), '企业.xlsx'],
  ['one with prefixes', () => book(names(100_001).replace(/<(\/?)(?=row)/g, '<$1x:')), '企业.xlsx'],
  ['a table of one row too many', () => Buffer.from(tableOf([]) + many(100_001, (at) => `\n第${at}家`)), '企业.csv'],
  [
    'a table with the line ends of old machines',
    () => Buffer.from(tableOf([]) + many(100_001, () => '\r家')),
    '企业.csv',
  ],
])('%s is refused as it comes, with how many are taken and what to do', async (_, make, name) => {
  const began = performance.now();
  expect(await upload(make(), name)).toMatchObject(tooMany);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(await app.sql('select from file where purpose = $1', ['import'])).toEqual([]);
});

test('as many rows as are taken are, whatever they say they are and however many empty ones or examples stand between', async () => {
  const between = many(30_000, () => '<row/><row><c/><c t="s"/></row>');
  const rows = row('（示例）甲') + names(50_000) + between + names(50_000);
  const begun = await upload(book(rows, {}, '<dimension ref="A1:XFD1048576"/>'));
  const { jobId } = dataOf<{ jobId: string }>(begun);
  dataOf(await send(app, 'GET', `/upms/job/cancel/${jobId}`, { token }));
  expect((await over(begun)).state).toBe('cancelled');
});

test('a list of people has a limit of its own', async () => {
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

test('more shared texts than cells could have are refused within seconds', async () => {
  const bomb = book(row('甲'), { 'xl/sharedStrings.xml': `<sst>${'<si><t>x</t></si>'.repeat(1_000_000)}</sst>` });
  const began = performance.now();
  expect(await upload(bomb)).toMatchObject({ status: 400, json: { msg: expect.stringContaining('文件内容过多') } });
  expect(performance.now() - began).toBeLessThan(5_000);
});

test('a file that holds no rows says so, and nothing of it is offered or taken (people and enterprises)', async () => {
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
