import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BulkAction, BulkInput } from '@anlan/contract/modules/enterprise/bulk-actions';
import type { Job } from '@anlan/contract/modules/job/job';
import type { Permit } from '@anlan/contract/permits';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { createJobs, type Jobs } from '#platform/jobs/index.ts';
import { makeTenant, openTestDatabase, regulatorScope, type TestDatabase } from '../../../../testing/database.ts';
import { createAuditModule } from '../../audit/index.ts';
import { createDictionaryModule } from '../../dictionary/index.ts';
import { createJobModule, type JobModule } from '../../job/index.ts';
import { createVault } from '#platform/vault/index.ts';
import { createTenantModule } from '../../tenant/index.ts';
import { createUserModule } from '../../user/index.ts';
import { createMove } from '../lifecycle/service.ts';
import { changeFor } from './rules.ts';
import { createEnterpriseBulk } from './service.ts';

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const permits: Permit[] = [
  'bus:enterprise:index',
  'bus:enterprise:edit',
  'bus:enterprise:audit',
  'bus:enterprise:suspend',
];
let scope: Scope;
let acting: Scope | null;
/** Callback that runs whenever the job checks the current rights. */
let onRightsCheck: () => void;
let jobs: Jobs;
let module: JobModule;
let bulks: ReturnType<typeof createEnterpriseBulk>;
const clock = { now: () => new Date('2026-11-21T02:00:00Z') };
function open(runs = true) {
  const { db, appUrl } = database;
  const audit = createAuditModule({ db });
  const vault = createVault({ db, masterKey: 'm'.repeat(43) });
  const users = createUserModule({ db, clock, vault, tenants: createTenantModule({ db }) });
  jobs = createJobs({ url: appUrl, runs, log: (_, error) => console.error(error) });
  const scopeOf = async () => {
    onRightsCheck();
    return acting;
  };
  module = createJobModule({ db, jobs, audit, clock, scopeOf });
  const dictionaries = createDictionaryModule({ db });
  const { move, demandOfficer } = createMove({ clock, audit, users, vault });
  bulks = createEnterpriseBulk({ db, clock, audit, dictionaries, jobs: module, move, demandOfficer });
}
beforeEach(async () => {
  const userId = newId();
  scope = acting = regulatorScope(await makeTenant(database, userId), userId, permits);
  onRightsCheck = () => {};
  open();
});
afterEach(() => jobs.stop());

const query = <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  database.db.scoped(scope, async (tx) => (await tx.client.query<T>(text, values)).rows, { statementMs: 60_000 });
const count = async (text: string) =>
  Number((await query<{ n: string }>(`select count(*)::text as n from ${text}`))[0]?.n);
const make = (rows: number, status = 'active') =>
  query(
    `insert into enterprise (tenant_id, id, name, credit_code, enterprise_code, supervision_kind, region_code,
       registered_address, industry_code, legal_person, safety_manager_name, safety_manager_phone, status, source,
       created_at, updated_at)
     select $1, gen_random_uuid(), '企业' || n, 'T' || lpad(n::text, 17, '0'), 'QY' || n, 'emergency', '330108', '江滨路',
       'C26', '沈安然', '周明舟', '139****5678', $2, 'import', now(), now() from generate_series(1, $3) n`,
    [scope.tenantId, status, rows],
  );
const queued = (id: string) =>
  query(`select state, retry_count, start_after, started_on, output from pgboss.job where id = $1`, [id]);
async function until(id: string, condition: (job: Job) => boolean): Promise<Job> {
  for (const end = Date.now() + 90_000; ; await new Promise((done) => setTimeout(done, 10))) {
    const job = await module.get(scope, { id });
    if (condition(job)) return job;
    if (Date.now() > end) throw new Error(`not in time: ${JSON.stringify([job, await queued(id)])}`);
  }
}
const over = (id: string) => until(id, ({ state }) => state !== 'waiting' && state !== 'running');
const begin = async (action: BulkAction, words: BulkInput) =>
  (await bulks.bulk(scope, { action, filter: {}, ...words })).jobId;
const refusedOf = async (id: string) =>
  (await bulks.bulkRefused(scope, { filter: { id }, page: 1, size: 100, sort: [] })).rows;

test('S35 stops a bulk job when the right is withdrawn between two batches', async () => {
  await make(1_600);
  let times = 0;
  onRightsCheck = () => {
    times += 1;
    // Rights are checked once for the job, then before each batch. The fourth check finds no rights.
    if (times === 4) acting = regulatorScope(scope.tenantId, scope.userId ?? '', ['bus:enterprise:index']);
  };
  await jobs.start();
  const job = await over(await begin('addLabels', { labels: ['model'] }));
  expect(job).toMatchObject({ state: 'failed', message: '权限已被收回，任务已停止，此前已处理 1000 家' });
  expect(await count(`enterprise where labels = '{model}'`)).toBe(1000);
  expect(await count(`enterprise_tag where kind = 'label'`)).toBe(1000);
});

test('S12 stops the bulk job of a closed account', async () => {
  await make(1_200);
  let times = 0;
  onRightsCheck = () => {
    times += 1;
    if (times === 3) acting = null;
  };
  await jobs.start();
  const job = await over(await begin('addLabels', { labels: ['model'] }));
  expect(job).toMatchObject({ state: 'failed', message: '账号已停用，任务已停止' });
  expect(await count(`enterprise where labels is not null`)).toBe(500);
});

test('stops a bulk job between two batches on a cancel request', async () => {
  await make(2_000);
  await jobs.start();
  let id = '';
  let times = 0;
  onRightsCheck = () => {
    times += 1;
    if (times === 4) void module.cancel(scope, { id });
  };
  id = await begin('addLabels', { labels: ['model'] });
  const job = await over(id);
  const done = await count(`enterprise where labels is not null`);
  expect(job).toMatchObject({ state: 'cancelled', message: `已取消，此前已处理 ${done} 家` });
  expect(done % 500).toBe(0);
  expect(job.result).toEqual({ total: 2_000, changed: done, same: 0, refused: 0 });
  expect(job.resultUrl).toBe(`/bus/enterprise/bulk/refusedFile/${id}`);
  // The list of refused rows contains every enterprise that the stopped job did not reach.
  const left = await bulks.bulkRefused(scope, { filter: { id }, page: 1, size: 100, sort: [] });
  expect([left.total, left.rows[0]?.reason]).toEqual([2_000 - done, '任务停止前没有处理到']);
});

test('a bulk job refuses rows that changed after the selection', async () => {
  await make(6);
  open(false);
  await jobs.start();
  const id = await begin('suspend', { kind: 'production', fromOn: '2026-11-21', reason: '设备集中检修停产' });
  await query(`update enterprise set version = version + 1 where name = '企业1'`);
  await query(`update enterprise set removed_at = now() where name = '企业2'`);
  await query(
    `update enterprise set safety_manager_name = '周明舟', status = 'closed', version = version + 1 where name = '企业3'`,
  );
  await jobs.stop();
  open();
  await jobs.start();
  expect(await over(id)).toMatchObject({
    state: 'done',
    message: '已处理 3 家，3 家未处理',
    result: { total: 6, changed: 3, same: 0, refused: 3 },
  });
  expect(Object.fromEntries((await refusedOf(id)).map(({ name, reason }) => [name, reason]))).toEqual({
    企业1: '选择之后已被他人修改，请核对后重试',
    企业2: '企业已删除或不在管辖范围内',
    企业3: '选择之后已被他人修改，请核对后重试',
  });
  expect(await count(`enterprise where status = 'suspended'`)).toBe(3);
  expect(await count(`enterprise_status_change where to_status = 'suspended'`)).toBe(3);
  expect(
    await count(
      `audit a join audit p on p.id = a.parent_id where a.call = 'enterprise.suspend' and p.call = 'enterprise.bulk'`,
    ),
  ).toBe(3);
});

test('lists every refused row over several pages', async () => {
  await make(1_234, 'closed');
  await jobs.start();
  const id = await begin('addLabels', { labels: ['model'] });
  expect((await over(id)).result).toMatchObject({ total: 1234, changed: 0, refused: 1234 });
  const last = await bulks.bulkRefused(scope, { filter: { id }, page: 13, size: 100, sort: [] });
  expect([last.total, last.rows.length, last.rows[0]?.reason]).toEqual([1234, 34, '已注销的企业不能修改']);
});

describe('a bulk job killed in the middle', () => {
  const server = `
    const at = (path) => ${JSON.stringify(new URL('../../../../', import.meta.url).href)} + path;
    const { createJobs } = await import(at('src/platform/jobs/index.ts'));
    const { openDb } = await import(at('src/platform/db/index.ts'));
    const { createAuditModule } = await import(at('src/modules/audit/index.ts'));
    const { createDictionaryModule } = await import(at('src/modules/dictionary/index.ts'));
    const { createJobModule } = await import(at('src/modules/job/index.ts'));
    const { createTenantModule } = await import(at('src/modules/tenant/index.ts'));
    const { createUserModule } = await import(at('src/modules/user/index.ts'));
    const { createVault } = await import(at('src/platform/vault/index.ts'));
    const { createMove } = await import(at('src/modules/enterprise/lifecycle/service.ts'));
    const { createEnterpriseBulk } = await import(at('src/modules/enterprise/bulk/service.ts'));
    const { regulatorScope } = await import(at('testing/database.ts'));
    const [url, tenantId, userId] = process.argv.slice(2);
    const db = openDb(url);
    const jobs = createJobs({ url });
    const clock = { now: () => new Date() };
    const audit = createAuditModule({ db });
    const vault = createVault({ db, masterKey: 'm'.repeat(43) });
    const users = createUserModule({ db, clock, vault, tenants: createTenantModule({ db }) });
    const scope = regulatorScope(tenantId, userId, ${JSON.stringify(permits)});
    const module = createJobModule({ db, jobs, audit, clock, scopeOf: async () => scope });
    const { move, demandOfficer } = createMove({ clock, audit, users, vault });
    createEnterpriseBulk({ db, clock, audit, dictionaries: createDictionaryModule({ db }), jobs: module, move, demandOfficer });
    await jobs.start();
    console.log('ready');`;

  test('continues after a restart and moves every row once', async () => {
    await make(1_200);
    await query(`update enterprise set status = 'draft' where right(name, 1) = '7'`);
    const program = join(database.folder, 'bulk-server.mjs');
    writeFileSync(program, server);
    const child = spawn(process.execPath, [program, database.appUrl, scope.tenantId, scope.userId ?? ''], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((done) => child.stdout.once('data', done));
    open(false);
    await jobs.start();
    const id = await begin('suspend', { kind: 'production', fromOn: '2026-11-21', reason: '设备集中检修停产' });
    await until(id, ({ done }) => done >= 500).finally(() => child.kill('SIGKILL'));
    await jobs.stop();
    const between = await count('enterprise_status_change');
    expect(between).toBeLessThan(1_080);
    open();
    await jobs.start();
    expect(await over(id)).toMatchObject({ state: 'done', result: { total: 1200, changed: 1080, refused: 120 } });
    expect(await count(`enterprise where status = 'suspended'`)).toBe(1_080);
    expect(await count('enterprise_status_change')).toBe(1_080);
    expect(await count(`audit where call = 'enterprise.suspend'`)).toBe(1_080);
    expect(await count('enterprise_bulk_row')).toBe(120);
  });
});

test('undo of a bulk label change restores the earlier labels and preserves later changes', async () => {
  await make(1_100);
  await query(`update enterprise set labels = '{model}' where right(name, 1) = '7'`);
  await query(`insert into enterprise_tag (tenant_id, enterprise_id, kind, value)
    select tenant_id, id, 'label', 'model' from enterprise where labels is not null`);
  await jobs.start();
  const tags = `enterprise_tag t join enterprise e on e.id = t.enterprise_id where t.kind = 'label'`;
  const words = { labels: ['model', 'assisted'] };
  const jobId = await begin('addLabels', words);
  expect((await over(jobId)).undoUntil).toEqual(new Date('2026-11-21T02:30:00Z'));
  expect(await count(`enterprise where labels @> '{model,assisted}'`)).toBe(1_100);
  await query(`update enterprise set labels = labels || '{doubleRandom}' where name = '企业1'`);
  await query(`insert into enterprise_tag (tenant_id, enterprise_id, kind, value)
    select tenant_id, id, 'label', 'doubleRandom' from enterprise where name = '企业1'`);
  const back = await module.undo(scope, { id: jobId });
  expect(await over(back.jobId)).toMatchObject({ state: 'done', title: '撤销批量添加标签', undoUntil: null });
  expect(await count(`enterprise where labels = '{model}' and right(name, 1) = '7'`)).toBe(110);
  expect(await count(`enterprise where labels = '{doubleRandom}' and name = '企业1'`)).toBe(1);
  expect(await count(`enterprise where labels is null`)).toBe(989);
  expect([await count(tags), await count(`${tags} and t.value = any (e.labels)`)]).toEqual([111, 111]);
  // A second undo call returns the same undo job.
  expect(await module.undo(scope, { id: jobId })).toEqual(back);

  const removalId = await begin('removeLabels', words);
  expect((await over(removalId)).result).toMatchObject({ changed: 110 });
  await over((await module.undo(scope, { id: removalId })).jobId);
  expect(await count(`enterprise where labels = '{model}'`)).toBe(110);
  expect([await count(tags), await count(`${tags} and t.value = any (e.labels)`)]).toEqual([111, 111]);

  const moved = await begin('suspend', { kind: 'production', fromOn: '2026-11-21', reason: '设备集中检修停产' });
  expect((await over(moved)).undoUntil).toBeNull();
  await expect(module.undo(scope, { id: moved })).rejects.toThrow('没有可以撤销的内容');
  acting = regulatorScope(scope.tenantId, scope.userId ?? '', ['bus:enterprise:index']);
  const late = await begin('addLabels', words).then(over);
  expect(late).toMatchObject({ state: 'failed', undoUntil: null });
});

test('changes nothing when existing labels are added or missing labels are removed', () => {
  const label = fc.constantFrom('a', 'b', 'c', 'd', 'e');
  fc.assert(
    fc.property(
      fc.uniqueArray(label),
      fc.array(label, { minLength: 1 }),
      fc.boolean(),
      (existingLabels, requestedLabels, add) => {
        const before = {
          status: 'active' as const,
          labels: existingLabels.length > 0 ? existingLabels : null,
          officer_id: null,
        };
        const unique = [...new Set(requestedLabels)];
        const change = changeFor(add ? 'addLabels' : 'removeLabels', { labels: unique }, before);
        const wanted = add
          ? new Set([...existingLabels, ...requestedLabels])
          : new Set(existingLabels.filter((one) => !requestedLabels.includes(one)));
        const after = change === null || typeof change === 'string' ? existingLabels : (change.labels ?? []);
        expect(new Set(after)).toEqual(wanted);
        expect(after.length).toBe(wanted.size);
        expect(change === null).toBe(wanted.size === existingLabels.length);
      },
    ),
  );
});
