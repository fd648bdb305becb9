// CA-13: the region decides who oversees an enterprise. After the first review only a transfer with a reason changes
// the region.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf, send } from '../../testing/client.ts';
import { openSetup, type Setup } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { goodRow, textSheetOf } from '../../testing/import-file.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
});
afterAll(() => app.close());

const msg = '已启用企业的行政区划不能直接修改，请通过“区划迁移”办理并写明原因';
const stored = async (id: string) =>
  (
    await app.sql<{ version: number; region_code: string; name: string }>(
      'select version, region_code, name from enterprise where id = $1',
      [id],
    )
  )[0];
const put = (id: string, status: string) => app.sql('update enterprise set status = $2 where id = $1', [id, status]);
const readTimeline = async (id: string, kind: string) =>
  dataOf<{ entries: { call: string; note: string | null; changes: { field: string }[] }[] }>(
    await setup.call('timeline', { id, kind }),
  ).entries;
const update = async (id: string, more: Record<string, unknown>) =>
  setup.call('update', { id, version: (await stored(id))?.version, ...more });

describe('the region of an enterprise', () => {
  test('may be corrected before the enterprise is accepted', async () => {
    const { id } = await setup.created();
    for (const [status, regionCode] of [
      ['draft', '330106'],
      ['underReview', '330212'],
      ['rejected', '330106'],
    ] as const) {
      await put(id, status);
      expect((await update(id, { regionCode })).status, status).toBe(200);
      expect((await stored(id))?.region_code).toBe(regionCode);
    }
    expect(await readTimeline(id, 'transfer')).toEqual([]);
  });

  test('changes after the first review only by a transfer with a reason', async () => {
    const { id } = await setup.created({ entryStatus: '2' });
    for (const status of ['active', 'suspended']) {
      await put(id, status);
      const before = await stored(id);
      const answer = await update(id, { regionCode: '330106', shortName: '带着走' });
      expect(answer).toMatchObject({
        status: 400,
        json: { data: { errors: [expect.objectContaining({ field: 'regionCode', msg })] } },
      });
      expect(await stored(id)).toEqual(before);
      // The form sends the unchanged region and town values together with the change.
      expect((await update(id, { regionCode: '330108', shortName: `简称${status}` })).status).toBe(200);
    }
    const { version } = (await stored(id)) ?? {};
    const reason = '厂区整体搬迁至西湖区';
    expect((await setup.call('transfer', { id, version, regionCode: '330106', reason })).status).toBe(200);
    expect((await stored(id))?.region_code).toBe('330106');
    const [entry, ...more] = await readTimeline(id, 'transfer');
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ note: reason, changes: [expect.objectContaining({ field: 'regionCode' })] });
    const edits = (await readTimeline(id, 'fields')).filter(({ call }) => call === 'enterprise.update');
    expect(edits.flatMap(({ changes }) => changes.map(({ field }) => field))).toEqual(['shortName', 'shortName']);
  });

  test('cannot be set by the staff of the enterprise', async () => {
    const [id = ''] = tenant.enterpriseIds;
    await app.sql(
      `insert into region (tenant_id, code, name, parent, level, leaf, path)
       select $1, code, name, '330108', 4, true, '浙江省 / 杭州市 / 滨江区 / ' || name
       from (values ('330108001', '江滨街道'), ('330108002', '望潮街道')) street (code, name)`,
      [tenant.id],
    );
    const lies = async () =>
      (await app.sql('select town_code, town, oversight_code, version from enterprise where id = $1', [id]))[0];
    const asStaff = async (more: Record<string, unknown>) =>
      setup.call('update', { id, version: (await stored(id))?.version, ...more }, 'entadmin');
    expect((await update(id, { townCode: '330108001' })).status).toBe(200);
    const msgOfStreet = '所在街道网格由监管部门填写，本企业不能修改';
    for (const status of ['underReview', 'active', 'suspended']) {
      await put(id, status);
      const before = await lies();
      for (const more of [{ townCode: '330108002' }, { townCode: null }, { town: '望潮街道' }])
        expect(await asStaff(more), JSON.stringify(more)).toMatchObject({
          status: 400,
          json: { data: { errors: [{ field: 'townCode', msg: msgOfStreet }] } },
        });
      expect(await lies()).toEqual(before);
      // The form sends the old town values back together with the change.
      expect((await asStaff({ townCode: '330108001', town: '江滨街道', shortName: `简称${status}` })).status).toBe(200);
    }
    expect((await update(id, { townCode: null, town: null })).status).toBe(200);
    expect((await asStaff({ townCode: '330108002' })).status).toBe(400);
    // When the form has no street from the list, staff may write the town as free text.
    expect((await asStaff({ town: '望潮街道' })).status).toBe(200);
    expect(await lies()).toMatchObject({ town_code: null, town: '望潮街道', oversight_code: '330108' });
  });

  test('is shown in the timeline entry of a merge when the other enterprise provides it', async () => {
    const [keep, drop] = [
      await setup.created({ entryStatus: '2' }),
      await setup.created({ entryStatus: '2', regionCode: '330106' }),
    ];
    const merging = { keepId: keep.id, keepVersion: 1, dropId: drop.id, dropVersion: 1 };
    expect((await setup.call('merge', { ...merging, fields: { regionCode: 'drop' } })).status).toBe(200);
    expect((await stored(keep.id))?.region_code).toBe('330106');
    const [entry] = await readTimeline(keep.id, 'merge');
    expect(entry?.note).toContain('并入了');
    expect(entry?.changes).toContainEqual(
      expect.objectContaining({ field: 'regionCode', before: '330108', after: '330106' }),
    );
  });
});

interface Job {
  state: string;
  message: string;
  result: Record<string, unknown> & { errors?: { row: number; column: string; cause: string; remedy: string }[] };
}
async function over(jobId: string): Promise<Job> {
  const read = async () => dataOf<Job>(await send(app, 'GET', `/upms/job/${jobId}`, setup.as('regulator')));
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toMatch(/done|failed|cancelled/);
  return read();
}

describe('an import that moves an enterprise to another region', () => {
  async function checked(at: number, entryStatus: '0' | '2') {
    const row = { ...goodRow(at), regionCode: '330108' };
    const file = { creditCode: String(row.creditCode), regionCode: '330108', entryStatus };
    const { id } = await setup.created(file);
    const moved = { ...row, name: `搬家试验${at}号有限公司`, regionCode: '330106' };
    const sheet = { name: '企业.xlsx', type: 'application/octet-stream', bytes: await textSheetOf([moved]) };
    const begun = await send(app, 'POST', '/bus/enterprise/import', { ...setup.as('regulator'), file: sheet });
    const { jobId } = dataOf<{ jobId: string }>(begun);
    return { id, jobId, job: await over(jobId) };
  }
  const confirm = async (jobId: string) => {
    const choice = { jobId, mode: 'rows', onDuplicate: 'update' };
    return over(dataOf<{ jobId: string }>(await setup.call('importConfirm', choice)).jobId);
  };

  test('is refused at the row of an accepted enterprise', async () => {
    const { id, jobId, job } = await checked(1, '2');
    expect(job.result).toMatchObject({ rows: 1, good: 0, bad: 1 });
    expect(job.result.errors).toEqual([
      {
        row: 2,
        column: '行政区划',
        value: '330106',
        cause: '该企业已启用，登记在 浙江省 / 杭州市 / 滨江区（330108）',
        remedy: '请改为登记的区划；确已迁移的，请先在企业档案中办理“区划迁移”',
      },
    ]);
    expect((await setup.call('importConfirm', { jobId, mode: 'rows', onDuplicate: 'update' })).status).toBe(400);
    expect(await stored(id)).toMatchObject({ version: 1, region_code: '330108' });
  });

  test('moves a draft like any other change', async () => {
    const { id, jobId, job } = await checked(2, '0');
    expect(job.result).toMatchObject({ good: 1, duplicates: 1 });
    expect((await confirm(jobId)).result).toMatchObject({ updated: 1 });
    expect(await stored(id)).toMatchObject({ region_code: '330106', name: '搬家试验2号有限公司' });
  });

  test('skips and reports a draft that was accepted since the dry run', async () => {
    const { id, jobId } = await checked(3, '0');
    expect((await setup.call('activate', { id, version: 1 })).status).toBe(200);
    const before = await stored(id);
    const job = await confirm(jobId);
    expect(job.result).toEqual({ inserted: 0, updated: 0, skipped: 1, failed: 0 });
    expect(job.message).toBe('新增 0 家，更新 0 家，跳过 1 行（其中 1 行的企业已启用、行政区划不同，须办理区划迁移）');
    expect(await stored(id)).toEqual(before);
  });
});
