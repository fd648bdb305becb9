// Bulk work on enterprises: allowed selections, the result of each row, and when the job stops.
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dataOf, send } from '../../testing/client.ts';
import { openSetup, type Setup } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app, { enterprises: 12 });
  other = await makeTenant(app);
  setup = await openSetup(app, tenant);
});
afterAll(() => app.close());

interface Told {
  state: string;
  message: string | null;
  title: string | null;
  resultUrl: string | null;
  result: Record<string, number> | null;
}
const call = (...args: Parameters<Setup['call']>) => setup.call(...args);
const bulk = (input: Record<string, unknown>, kind: Kind = 'regulator') => call('bulk', input, kind);
const readJob = async (jobId: string) =>
  dataOf<Told>(await send(app, 'GET', `/upms/job/${jobId}`, setup.as('regulator')));
async function over(jobId: string): Promise<Told> {
  await expect.poll(async () => (await readJob(jobId)).state, { timeout: 30_000 }).toMatch(/done|failed|cancelled/);
  return readJob(jobId);
}
const done = async (input: Record<string, unknown>) => {
  const { jobId, total } = dataOf<{ jobId: string; total: number }>(await bulk(input));
  return { jobId, total, ...(await over(jobId)) };
};
const refusedOf = async (jobId: string) =>
  dataOf<{ records: { name: string; reason: string; enterpriseId: string }[]; total: number }>(
    await call('bulkRefused', { id: jobId, size: 100 }),
  );
const ids = (...places: number[]) => places.map((place) => tenant.enterpriseIds[place] ?? '');
const labelsOf = async () =>
  app.sql<{ id: string; labels: string[] | null; version: number }>(
    `select id, labels, version from enterprise where tenant_id = $1 order by id`,
    [tenant.id],
  );

describe('selections of a bulk action', () => {
  test('S25 answer 404 and change nothing for one id of another tenant, or a missing id, among 500', async () => {
    const before = await labelsOf();
    const jobs = async () => (await app.sql(`select from job where tenant_id = $1`, [tenant.id])).length;
    const count = await jobs();
    const own = Array.from({ length: 499 }, (_, at) => tenant.enterpriseIds[at % 12] ?? '');
    const answers = [];
    for (const one of [other.enterpriseIds[0], '01a00000-0000-7000-8000-000000000000'])
      answers.push(await bulk({ action: 'addLabels', labels: ['model'], ids: [...own, one] }));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(answers[0]?.text).toBe(answers[1]?.text);
    expect(await labelsOf()).toEqual(before);
    expect(await jobs()).toBe(count);
  });

  test('are refused with 400 for no ids, 501 ids, or ids together with a filter', async () => {
    const one = ids(0)[0];
    for (const [input, field] of [
      [{ action: 'addLabels', labels: ['model'], ids: Array.from({ length: 501 }, () => one) }, 'ids'],
      [{ action: 'addLabels', labels: ['model'] }, 'ids'],
      [{ action: 'addLabels', labels: ['model'], ids: [] }, 'ids'],
      [{ action: 'addLabels', labels: ['model'], ids: [one], filter: {} }, 'ids'],
      [{ action: 'addLabels', labels: ['nothing'], ids: [one] }, 'labels'],
      [{ action: 'addLabels', ids: [one] }, 'labels'],
      [{ action: 'assignOfficer', officerId: tenant.people.entadmin, ids: [one] }, 'officerId'],
      [{ action: 'suspend', ids: [one] }, 'kind'],
      [{ action: 'suspend', kind: 'nothing', fromOn: '2026-03-01', reason: '设备检修停产', ids: [one] }, 'kind'],
      [{ action: 'resume', checklist: ['plan'], ids: [one] }, 'checklist'],
      // A date in the future: the test clock is in March 2026.
      [{ action: 'close', reason: 'shutDown', closedOn: '2026-04-01', ids: [one] }, 'closedOn'],
    ] as const) {
      const answer = await bulk(input);
      expect([answer.status, JSON.stringify(answer.json)], JSON.stringify(input).slice(0, 80)).toEqual([
        400,
        expect.stringContaining(`"field":"${field}`),
      ]);
    }
  });

  test('cannot be assigned to a frozen officer', async () => {
    const { admin: officerId } = tenant.people;
    const freeze = (flag: string) => app.sql('update app_user set lock_flag = $2 where id = $1', [officerId, flag]);
    await freeze('9');
    const answer = await bulk({ action: 'assignOfficer', officerId, ids: ids(0) });
    await freeze('0');
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('没有这个监管责任人')]);
  });

  test('need the permit of the action', async () => {
    for (const kind of ['entadmin', 'entstaff', 'shop'] as const)
      expect((await bulk({ action: 'addLabels', labels: ['model'], ids: ids(0) }, kind)).status).toBe(403);
    await app.sql(`delete from role_permit where tenant_id = $1 and permit = 'bus:enterprise:audit'`, [tenant.id]);
    // Moves the clock past the cache time of permits.
    app.clock.pass(5);
    expect((await bulk({ action: 'activate', ids: ids(10) })).status).toBe(403);
    await app.sql(
      `insert into role_permit (tenant_id, role_id, permit) select tenant_id, id, 'bus:enterprise:audit' from role where tenant_id = $1 and code in ('ROLE_REGULATOR', 'ROLE_TENANT_ADMIN')`,
      [tenant.id],
    );
    app.clock.pass(5);
  });
});

describe('labels set in bulk', () => {
  test('are added once and found by the filter', async () => {
    const job = await done({ action: 'addLabels', labels: ['keySupervision', 'model'], ids: ids(0, 1, 2) });
    expect(job).toMatchObject({ state: 'done', title: '批量添加标签', total: 3, resultUrl: null });
    const again = await done({ action: 'addLabels', labels: ['model'], ids: ids(0, 1, 2, 3) });
    expect(again.result).toMatchObject({ total: 4, changed: 4 - 3 + (await alreadyWithout(again)), refused: 0 });
    const page = dataOf<{ total: number; records: { labels: string[] }[] }>(
      await call('page', { label: 'keySupervision', size: 100 }),
    );
    expect(page.records.every(({ labels }) => labels.includes('keySupervision'))).toBe(true);
    expect(page.total).toBeGreaterThanOrEqual(3);
    const own = dataOf<{ labels: string[] | null; version: number }>(await call('get', { id: ids(0)[0] }, 'entstaff'));
    expect(own.labels).toBeNull();
    expect(dataOf<{ total: number }>(await call('page', { label: 'model' }, 'entstaff')).total).toBe(0);
    for (const callName of ['history', 'timeline']) {
      expect((await call(callName, { id: ids(0)[0] })).text).toContain('label');
      expect((await call(callName, { id: ids(0)[0] }, 'entstaff')).text).not.toMatch(/label/i);
    }
    expect((await call('history', { id: ids(0)[0] })).text).toContain('keySupervision');
    for (const labels of [[], null, ['model']])
      expect((await call('update', { id: ids(0)[0], version: own.version, labels }, 'entadmin')).status).toBe(400);
    const gone = await done({ action: 'removeLabels', labels: ['keySupervision', 'model'], ids: ids(0, 1, 2, 3) });
    expect(gone.result).toMatchObject({ total: 4, changed: 4, refused: 0 });
    const tags = await app.sql(
      `select from enterprise_tag where tenant_id = $1 and kind = 'label' and value in ('model', 'keySupervision')
         and enterprise_id = any($2)`,
      [tenant.id, ids(0, 1, 2, 3)],
    );
    expect(tags).toEqual([]);
  });
  // Number of enterprises that the job did not change. Some seeded enterprises already have the label.
  const alreadyWithout = async ({ result }: { result: Record<string, number> | null }) =>
    (result?.['changed'] ?? 0) - 1;
});

describe('lifecycle steps in bulk', () => {
  const stop = { action: 'suspend', kind: 'production', fromOn: '2026-03-01', reason: '春节后设备集中检修' };
  test('report a reason for each refused row and change the others', async () => {
    const [kind] = await app.sql<{ value: string }>(
      `select value from dictionary_item where type = 'suspensionKind' and value <> 'ordered' order by sort`,
    );
    const job = await done({ ...stop, kind: kind?.value, ids: ids(0, 1, 2, 10, 11) });
    expect(job).toMatchObject({
      state: 'done',
      message: '已处理 3 家，2 家未处理',
      result: { total: 5, changed: 3, same: 0, refused: 2 },
      resultUrl: `/bus/enterprise/bulk/refusedFile/${job.jobId}`,
    });
    const refused = await refusedOf(job.jobId);
    expect(refused.total).toBe(2);
    expect(refused.records.map(({ enterpriseId }) => enterpriseId).sort()).toEqual(ids(10, 11).sort());
    expect(new Set(refused.records.map(({ reason }) => reason))).toEqual(new Set(['只有在营企业可以停产停业']));
    const file = await call('bulkRefusedFile', { id: job.jobId });
    const { sheets } = await readXlsx(new Uint8Array(file.bytes));
    expect(
      sheets[0]?.rows
        .slice(2)
        .map(([name]) => name)
        .sort(),
    ).toEqual(refused.records.map(({ name }) => name).sort());
    const states = await app.sql<{ status: string }>(
      `select status from enterprise where tenant_id = $1 and id = any($2)`,
      [tenant.id, ids(0, 1, 2)],
    );
    expect(states.map(({ status }) => status)).toEqual(['suspended', 'suspended', 'suspended']);
    const audits = await app.sql<{ call: string; n: number }>(
      `select a.call, count(*)::int as n from audit a join audit p on p.tenant_id = a.tenant_id and p.id = a.parent_id
       where a.tenant_id = $1 and p.call = 'enterprise.bulk' and a.call = 'enterprise.suspend' group by a.call`,
      [tenant.id],
    );
    expect(audits).toEqual([{ call: 'enterprise.suspend', n: 3 }]);
    for (const kindOf of ['admin', 'entstaff'] as const)
      expect((await call('bulkRefused', { id: job.jobId }, kindOf)).status).toBe(404);
  });

  test('apply to the rows that matched the filter at selection time', async () => {
    const job = await done({
      action: 'resume',
      checklist: ['dangersFixed', 'equipment', 'training', 'plan', 'duty'],
      filter: { status: '3' },
      except: ids(1),
    });
    expect(job.result).toMatchObject({ total: 2, changed: 2, refused: 0 });
    const left = dataOf<{ records: { id: string }[] }>(await call('page', { status: '3' })).records;
    expect(left.map(({ id }) => id)).toEqual(ids(1));
  });
});
