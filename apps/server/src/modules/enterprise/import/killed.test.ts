import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Job } from '@anlan/contract/domain/job';
import type { Permit } from '@anlan/contract/permits';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { createLocalFiles } from '#platform/files/index.ts';
import { createJobs, type Jobs } from '#platform/jobs/index.ts';
import { createAuditRoom } from '../../audit/index.ts';
import { createDictionaryRoom } from '../../dictionary/index.ts';
import { createFileRoom } from '../../file/index.ts';
import { createJobRoom, type JobRoom } from '../../job/index.ts';
import { makeTenant, openTestDatabase, regulatorScope, type TestDatabase } from '../../../../testing/database.ts';
import { goodRow, textSheetOf, type MadeRow } from '../../../../testing/import-file.ts';
import { createEnterpriseImport } from './service.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const permits: Permit[] = ['bus:enterprise:import', 'bus:enterprise:audit'];
let scope: Scope;
let acting: Scope;
let jobs: Jobs;
let room: JobRoom;
let imports: ReturnType<typeof createEnterpriseImport>;
let now = new Date('2026-11-21T02:00:00Z');
function open(runs = true) {
  const { db, appUrl, folder } = database;
  const clock = { now: () => now };
  const audit = createAuditRoom({ db });
  jobs = createJobs({ url: appUrl, runs, log: (_, error) => console.error(error) });
  room = createJobRoom({ db, jobs, audit, clock, scopeOf: async () => acting });
  const local = createLocalFiles({ root: join(folder, 'files') });
  const files = createFileRoom({ db, files: local, audit, clock, linkKey: 'key' });
  imports = createEnterpriseImport({ db, clock, audit, dictionaries: createDictionaryRoom({ db }), files, jobs: room });
}
beforeEach(async () => {
  now = new Date('2026-11-21T02:00:00Z');
  const userId = newId();
  const tenantId = await makeTenant(database, userId);
  scope = acting = regulatorScope(tenantId, userId, permits);
  open();
  await jobs.start();
});
afterEach(() => jobs.stop());

const upload = (bytes: Uint8Array | string, name = '企业.xlsx') =>
  imports.import(scope, {
    file: { name, type: 'application/octet-stream', stream: Readable.from([Buffer.from(bytes)]) },
  });
async function over(id: string): Promise<Job> {
  for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
    const job = await room.get(scope, { id });
    if (job.state !== 'waiting' && job.state !== 'running') return job;
  }
  throw new Error('not over');
}
const looked = async (rows: MadeRow[]) => over((await upload(await textSheetOf(rows))).jobId);
const query = <T extends object>(text: string): Promise<T[]> =>
  database.db.scoped(scope, async (tx) => (await tx.client.query<T>(text)).rows);
const count = async (text: string) =>
  Number((await query<{ n: string }>(`select count(*)::text as n from ${text}`))[0]?.n);
const rows = (length: number, from = 0) => Array.from({ length }, (_, index) => goodRow(from + index));

describe('kill -9 in the middle', () => {
  const server = (folder: string) => `
    import { createRequire } from 'node:module';
    const at = (path) => ${JSON.stringify(new URL('../../../../', import.meta.url).href)} + path;
    const { createJobs } = await import(at('src/platform/jobs/index.ts'));
    const { openDb } = await import(at('src/platform/db/index.ts'));
    const { createLocalFiles } = await import(at('src/platform/files/index.ts'));
    const { createAuditRoom } = await import(at('src/modules/audit/index.ts'));
    const { createDictionaryRoom } = await import(at('src/modules/dictionary/index.ts'));
    const { createFileRoom } = await import(at('src/modules/file/index.ts'));
    const { createJobRoom } = await import(at('src/modules/job/index.ts'));
    const { createEnterpriseImport } = await import(at('src/modules/enterprise/import/service.ts'));
    const { regulatorScope } = await import(at('testing/database.ts'));
    const [url, tenantId, userId] = process.argv.slice(2);
    const db = openDb(url);
    const jobs = createJobs({ url });
    const clock = { now: () => new Date() };
    const audit = createAuditRoom({ db });
    const scope = regulatorScope(tenantId, userId, ['bus:enterprise:import']);
    const room = createJobRoom({ db, jobs, audit, clock, scopeOf: async () => scope });
    const files = createFileRoom({ db, files: createLocalFiles({ root: ${JSON.stringify(join(folder, 'files'))} }), audit, clock, linkKey: 'key' });
    createEnterpriseImport({ db, clock, audit, dictionaries: createDictionaryRoom({ db }), files, jobs: room });
    await jobs.start();
    console.log('ready');`;

  async function startServer() {
    await jobs.stop();
    const program = join(database.folder, 'server.mjs');
    writeFileSync(program, server(database.folder));
    const child = spawn(process.execPath, [program, database.appUrl, scope.tenantId, scope.userId ?? ''], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((done) => child.stdout.once('data', done));
    open(false);
    await jobs.start();
    return child;
  }

  test('dry run: after the next start it goes on where it was, and says the same as one that nobody killed', async () => {
    const wrong = new Set([2, 1500, 3999]);
    const file = rows(4000).map((row, at) => (wrong.has(at) ? { ...row, legalPerson: null } : row));
    // A credit code that the rows before the kill have already.
    file[3998] = goodRow(7);
    const child = await startServer();
    const { jobId } = await upload(await textSheetOf(file));
    while ((await room.get(scope, { id: jobId })).done < 500) await new Promise((done) => setTimeout(done, 5));
    child.kill('SIGKILL');
    await jobs.stop();
    const staged = `select row_no, fields ->> 'id' as id from enterprise_import_row order by row_no`;
    const between = await query<{ row_no: number; id: string | null }>(staged);
    expect(between.length).toBeLessThan(4000);
    open();
    await jobs.start();
    const job = await over(jobId);
    expect(job).toMatchObject({ state: 'done', done: 4000, total: 4000 });
    expect(job.result).toMatchObject({ rows: 4000, good: 3996, bad: 4, duplicates: 0 });
    const errors = [4, 1502, 4000, 4001].map((row) => ({ row }));
    expect(job.result).toMatchObject({ errors });
    expect((await query(staged)).slice(0, between.length)).toEqual(between);
  }, 90_000);

  test.each(['rows', 'all'] as const)(
    'mode %s: after the next start every row is there once',
    async (mode) => {
      const job = await looked(rows(4000));
      const child = await startServer();
      const { jobId } = await imports.importConfirm(scope, { jobId: job.id, mode, onDuplicate: 'stop' });
      while ((await room.get(scope, { id: jobId })).done < 1000) await new Promise((done) => setTimeout(done, 5));
      child.kill('SIGKILL');
      await jobs.stop();
      const between = await count('enterprise');
      expect(between % 500).toBe(0);
      expect(between).toBeLessThan(4000);
      if (mode === 'all') expect(between).toBe(0);
      open();
      await jobs.start();
      expect(await over(jobId)).toMatchObject({
        state: 'done',
        result: { inserted: 4000, updated: 0, skipped: 0, failed: 0 },
      });
      expect(await count('enterprise')).toBe(4000);
      expect(await count(`audit where call = 'enterprise.import' and object_type = 'enterprise'`)).toBe(4000);
    },
    90_000,
  );
});
