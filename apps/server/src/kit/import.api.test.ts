// Import of stations: template, dry run, confirmation, wrong rows.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Station } from '@anlan/contract/modules/station/resource';
import { limits } from '@anlan/contract/limits';
import { readSheet, type SheetRow } from '#platform/sheets/index.ts';
import { dataOf, send, type Answer } from '../../testing/client.ts';
import { declaredNamed, openPeople, valuesFor, type People } from '../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { fileOf, createImportClient } from '../../testing/resource-import.ts';

const one = declaredNamed('station');
let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const way = (...who: Parameters<People['token']>) => createImportClient(app, 'station', people.token(...who));
const rowOf = async (more: Record<string, unknown> = {}) => ({
  ...(await valuesFor(app, people.home, one)),
  ...more,
});
const file = (...rows: Record<string, unknown>[]) => fileOf(app, people.home, one, rows);
const stations = (codes: unknown[]) =>
  app.sql<{ code: string; name: string; manager_phone: string; version: number; enterprise_id: string }>(
    'select code, name, manager_phone, version, enterprise_id from station where tenant_id = $1 and code = any($2) order by code',
    [people.home.id, codes],
  );
async function sheetOf({ bytes }: Answer): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  const source = { bytes, kind: 'xlsx', limits: { ...limits.import } } as const;
  for await (const batch of readSheet(source, 500)) rows.push(...batch);
  return rows;
}

describe('import of rows', { timeout: 120_000 }, () => {
  test('adds the rows of a filled template to the list', async () => {
    const { call, checked, confirmed } = way();
    const [headings, example] = await sheetOf(await call('importTemplate', {}));
    expect(headings?.cells).toEqual(expect.arrayContaining(['所属企业*', '编号*', '等级', '负责人电话*', '状态']));
    expect(String(example?.cells[0])).toMatch(/^（示例）/);
    const [own] = await sheetOf(await way('entadmin').call('importTemplate', {}));
    expect(own?.cells).toContain('编号*');
    expect(own?.cells).not.toContain('所属企业*');
    const rows = [await rowOf(), await rowOf({ enterpriseId: people.home.enterpriseIds[1] })];
    const looked = await checked(await file(...rows));
    expect(looked.result).toMatchObject({ rows: 2, good: 2, bad: 0, duplicates: 0, errors: [] });
    expect(await stations(rows.map(({ code }) => code))).toEqual([]);
    const ended = await confirmed(looked.id, { mode: 'all' });
    expect([ended.state, ended.message]).toEqual(['done', '新增 2 个，更新 0 个，跳过 0 行']);
    const page = dataOf<{ records: Station[] }>(await people.call('station.page', { size: 100 }));
    for (const row of rows) {
      const storedStation = page.records.find(({ code }) => code === row['code']);
      const { name, enterpriseId, kind, areaSqm } = row as Partial<Station>;
      expect(storedStation).toMatchObject({ name, enterpriseId, kind, areaSqm });
      expect(storedStation?.managerPhone).toMatch(/\*{4}/);
    }
    const audited = await app.sql<{ call: string }>(
      `select call from audit where tenant_id = $1 and call in ('station.import', 'station.importConfirm', 'station.create')`,
      [people.home.id],
    );
    expect(audited).toHaveLength(4);
  });

  test('skips example rows of the template', async () => {
    const { call, checked, confirm } = way();
    const { bytes } = await call('importTemplate', {});
    const looked = await checked(bytes, '模板.xlsx');
    expect(looked.result).toMatchObject({ rows: 0, good: 0, bad: 0 });
    const refused = await confirm(looked.id);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('没有可以导入的行')]);
  });

  test('reports row, cause and remedy of each wrong cell', async () => {
    const { checked, confirmed, call } = way();
    const [good, first] = [await rowOf(), await rowOf()];
    const rows = [
      good,
      { ...(await rowOf()), kind: '没有的类型' },
      { ...(await rowOf()), regionCode: '鼓楼区' },
      { ...(await rowOf()), managerPhone: '1391111' },
      { ...(await rowOf()), areaSqm: '约三百' },
      { ...(await rowOf()), name: null },
      first,
      { ...(await rowOf()), code: first['code'] },
      { ...(await rowOf()), lng: 200 },
    ];
    const bytes = Buffer.from(
      (await file(...rows, { ...(await rowOf()), code: 'FIRM' }))
        .toString()
        .replace(/"[^"]*"(?=,"FIRM")/, '"没有的公司"'),
    );
    const looked = await checked(bytes);
    expect(looked.result).toMatchObject({ rows: 10, good: 2, bad: 8 });
    const faultTexts = looked.result?.errors.map(({ row, column, cause }) => `${row} ${column} ${cause}`);
    expect(faultTexts).toEqual([
      '3 类型 没有“没有的类型”这一项',
      expect.stringMatching(/^4 行政区划 “鼓楼区”有 \d+ 处/),
      expect.stringMatching(/^5 负责人电话 /),
      '6 面积 “约三百”不是数字',
      '7 名称 名称不能为空',
      '9 编号 编号与第 8 行重复',
      '10 经度 经度应在 -180 到 180 之间',
      '11 所属企业 没有“没有的公司”，或不在您的数据范围内',
    ]);
    for (const { remedy } of looked.result?.errors ?? []) expect(remedy).not.toBe('');
    expect(looked.result?.errors.find(({ column }) => column === '负责人电话')?.value).toMatch(/\*/);
    const sheet = await sheetOf(await call('importErrors', { id: looked.id }));
    expect(sheet).toHaveLength(9);
    expect(sheet[1]?.cells.at(-1)).toMatch(/^类型：没有“没有的类型”这一项。请填写其中之一：/);
    const all = await way().confirm(looked.id, { mode: 'all' });
    expect([all.status, all.text]).toEqual([400, expect.stringContaining('还有 8 行有错误')]);
    const ended = await confirmed(looked.id);
    expect(ended.result).toMatchObject({ inserted: 2, updated: 0, skipped: 0, failed: 8 });
    expect(await stations([good['code'], first['code']])).toHaveLength(2);
    expect((await send(app, 'GET', ended.resultUrl ?? '', { token: people.token() })).status).toBe(200);
  });

  test('updates or skips existing rows by choice', async () => {
    const { checked, confirmed } = way();
    const [kept, other] = [await rowOf(), await rowOf()];
    await confirmed((await checked(await file(kept, other))).id);
    const renamed = { ...kept, name: '改了名的站', managerPhone: '139****0000' };
    const next = await rowOf();
    const masked = (await stations([kept['code']]))[0]?.manager_phone;
    const bytes = await file({ ...renamed, managerPhone: masked }, other, next);
    const looked = await checked(bytes);
    expect(looked.result).toMatchObject({ rows: 3, good: 3, duplicates: 2, unchanged: 1 });
    const skipped = await confirmed(looked.id, { onDuplicate: 'skip' });
    expect(skipped.result).toMatchObject({ inserted: 1, updated: 0, skipped: 2, failed: 0 });
    const again = await checked(bytes);
    expect(again.result?.notes).toContain('这个文件刚刚上传过，请确认不是重复导入');
    const updated = await confirmed(again.id, { onDuplicate: 'update', mode: 'all' });
    expect(updated.result).toMatchObject({ inserted: 0, updated: 1, skipped: 2, failed: 0 });
    const now = await stations([kept['code'], other['code']]);
    expect(now.map(({ name, version }) => [name, version])).toEqual(
      expect.arrayContaining([
        ['改了名的站', 2],
        [other['name'], 1],
      ]),
    );
    const moved = await checked(await file({ ...other, enterpriseId: people.home.enterpriseIds[1] }));
    expect(moved.result?.errors.map(({ column, cause }) => [column, cause])).toEqual([
      ['所属企业', '所属企业不能修改'],
    ]);
  });

  test('applies the rules of the module when rows are written', async () => {
    const { checked, confirmed, call } = way();
    const closed = people.home.enterpriseIds[4] ?? '';
    await app.sql(`update enterprise set status = 'closed' where id = $1`, [closed]);
    const looked = await checked(await file(await rowOf({ enterpriseId: closed })));
    expect(looked.result?.errors.map(({ column, cause }) => [column, cause])).toEqual([
      ['所属企业', '已注销的企业不能新增场站'],
    ]);
    const [row, conflicting] = [await rowOf(), await rowOf()];
    const good = await checked(await file(row, conflicting));
    const all = await checked(await file(row, conflicting));
    expect((await people.call('station.create', { ...conflicting, name: '先来的' })).status).toBe(200);
    const none = await confirmed(all.id, { mode: 'all', onDuplicate: 'stop' });
    expect([none.state, none.message]).toEqual(['failed', expect.stringContaining('没有写入任何场站')]);
    expect(await stations([row['code']])).toEqual([]);
    const ended = await confirmed(good.id, { mode: 'rows', onDuplicate: 'stop' });
    expect(ended.result).toMatchObject({ inserted: 1, failed: 1 });
    expect((await stations([conflicting['code']]))[0]?.name).toBe('先来的');
    expect((await sheetOf(await call('importErrors', { id: good.id }))).at(-1)?.cells.at(-1)).toContain('已经存在');
  });

  test('allows staff to import only into their own enterprise', async () => {
    const staff = way('entadmin');
    const { enterpriseId, ...own } = await rowOf();
    const looked = await staff.checked(await file(own));
    expect(looked.result).toMatchObject({ good: 1 });
    expect((await staff.confirmed(looked.id)).result).toMatchObject({ inserted: 1 });
    expect((await stations([own['code']]))[0]?.enterprise_id).toBe(enterpriseId);
    const others = await staff.checked(await file(await rowOf({ enterpriseId: people.home.enterpriseIds[1] })));
    expect(others.result?.errors.map(({ cause }) => cause)).toEqual([expect.stringContaining('不在您的数据范围内')]);
    for (const stranger of [way(), way('regulator', 'other')]) {
      expect((await stranger.confirm(looked.id)).status).toBe(404);
      expect((await stranger.call('importErrors', { id: others.id })).status).toBe(404);
    }
    const foreign = await way('regulator', 'other').checked(await file(await rowOf()));
    expect(foreign.result).toMatchObject({ good: 0, bad: 1 });
    expect((await way('shop').upload(await file(await rowOf()))).status).toBe(403);
  });

  test('can be cancelled before the confirmation', async () => {
    const { upload, checked, confirm, over } = way();
    const rows = await Promise.all(Array.from({ length: 60 }, () => rowOf()));
    const begun = await upload(await file(...rows));
    const { jobId } = dataOf<{ jobId: string }>(begun);
    await send(app, 'GET', `/upms/job/cancel/${jobId}`, { token: people.token() });
    const ended = await over(begun);
    expect(ended.state).toBe('cancelled');
    expect((await confirm(jobId)).status).toBe(400);
    const looked = await checked(await file(...rows));
    const answers = await Promise.all([confirm(looked.id), confirm(looked.id), confirm(looked.id)]);
    expect(new Set(answers.map((answer) => dataOf<{ jobId: string }>(answer).jobId)).size).toBe(1);
    const [first] = answers;
    if (!first) throw new Error('no answer');
    await send(app, 'GET', `/upms/job/cancel/${dataOf<{ jobId: string }>(first).jobId}`, { token: people.token() });
    const { state, message } = await over(first);
    const written = (await stations(rows.map(({ code }) => code))).length;
    // When the cancel interrupts the write, the message gives the number of written rows. Otherwise all rows are
    // written, or none.
    if (state === 'cancelled' && message !== '已取消') expect(message).toBe(`已取消，此前已写入 ${written} 个`);
    else expect(written).toBe(state === 'done' ? 60 : 0);
  });

  test('refuses an invalid table or a missing column at once', async () => {
    const { upload } = way();
    const text = async (bytes: Uint8Array, name?: string) => (await upload(bytes, name)).text;
    expect(await text(Buffer.from('编号,名称\r\n1,站\r\n'))).toContain(
      '缺少列：所属企业、类型、行政区划、地址、负责人、负责人电话',
    );
    expect(await text(Buffer.from('%PDF-1.4'), '表.pdf')).toContain('只能上传 .xlsx 或 .csv 文件');
    expect(await text(Buffer.from('PK\u0003\u0004坏'), '表.xlsx')).toMatch(/另存为 .xlsx 后重新上传/);
  });
});
