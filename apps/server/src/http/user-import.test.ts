// User import: errors that the dry run finds, what the confirmation writes, and roles that the caller may not grant
// (issue 5).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Job } from '@anlan/contract/modules/job/job';
import { userImportColumns } from '@anlan/contract/modules/user/import';
import { limits } from '@anlan/contract/limits';
import { readSheet } from '#platform/sheets/index.ts';
import { writeXlsx } from 'hucre/xlsx';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, phoneOfKind, type Kind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
const tokens = new Map<Kind, string>();
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  other = await makeTenant(app);
  for (const kind of ['admin', 'regulator', 'entadmin'] as const)
    tokens.set(kind, (await signIn(app, tenant, kind)).access_token);
});
afterAll(() => app.close());

const sheetLimits = { ...limits.import, rows: limits.userImport.rows };
const headings = userImportColumns.map(([, label]) => label);
const by = (kind: Kind) => ({ token: tokens.get(kind) ?? null });
type Cells = (string | null)[];
let last = 0;
const freshPhone = () => `1340006${String((last += 1)).padStart(4, '0')}`;
const freshName = () => `u${crypto.randomUUID().slice(0, 12)}`;
const good = (type = '监管人员'): Cells => [freshName(), '沈安然', type, freshPhone()];
const csv = (rows: Cells[]) =>
  Buffer.from([headings, ...rows].map((row) => row.map((cell) => cell ?? '').join(',')).join('\r\n'));
const upload = (kind: Kind, bytes: Buffer, name = '用户.csv') =>
  send(app, 'POST', '/upms/user/import', { ...by(kind), file: { name, type: 'text/csv', bytes } });
const confirm = (kind: Kind, jobId: string, mode = 'rows') =>
  send(app, 'POST', '/upms/user/import/confirm', { ...by(kind), body: { jobId, mode } });
const over = async (kind: Kind, jobId: string): Promise<Job> => {
  const look = async () => dataOf<Job>(await send(app, 'GET', `/upms/job/${jobId}`, by(kind)));
  await expect.poll(async () => (await look()).state, { timeout: 60_000 }).not.toMatch(/waiting|running/);
  return look();
};
interface Fault {
  row: number;
  column: string;
  value: string;
  cause: string;
}
const begun = async (kind: Kind, bytes: Buffer, name?: string) => {
  const { jobId } = dataOf<{ jobId: string }>(await upload(kind, bytes, name));
  const { result, ...job } = await over(kind, jobId);
  return {
    jobId,
    ...job,
    ...(result as unknown as { rows: number; good: number; bad: number; errors: Fault[]; notes: string[] }),
  };
};
const people = (names: (string | null | undefined)[]) =>
  app.sql<{ id: string; username: string; type: string; password_hash: string | null }>(
    'select id, username, type, password_hash from app_user where tenant_id = $1 and username = any($2) order by username',
    [tenant.id, names],
  );

// Long timeout: the test waits for jobs, also on a slow machine.
describe('an import of users', { timeout: 120_000 }, () => {
  test('reports each error with its row (S59, S78)', async () => {
    const [first] = [good()];
    const formula = good();
    const rows: Cells[] = [
      first,
      ['regulator', '沈安然', '监管人员', freshPhone()],
      [freshName(), '沈安然', '监管人员', phoneOfKind(tenant.id, 'regulator')],
      [freshName(), '沈安然', '监管人员', first[3] ?? null],
      [first[0] ?? null, '沈安然', '监管人员', freshPhone()],
      [...good(), null, '没有的机构'],
      [...good(), null, null, '没有的角色'],
      [...good(), null, null, '企业员工'],
      [...good('企业人员'), null, null, null, '91330106T00000009X'],
      [...good('外星人员')],
      [...good(), 'not-a-mail'],
      [freshName(), '沈安然', '监管人员', '12345'],
      [...formula.slice(0, 1), null, ...formula.slice(2)],
      // The same phone in another tenant causes no error.
      [freshName(), '沈安然', '监管人员', phoneOfKind(other.id, 'shop')],
    ];
    const cells = new Map([['13,1', { value: 1, type: 'formula' as const, formula: 'A1&"x"' }]]);
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: '用户', rows: [headings, ...rows], cells }] }));
    const dryRun = await begun('admin', bytes, '用户.xlsx');
    expect(dryRun).toMatchObject({ state: 'done', rows: 14, good: 2, bad: 12 });
    const faultTexts = dryRun.errors.map(({ row, column, cause }) => `${row} ${column} ${cause}`);
    for (const expectedFault of [
      '3 用户名 用户名已被使用',
      '4 手机号 同类用户中已有人使用该手机号码',
      '5 手机号 与第 2 行重复',
      '6 用户名 与第 2 行重复',
      '7 机构 没有机构“没有的机构”',
      '8 角色 没有角色“没有的角色”',
      '9 角色 角色“企业员工”不能给这种类型的用户',
      '10 企业信用代码 没有这家企业',
      '11 用户类型 没有用户类型“外星人员”',
      '12 邮箱 邮箱格式不正确',
      '14 姓名 单元格是公式，导入不计算公式',
    ])
      expect(faultTexts).toContain(expectedFault);
    expect(faultTexts.filter((faultText) => faultText.startsWith('13 手机号'))).toHaveLength(1);
    const [jobRow] = await app.sql<{ text: string }>(
      `select result::text || params::text as text from job where id = $1`,
      [dryRun.jobId],
    );
    for (const phone of [first[3], phoneOfKind(tenant.id, 'regulator')]) expect(jobRow?.text).not.toContain(phone);
    expect(await people(rows.slice(2).map(([name]) => name))).toEqual([]);
    expect((await confirm('admin', dryRun.jobId, 'all')).status).toBe(400);

    const errors = await send(app, 'GET', `/upms/user/import/errors/${dryRun.jobId}`, by('admin'));
    const read = [];
    for await (const batch of readSheet({ bytes: errors.bytes, kind: 'xlsx', limits: sheetLimits }))
      read.push(...batch);
    expect(read).toHaveLength(13);
    expect(read[1]?.cells).toContain('regulator');
    expect(String(read[1]?.cells.at(-1))).toContain('用户名已被使用');
    // Another user cannot find the job, and a user without the permit is refused.
    expect((await send(app, 'GET', `/upms/user/import/errors/${dryRun.jobId}`, by('entadmin'))).status).toBe(404);
    expect((await confirm('entadmin', dryRun.jobId)).status).toBe(404);
    expect((await upload('regulator', csv([good()]))).status).toBe(403);
  });

  test('creates its users once when confirmed repeatedly (S74)', async () => {
    const [firm] = await app.sql<{ credit_code: string }>('select credit_code from enterprise where id = $1', [
      tenant.enterpriseIds[0],
    ]);
    const staff: Cells = [...good('企业人员'), null, null, '企业员工', firm?.credit_code ?? ''];
    const officer: Cells = [...good(), 'shen@example.com', `${tenant.mark}机关`, '监管人员'];
    const dryRun = await begun('admin', csv([staff, officer, ['x', '', '', '']]));
    expect(dryRun).toMatchObject({ rows: 3, good: 2, bad: 1 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirm('admin', dryRun.jobId)));
    const began = new Set(answers.map((answer) => dataOf<{ jobId: string }>(answer).jobId));
    expect(began.size).toBe(1);
    const [jobId = ''] = began;
    const done = await over('admin', jobId);
    expect(done).toMatchObject({ state: 'done', result: { inserted: 2, failed: 1 } });
    expect(done.message).toContain('手机验证码');
    expect(dataOf<{ jobId: string }>(await confirm('admin', dryRun.jobId)).jobId).toBe(jobId);
    const made = await people([staff[0], officer[0]]);
    expect(made).toHaveLength(2);
    expect(made.every((person) => person.password_hash === null)).toBe(true);
    const page = async (keyword: string) =>
      dataOf<{ records: { roleList: { code: string }[]; entName: string | null; organName: string | null }[] }>(
        await send(app, 'GET', '/upms/user/page', { ...by('admin'), query: { keyword } }),
      ).records[0];
    expect((await page(staff[0] ?? ''))?.roleList.map(({ code }) => code)).toEqual(['ROLE_ENT_STAFF']);
    expect((await page(staff[0] ?? ''))?.entName).toContain(tenant.mark);
    expect((await page(officer[0] ?? ''))?.organName).toBe(`${tenant.mark}机关`);
    const traces = await app.sql<{ parent_call: string; changes: string }>(
      `select p.call as parent_call, a.changes::text as changes from audit a join audit p on p.id = a.parent_id
       where a.tenant_id = $1 and a.object_id = any($2)`,
      [tenant.id, made.map(({ id }) => id)],
    );
    expect(traces.map((trace) => trace.parent_call)).toEqual(['user.importConfirm', 'user.importConfirm']);
    expect(traces.some((trace) => trace.changes.includes(officer[3] ?? ''))).toBe(false);
  });

  test('accepts UTF-16 files and reports credit codes that became numbers', async () => {
    const wide = (rows: Cells[]) => Buffer.from(`\ufeff${csv(rows).toString().replaceAll(',', '\t')}`, 'utf16le');
    const once = wide([good()]);
    expect(await begun('admin', once)).toMatchObject({ rows: 1, good: 1, notes: [] });
    expect((await begun('admin', once)).notes).toEqual(['这个文件刚刚上传过，请确认不是重复导入']);
    const rows = [
      [...good('企业人员'), null, null, null, 9.133010612345678e17],
      [freshName(), '沈安\n然', '监管人员', freshPhone()],
    ];
    const sheet = { name: '用户', rows: [[...headings, '工号'], ...rows] };
    const dryRun = await begun('admin', Buffer.from(await writeXlsx({ sheets: [sheet] })), '用户.xlsx');
    expect(dryRun.errors.map(({ row, column, cause }) => `${row} ${column} ${cause}`)).toEqual(
      expect.arrayContaining(['2 企业信用代码 内容变成了数字，末几位可能已经丢失', '3 姓名 内容中有换行']),
    );
    expect(dryRun).toMatchObject({ good: 0, notes: ['不在模板中的列没有读取：“工号”'] });
    const refused = await upload('admin', Buffer.from('<html><table></table></html>'), '用户.xls');
    expect(refused).toMatchObject({ status: 400, json: { msg: expect.stringMatching(/网页.*另存为 \.xlsx/) } });
  });

  test('accepts current and old labels of user kinds', async () => {
    const renamed = (label: string) =>
      app.sql(`update dictionary_item set label = $1 where tenant_id = '0' and type = 'userType' and value = '0'`, [
        label,
      ]);
    const cellsOf = async (path: string) => {
      const { bytes } = await send(app, 'GET', path, by('admin'));
      const cells: unknown[] = [];
      for await (const batch of readSheet({ bytes, kind: 'xlsx', limits: sheetLimits }))
        for (const row of batch) cells.push(...row.cells);
      return cells;
    };
    await renamed('执法人员');
    try {
      const [now, before] = [good('执法人员'), good('监管人员')];
      const dryRun = await begun('admin', csv([now, before, good('外星人员')]));
      expect(dryRun).toMatchObject({ good: 2, bad: 1 });
      await over('admin', dataOf<{ jobId: string }>(await confirm('admin', dryRun.jobId)).jobId);
      expect((await people([now[0], before[0]])).map(({ type }) => type)).toEqual(['regulator', 'regulator']);
      const exportedCells = await cellsOf('/upms/user/export');
      expect(exportedCells).toContain('执法人员');
      expect(exportedCells).toContain('企业人员');
    } finally {
      await renamed('监管人员');
    }
  });

  test('grants no kind, role or enterprise that the caller may not grant (S32, S22)', async () => {
    const own = good('企业人员');
    const [firm] = await app.sql<{ credit_code: string }>(
      'select credit_code from enterprise where tenant_id = $1 and id <> $2 limit 1',
      [tenant.id, tenant.people.entadmin === undefined ? null : tenant.enterpriseIds[0]],
    );
    const rows: Cells[] = [
      own,
      good('监管人员'),
      good('平台管理员'),
      [...good('企业人员'), null, null, '租户管理员'],
      [...good('企业人员'), null, null, null, firm?.credit_code ?? '91330106T00000009X'],
    ];
    const dryRun = await begun('entadmin', csv(rows));
    expect(dryRun).toMatchObject({ rows: 5, good: 1, bad: 4 });
    expect(dryRun.errors.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '3 用户类型',
      '4 用户类型',
      '5 角色',
      '6 企业信用代码',
    ]);
    const { jobId } = dataOf<{ jobId: string }>(await confirm('entadmin', dryRun.jobId));
    expect(await over('entadmin', jobId)).toMatchObject({ state: 'done', result: { inserted: 1 } });
    const [person] = await people(rows.map(([name]) => name));
    expect(person).toMatchObject({ username: own[0], type: 'enterprise' });
    const bound = await app.sql<{ enterprise_id: string }>(
      'select enterprise_id from user_enterprise where user_id = $1',
      [person?.id],
    );
    expect(bound).toEqual([{ enterprise_id: tenant.enterpriseIds[0] }]);
    const mixed = await begun('admin', csv([good('平台管理员'), good()]));
    expect(mixed.errors.map(({ row, column }) => `${row} ${column}`)).toEqual(['2 用户类型']);
  });
});
