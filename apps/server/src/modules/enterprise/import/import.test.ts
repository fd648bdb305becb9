import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { beforeEach, describe, expect, test } from 'vitest';
import { importColumns } from '@anlan/contract/modules/enterprise/enterprise';
import { newId } from '#kernel/ids.ts';
import { regulatorScope } from '../../../../testing/database.ts';
import { creditCodeAt, goodRow, sheetOf, tableOf, textSheetOf, wrongWays } from '../../../../testing/import-file.ts';
import { openImportSetup } from '../../../../testing/import-setup.ts';

const setup = await openImportSetup();
const { upload, over, looked, confirm, query, count, rows } = setup;

test('imports the correct rows of 5,000 and reports exactly 137 wrong rows', async () => {
  const all = rows(5000).map((row, index) => {
    if (index === 0 || index % 36 !== 0 || index / 36 > 137) return row;
    return wrongWays[(index / 36) % wrongWays.length]?.(row, index) ?? row;
  });
  const wrong = all.flatMap((_, index) => (index !== 0 && index % 36 === 0 && index / 36 <= 137 ? [index + 2] : []));
  const job = await over((await upload(await sheetOf(all))).jobId);
  expect(job).toMatchObject({ state: 'done', done: 5000, total: 5000, message: '5000 行中有 137 行需要改正' });
  expect(job.result).toMatchObject({ rows: 5000, good: 4863, bad: 137, duplicates: 0, repeated: false });
  const { body } = await setup.imports.importErrors(setup.scope, { id: job.id });
  const [named] = (await readXlsx(new Uint8Array(await buffer(body)))).sheets;
  const listed = named?.rows.slice(1) ?? [];
  expect(listed.map((row) => row.at(-2))).toEqual(wrong);
  expect(new Set(listed.map((row) => String(row.at(-1)).replace(/[0-9A-Z“”]+/g, ''))).size).toBeGreaterThan(15);
  expect(await count('enterprise')).toBe(0);

  expect(await confirm(job.id)).toMatchObject({
    state: 'done',
    result: { inserted: 4863, updated: 0, skipped: 0, failed: 137 },
    message: '新增 4863 家，更新 0 家，跳过 0 行，137 行有错误未写入',
  });
  expect(
    await count(`enterprise where status = 'draft' and source = 'import' and officer_id = '${setup.scope.userId}'`),
  ).toBe(4863);
  expect(await count('(select distinct enterprise_code from enterprise) e')).toBe(4863);
  expect(await count(`enterprise where business_address is null or profile_rate < 30`)).toBe(0);
  expect(
    await count(
      `audit where call = 'enterprise.import' and parent_id is not null and user_id = '${setup.scope.userId}'`,
    ),
  ).toBe(4863);
  expect(await count(`enterprise_tag where kind = 'hazardFeature'`)).toBe(
    2 * (await count(`enterprise where hazard_features = '{dust,confinedSpace}'`)),
  );
}, 60_000);

test('shows a wrong phone of an import only to its sender', async () => {
  const job = await looked([{ ...goodRow(1), safetyManagerPhone: '1390000123', headPhone: '0571-88888888' }]);
  expect(job.result).toMatchObject({
    errors: [
      { column: '负责人电话', value: '0571-88888888' },
      { column: '安全员电话', value: '1390000123' },
    ],
  });
  const storedText = JSON.stringify(await query('select result, params from job'));
  expect(storedText).toContain('****');
  for (const typed of ['1390000123', '0571-88888888']) expect(storedText).not.toContain(typed);
});

test('refuses a city that has districts as the region of an imported enterprise', async () => {
  await confirm((await looked([{ ...goodRow(1), regionCode: '330110' }])).id);
  const job = await looked([{ ...goodRow(2), regionCode: '浙江省杭州市' }]);
  expect(job.result).toMatchObject({
    good: 0,
    errors: [
      {
        cause: expect.stringMatching(/^“浙江省杭州市”下有 \d+ 个区县，不知道是哪一个$/),
        remedy: expect.stringMatching(/^请填写到区县，如 浙江省杭州市余杭区（330110）、/),
      },
    ],
  });
});

test('masks phones of imported rows in the history', async () => {
  const job = await looked([goodRow(1)]);
  await confirm(job.id, { entryStatus: 'active' });
  const [written] = await query<Record<string, unknown>>('select * from enterprise');
  expect(written).toMatchObject({
    name: '测试企业第1号有限公司',
    credit_code: creditCodeAt(1),
    enterprise_code: 'QY20261121-0001',
    region_code: '330106',
    business_address: '示例路 1 号',
    industry_code: 'C34',
    supervision_kind: 'emergency',
    enterprise_size: 'medium',
    economic_type: '150',
    headcount: 1,
    head_phone: '138****0001',
    safety_manager_phone: '139****0001',
    established_on: '2019-07-02',
    standard_level: 'third',
    hazard_features: ['dust', 'confinedSpace'],
    car_types: null,
    remark: '测试',
    status: 'active',
    version: 1,
    created_by: setup.scope.userId,
  });
  expect(written?.['activated_at']).toEqual(setup.now);
  const [audited] = await query<{ changes: { field: string; after: unknown }[] }>(
    `select changes from audit where call = 'enterprise.import' and object_type = 'enterprise'`,
  );
  const after = Object.fromEntries(audited?.changes.map((change) => [change.field, change.after]) ?? []);
  expect(after).toMatchObject({ name: '测试企业第1号有限公司', safetyManagerPhone: '139****0001', status: 'active' });
  expect(JSON.stringify(audited)).not.toContain('13900000001');
});

describe('an import row with an existing credit code', () => {
  beforeEach(async () => {
    await confirm((await looked(rows(3))).id);
  });
  const changedRows = () => [
    { ...goodRow(0), name: '新名称有限公司', headcount: null, hazardFeatures: '燃气使用' },
    goodRow(1),
    goodRow(7),
  ];
  test('is counted in the dry run and skipped on request', async () => {
    const job = await looked(changedRows());
    expect(job.result).toMatchObject({ rows: 3, good: 3, bad: 0, duplicates: 2 });
    expect((await confirm(job.id)).result).toEqual({ inserted: 1, updated: 0, skipped: 2, failed: 0 });
    expect(await count(`enterprise where name = '新名称有限公司'`)).toBe(0);
  });
  test('overwrites changed cells on request', async () => {
    const job = await looked(changedRows());
    expect((await confirm(job.id, { onDuplicate: 'update', mode: 'all' })).result).toEqual({
      inserted: 1,
      updated: 1,
      skipped: 1,
      failed: 0,
    });
    const [row] = await query(
      `select name, headcount, hazard_features, version, status from enterprise where credit_code = '${creditCodeAt(0)}'`,
    );
    expect(row).toEqual({
      name: '新名称有限公司',
      headcount: 0,
      hazard_features: ['gas'],
      version: 2,
      status: 'draft',
    });
    expect(
      await query(`select value from enterprise_tag t join enterprise e on e.id = t.enterprise_id and e.tenant_id = t.tenant_id
      where kind = 'hazardFeature' and credit_code = '${creditCodeAt(0)}'`),
    ).toEqual([{ value: 'gas' }]);
    const audited = await query<{ changes: { field: string; before: unknown }[] }>(
      `select changes from audit where call = 'enterprise.import' and changes @> '[{"field":"name","before":"测试企业第0号有限公司"}]'`,
    );
    expect(audited[0]?.changes.map((change) => change.field).sort()).toEqual(['hazardFeatures', 'name']);
  });
  test('stops the import without any write on request', async () => {
    const job = await looked([goodRow(7), ...changedRows().slice(0, 2)]);
    const stopped = await confirm(job.id, { onDuplicate: 'stop', mode: 'all' });
    expect(stopped).toMatchObject({ state: 'failed', message: expect.stringContaining('已经存在') });
    expect(await count('enterprise')).toBe(3);
    // The same file can still be imported with another option for duplicates.
    expect((await confirm(job.id, { onDuplicate: 'skip' })).result).toMatchObject({ inserted: 1, skipped: 2 });
  });
  test('is no duplicate if the other enterprise is closed or removed', async () => {
    await query(`update enterprise set status = 'closed' where credit_code = '${creditCodeAt(0)}'`);
    await query(`update enterprise set removed_at = now() where credit_code = '${creditCodeAt(1)}'`);
    const job = await looked(rows(3));
    expect(job.result).toMatchObject({ duplicates: 1 });
    expect((await confirm(job.id)).result).toMatchObject({ inserted: 2, skipped: 1 });
  });
});

describe('confirmation of an import', () => {
  test('starts one job in fifty concurrent requests', async () => {
    const job = await looked(rows(20));
    const begun = await Promise.all(
      Array.from({ length: 50 }, () =>
        setup.imports.importConfirm(setup.scope, { jobId: job.id, mode: 'all', onDuplicate: 'skip' }),
      ),
    );
    expect(new Set(begun.map(({ jobId }) => jobId)).size).toBe(1);
    expect((await over(begun[0]?.jobId ?? '')).result).toMatchObject({ inserted: 20 });
    expect(await count('enterprise')).toBe(20);
    // A second confirmation returns the same import job.
    const again = await setup.imports.importConfirm(setup.scope, { jobId: job.id, mode: 'all', onDuplicate: 'skip' });
    expect(again).toEqual(begun[0]);
  });
  test('needs every row to be correct in mode all', async () => {
    const job = await looked([goodRow(1), { ...goodRow(2), legalPerson: null }]);
    await expect(confirm(job.id, { mode: 'all' })).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringContaining('1 行有错误'),
    });
    expect(await count('enterprise')).toBe(0);
  });
  test('needs the owner of the import file', async () => {
    const job = await looked(rows(1));
    const other = regulatorScope(setup.scope.tenantId, newId(), [...setup.scope.permits]);
    const choice = { jobId: job.id, mode: 'rows', onDuplicate: 'skip' } as const;
    await expect(setup.imports.importConfirm(other, choice)).rejects.toMatchObject({ code: 'notFound' });
    await expect(setup.imports.importErrors(other, { id: job.id })).rejects.toMatchObject({ code: 'notFound' });
    const without = regulatorScope(setup.scope.tenantId, setup.scope.userId ?? '', ['bus:enterprise:import']);
    await expect(setup.imports.importConfirm(without, { ...choice, entryStatus: 'active' })).rejects.toMatchObject({
      code: 'denied',
    });
  });
  test('checks the current rights of the importer', async () => {
    const job = await looked(rows(1));
    setup.acting = regulatorScope(setup.scope.tenantId, setup.scope.userId ?? '', []);
    expect(await confirm(job.id)).toMatchObject({ state: 'failed', message: '权限已被收回，任务已停止' });
    expect(await count('enterprise')).toBe(0);
  });
  test('is cancelled in mode all without any write', async () => {
    const job = await looked(rows(3000));
    const choice = { jobId: job.id, mode: 'all', onDuplicate: 'skip' } as const;
    const { jobId } = await setup.imports.importConfirm(setup.scope, choice);
    await expect.poll(async () => (await setup.module.get(setup.scope, { id: jobId })).done).toBeGreaterThan(0);
    await setup.module.cancel(setup.scope, { id: jobId });
    expect(await over(jobId)).toMatchObject({ state: 'cancelled', message: '已取消，没有写入任何企业' });
    expect(await count('enterprise')).toBe(0);
    expect(await count("audit where call = 'enterprise.import' and object_type = 'enterprise'")).toBe(0);
  });
});

describe('an uploaded import file', () => {
  test('is marked when uploaded twice within ten minutes', async () => {
    const bytes = await textSheetOf(rows(2));
    expect((await over((await upload(bytes)).jobId)).result).toMatchObject({ repeated: false });
    expect((await over((await upload(bytes)).jobId)).result).toMatchObject({ repeated: true });
    setup.now = new Date(setup.now.getTime() + 11 * 60_000);
    expect((await over((await upload(bytes)).jobId)).result).toMatchObject({ repeated: false });
  });
  test('may be a CSV file', async () => {
    const job = await over((await upload(tableOf(rows(3)), '企业.csv')).jobId);
    expect(job.result).toMatchObject({ rows: 3, good: 3 });
  });
  test.each([
    ['no headings of the template', 'a,b\r\n1,2\r\n', '企业.csv', /没有找到表头/],
    ['a missing column', '企业名称,备注\r\n甲,乙\r\n', '企业.csv', /缺少列：统一社会信用代码、行政区划/],
    ['one column twice', `${tableOf([])},企业名称`, '企业.csv', /“企业名称”出现了两次/],
    ['an old workbook', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', '企业.xls', /另存为 \.xlsx/],
    ['a wrong file extension', '%PDF-1.7', '企业.xlsx', /只能上传/],
    ['a broken archive', `PK\x03\x04${'\0'.repeat(26)}xl/workbook.xml`, '企业.xlsx', /损坏/],
  ])('is refused at once, without a stored job or file, if the file has %s', async (_, bytes, name, reason) => {
    await expect(upload(Buffer.from(bytes, name.endsWith('csv') ? 'utf8' : 'latin1'), name)).rejects.toMatchObject({
      code: 'invalid',
      message: expect.stringMatching(reason),
    });
    expect(await count('file')).toBe(0);
    expect(await count('job')).toBe(0);
  });
});

describe('downloaded import files', () => {
  test('let the user correct the error file and import it again', async () => {
    const job = await looked([goodRow(1), { ...goodRow(2), legalPerson: null, headcount: '=1+1' }, goodRow(3)]);
    expect(job.resultUrl).toBe(`/bus/enterprise/import/errors/${job.id}`);
    const { body, name } = await setup.imports.importErrors(setup.scope, { id: job.id });
    expect(name).toBe('企业导入错误行-2026-11-21.xlsx');
    const bytes = await buffer(body);
    const { sheets } = await readXlsx(new Uint8Array(bytes));
    const [head = [], bad = [], ...more] = sheets[0]?.rows ?? [];
    expect(more).toEqual([]);
    expect(head.slice(-2)).toEqual(['原行号', '错误原因']);
    expect(bad[head.indexOf('原行号')]).toBe(3);
    expect(String(bad.at(-1))).toMatch(/从业人数：.*\n?法定代表人：法定代表人不能为空。请填写法定代表人/);
    expect((await over((await upload(bytes)).jobId)).result).toMatchObject({ rows: 1, bad: 1 });
  });
  test('include a template whose examples are not imported', async () => {
    const { body, name } = await setup.imports.importTemplate(setup.scope);
    expect(name).toBe('企业导入模板.xlsx');
    const bytes = await buffer(body);
    const { sheets } = await readXlsx(new Uint8Array(bytes));
    expect(sheets[0]?.rows[0]?.map((cell) => String(cell).replace('*', ''))).toEqual(
      importColumns.map(([, label]) => label),
    );
    expect(sheets[0]?.rows.length).toBe(3);
    const lists = sheets[0]?.dataValidations?.filter((rule) => rule.type === 'list') ?? [];
    expect(lists.map((rule) => rule.range)).toContain('G2:G5000');
    expect(sheets[1]?.rows.flat()).toEqual(expect.arrayContaining(['G54 道路运输业', '交通运输', '小型', '粉尘涉爆']));
    expect((await over((await upload(bytes)).jobId)).result).toMatchObject({ rows: 0, bad: 0 });
  });
  test('include a template with only valid example rows', async () => {
    const { body } = await setup.imports.importTemplate(setup.scope);
    const { sheets } = await readXlsx(new Uint8Array(await buffer(body)));
    const [, ...examples] = sheets[0]?.rows ?? [];
    const made = examples.map((row) =>
      Object.fromEntries(
        importColumns.map(([column], place) => [column, String(row[place] ?? '').replace('（示例）', '') || null]),
      ),
    );
    expect((await looked(made)).result).toMatchObject({ rows: 2, good: 2 });
  });
});

test('S78 hides the file of a cancelled import and deletes it within a day', async () => {
  const { tenantId } = setup.scope;
  await setup.jobs.stop();
  await setup.start(false);
  const [cancelled, late] = [await upload(tableOf(rows(3)), '企业.csv'), await upload(tableOf(rows(2)), '企业.csv')];
  await setup.module.cancel(setup.scope, { id: cancelled.jobId });
  const [sheet] = await query<{ id: string }>(`select id from file order by id`);
  const opened = (scope = setup.scope) => setup.files.open(scope, { id: sheet?.id ?? '' });
  expect((await buffer((await opened()).body)).toString()).toContain('测试企业第1号有限公司');
  await expect(opened(regulatorScope(tenantId, newId()))).rejects.toMatchObject({ code: 'notFound' });
  setup.now = new Date(setup.now.getTime() + 25 * 3_600_000);
  await setup.files.forgetEnded([tenantId]);
  expect(await count('file')).toBe(0);
  expect(await count('file_use where bytes > 0')).toBe(0);
  await setup.start();
  expect(await over(late.jobId)).toMatchObject({ state: 'failed', message: '文件已经过期，请重新上传' });
});
