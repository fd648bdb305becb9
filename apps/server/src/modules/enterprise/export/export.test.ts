import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Permit } from '@anlan/contract/permits';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { createLocalFiles } from '#platform/files/index.ts';
import { createJobs, type Jobs } from '#platform/jobs/index.ts';
import { writeInWorker } from '#platform/sheets/index.ts';
import { makeTenant, openTestDatabase, regulatorScope, type TestDatabase } from '../../../../testing/database.ts';
import { createAuditModule } from '../../audit/index.ts';
import { createDictionaryModule } from '../../dictionary/index.ts';
import { createFileModule, type FileModule } from '../../file/index.ts';
import { createJobModule, type JobModule } from '../../job/index.ts';
import { createVault } from '#platform/vault/index.ts';
import { createTenantModule } from '../../tenant/index.ts';
import { createUserModule } from '../../user/index.ts';
import { createEnterpriseExport } from './service.ts';

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const permits: Permit[] = ['bus:enterprise:export'];
let scope: Scope;
let acting: Scope;
/** Callback that runs whenever the job checks the current rights. */
let onRightsCheck: () => void;
let jobs: Jobs;
let module: JobModule;
let files: FileModule;
let exports: ReturnType<typeof createEnterpriseExport>;
let now: Date;
let userId: string;
beforeEach(async () => {
  now = new Date('2026-11-21T02:00:00Z');
  userId = newId();
  scope = acting = regulatorScope(await makeTenant(database, userId), userId, permits);
  onRightsCheck = () => {};
  const { db, appUrl, folder } = database;
  const clock = { now: () => now };
  const audit = createAuditModule({ db });
  jobs = createJobs({ url: appUrl, log: (_, error) => console.error(error) });
  const scopeOf = async () => {
    onRightsCheck();
    return acting;
  };
  module = createJobModule({ db, jobs, audit, clock, scopeOf });
  const driver = createLocalFiles({ root: join(folder, 'files') });
  files = createFileModule({ db, files: driver, audit, clock, linkKey: 'key' });
  const dictionaries = createDictionaryModule({ db });
  const users = createUserModule({
    db,
    clock,
    vault: createVault({ db, masterKey: 'm'.repeat(43) }),
    tenants: createTenantModule({ db }),
  });
  exports = createEnterpriseExport({ db, clock, audit, dictionaries, users, files, jobs: module });
  await jobs.start();
});
afterEach(() => jobs.stop());

const make = (rows: number) =>
  database.db.scoped(scope, (tx) =>
    tx.client.query(
      `insert into enterprise (tenant_id, id, name, credit_code, enterprise_code, supervision_kind, region_code,
         registered_address, industry_code, legal_person, safety_manager_name, safety_manager_phone, status, source,
         created_at, updated_at)
       select $1, gen_random_uuid(), '企业' || n, 'T' || lpad(n::text, 17, '0'), 'QY' || n, 'emergency', '330108',
         '江滨路', 'C26', '沈安然', '周明舟', '139****5678', 'active', 'import', now(), now() + n * interval '1 second'
       from generate_series(1, $2) n`,
      [scope.tenantId, rows],
    ),
  );
async function over(id: string) {
  await expect
    .poll(async () => (await module.get(scope, { id })).state, { timeout: 60_000 })
    .toMatch(/done|failed|canc/);
  return module.get(scope, { id });
}
const stored = () => {
  const folder = join(database.folder, 'files', scope.tenantId);
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  } catch {
    return [];
  }
};
const idOf = (url: string | null) => url?.split('/').at(-1) ?? '';

test('writes every enterprise once into an export file with masked phones', async () => {
  await make(2_345);
  const { jobId, total } = await exports.exportStart(scope, { filter: {}, by: 'updatedAt', desc: true });
  expect(total).toBe(2345);
  const job = await over(jobId);
  expect(job).toMatchObject({ state: 'done', done: 2345, total: 2345, title: '导出企业清单', result: { rows: 2345 } });
  const { body, name } = await files.open(scope, { id: idOf(job.resultUrl) });
  expect(name).toBe('企业清单-2026-11-21.xlsx');
  const bytes = await buffer(body);
  const { sheets } = await readXlsx(new Uint8Array(bytes));
  const [, , ...rows] = sheets[0]?.rows ?? [];
  expect(rows.map(([first]) => first)).toEqual(Array.from({ length: 2345 }, (_, at) => `企业${2345 - at}`));
  expect(JSON.stringify(rows[0])).toContain('139****5678');
  expect(JSON.stringify(rows)).not.toContain('13912345678');
  const other = regulatorScope(scope.tenantId, newId(), permits);
  await expect(files.open(other, { id: idOf(job.resultUrl) })).rejects.toMatchObject({ code: 'notFound' });
  now = new Date(now.getTime() + 24 * 3600_000 + 1000);
  await expect(files.open(scope, { id: idOf(job.resultUrl) })).rejects.toMatchObject({ code: 'notFound' });
  await files.forgetEnded(['999999']);
  expect(stored().length).toBe(1);
  await files.forgetEnded(['999999', scope.tenantId]);
  expect(stored()).toEqual([]);
});

test('puts selected columns after the name columns of an export', async () => {
  await make(2);
  const columns = ['status', 'name'] as const;
  const heading = async (body: AsyncIterable<Uint8Array>) => {
    const { sheets } = await readXlsx(new Uint8Array(await buffer(body)));
    return (sheets[0]?.rows ?? []).slice(0, 2);
  };
  const filter = { status: ['active' as const], regionCode: ['330108'], expiring: 30, located: false };
  const job = await over((await exports.exportStart(scope, { filter: {}, columns: [...columns] })).jobId);
  const { body } = await files.open(scope, { id: idOf(job.resultUrl) });
  expect((await heading(body))[1]).toEqual(['企业名称', '统一社会信用代码', '企业状态']);
  const streamed = await exports.export(scope, {
    filter: { ...filter, columns: [...columns] },
    page: 1,
    size: 10,
    sort: [],
  });
  const [note, heads] = await heading(streamed.body);
  expect(heads).toEqual(['企业名称', '统一社会信用代码', '企业状态']);
  expect(String(note?.[0])).toMatch(
    /筛选条件：企业状态：正常；行政区划：浙江省.*滨江区；到期：30 天内到期；地图坐标：没有坐标$/,
  );
});

test('S12 S35 stops a running export when the right is withdrawn', async () => {
  await make(5_000);
  let times = 0;
  onRightsCheck = () => {
    times += 1;
    if (times === 2) acting = regulatorScope(scope.tenantId, userId, []);
  };
  const job = await over((await exports.exportStart(scope, { filter: {} })).jobId);
  expect(job).toMatchObject({ state: 'failed', message: '导出权限已被收回，导出已停止', resultUrl: null });
  expect(stored()).toEqual([]);
});

test('leaves no file after an export is cancelled', async () => {
  await make(5_000);
  let id = '';
  let times = 0;
  onRightsCheck = () => {
    times += 1;
    if (times === 2) void module.cancel(scope, { id });
  };
  id = (await exports.exportStart(scope, { filter: {} })).jobId;
  expect(await over(id)).toMatchObject({ state: 'cancelled', resultUrl: null });
  expect(stored()).toEqual([]);
});

test('S68 runs two exports per user and ten per tenant at once', async () => {
  await make(3);
  await jobs.stop();
  const start = (by: Scope) => exports.exportStart(by, { filter: {} });
  const own = [await start(scope), await start(scope), await start(scope), await start(scope)].map(
    ({ jobId }) => jobId,
  );
  const placeOf = async (id: string) => (await module.get(scope, { id })).message;
  expect(await Promise.all(own.map(placeOf))).toEqual([null, null, '排队中，前面还有 2 个', '排队中，前面还有 3 个']);
  await module.cancel(scope, { id: own[2] ?? '' });
  expect(await placeOf(own[3] ?? '')).toBe('排队中，前面还有 2 个');
  const { rows } = await module.page(scope, { page: 1, size: 10, sort: [], filter: {} });
  expect(rows.map(({ message }) => message)).toContain('排队中，前面还有 2 个');
  const others = Array.from({ length: 4 }, () => regulatorScope(scope.tenantId, newId(), permits));
  for (const other of others) await Promise.all([start(other), start(other)]);
  const late = regulatorScope(scope.tenantId, newId(), permits);
  const { jobId } = await start(late);
  expect((await module.get(late, { id: jobId })).message).toBe('排队中，前面还有 11 个');
  for (let more = 0; more < 7; more += 1) await start(scope);
  await expect(start(scope)).rejects.toMatchObject({
    code: 'tooMany',
    message: '您已有 10 个导出在进行或排队，请等其中一个完成后再导出',
  });
});

test('S68 starts queued exports automatically', async () => {
  await make(3);
  for (let more = 0; more < 5; more += 1) await exports.exportStart(scope, { filter: {} });
  let most = 0;
  const done = async () => {
    const { rows } = await module.page(scope, { page: 1, size: 10, sort: [], filter: {} });
    most = Math.max(most, rows.filter(({ state }) => state === 'running').length);
    return rows.filter(({ state }) => state === 'done').length;
  };
  await expect.poll(done, { timeout: 60_000 }).toBe(5);
  expect(most).toBeLessThanOrEqual(2);
});

test('S68 counts a streamed export like a job until it ends or is cancelled', async () => {
  await make(3);
  const streamed = async () => (await exports.export(scope, { filter: {}, page: 1, size: 10, sort: [] })).body;
  const begin = (body: AsyncIterable<Buffer>) => body[Symbol.asyncIterator]();
  const [first, second, third] = [begin(await streamed()), begin(await streamed()), begin(await streamed())];
  await Promise.all([first.next(), second.next()]);
  let isThirdBegun = false;
  const waits = third.next().then(() => (isThirdBegun = true));
  const { jobId } = await exports.exportStart(scope, { filter: {} });
  await new Promise((done) => setTimeout(done, 1_200));
  expect(isThirdBegun).toBe(false);
  expect(await module.get(scope, { id: jobId })).toMatchObject({ state: 'waiting', message: '排队中，前面还有 2 个' });
  await module.cancel(scope, { id: jobId });
  await first.return?.();
  await waits;
  await Promise.all([second.return?.(), third.return?.()]);
  await over((await exports.exportStart(scope, { filter: {} })).jobId);
});

test('S25 refuses an export with the id of one invisible enterprise', async () => {
  await make(2);
  await expect(exports.exportStart(scope, { ids: [newId()] })).rejects.toMatchObject({ code: 'notFound' });
  expect((await module.page(scope, { page: 1, size: 10, sort: [], filter: {} })).total).toBe(0);
});

test('postpones an export job after a database failure in the worker thread', async () => {
  const none = { note: async () => '', turn: async () => scope, wordsOf: async () => new Map<string, string>() };
  const empty = { rows: '', name: '空', columns: [], forms: [], tables: new Map(), firsts: '' };
  const begin = (url: string, sql: string) =>
    writeInWorker({ url, scope, keys: { sql, parameters: [], except: [] }, ...empty }, none).next();
  await expect(begin(database.appUrl, 'select 1 / 0 as id')).rejects.toThrow('division by zero');
  const gone = 'postgres://anlan@127.0.0.1:9/anlan';
  await expect(begin(gone, 'select 1')).rejects.toMatchObject({ name: 'AppError', code: 'unavailable' });
});
