// The enterprise import with its jobs and files on a separate database, without a server.
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeEach } from 'vitest';
import type { ImportConfirm } from '@anlan/contract/modules/enterprise/enterprise';
import type { Job } from '@anlan/contract/modules/job/job';
import type { Permit } from '@anlan/contract/permits';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import { createAuditModule } from '#modules/audit/index.ts';
import { createDictionaryModule } from '#modules/dictionary/index.ts';
import { createEnterpriseImport } from '#modules/enterprise/import/service.ts';
import { createMove } from '#modules/enterprise/lifecycle/service.ts';
import { createParents } from '#modules/enterprise/parent/service.ts';
import { createFileModule } from '#modules/file/index.ts';
import { createJobModule } from '#modules/job/index.ts';
import { createTenantModule } from '#modules/tenant/index.ts';
import { createUserModule } from '#modules/user/index.ts';
import { createLocalFiles } from '#platform/files/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import { createVault } from '#platform/vault/index.ts';
import { testMasterKey } from './cluster.ts';
import { makeTenant, openTestDatabase, regulatorScope } from './database.ts';
import { goodRow, textSheetOf, type MadeRow } from './import-file.ts';

const permits: Permit[] = ['bus:enterprise:import', 'bus:enterprise:audit'];
const began = () => new Date('2026-11-21T02:00:00Z');
const nobody = regulatorScope('0', newId());

export async function openImportSetup() {
  const database = await openTestDatabase();
  const { db, appUrl, folder } = database;

  function opened(runs: boolean) {
    const clock = { now: () => setup.now };
    const audit = createAuditModule({ db });
    const jobs = createJobs({ url: appUrl, runs, log: (_, error) => console.error(error) });
    const scopeOf = async () => {
      await setup.asked();
      return setup.acting;
    };
    const module = createJobModule({ db, jobs, audit, clock, scopeOf });
    const local = createLocalFiles({ root: join(folder, 'files') });
    const files = createFileModule({ db, files: local, audit, clock, linkKey: 'key' });
    const dictionaries = createDictionaryModule({ db });
    const vault = createVault({ db, masterKey: testMasterKey });
    const users = createUserModule({ db, clock, vault, tenants: createTenantModule({ db }) });
    return {
      jobs,
      module,
      files,
      imports: createEnterpriseImport(
        { db, clock, audit, dictionaries, files, jobs: module, vault },
        // No other module is open that could object.
        { ...createParents({ db }), ...createMove({ clock, audit, users, vault }) },
      ),
    };
  }

  const setup = {
    database,
    scope: nobody,
    /** The scope with which the job runs. */
    acting: nobody as Scope | null,
    /** Called at each rights check: once at the start of the job, then before each batch. */
    asked: async () => {},
    now: began(),
    /** Opens the import again, as a server start does. Set `runs` to false when another server runs the jobs. */
    async start(runs = true) {
      Object.assign(setup, opened(runs));
      await setup.jobs.start();
    },
    ...opened(false),
    upload: (bytes: Uint8Array | string, name = '企业.xlsx') =>
      setup.imports.import(setup.scope, {
        file: { name, type: 'application/octet-stream', stream: Readable.from([Buffer.from(bytes)]) },
      }),
    async over(id: string): Promise<Job> {
      for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
        const job = await setup.module.get(setup.scope, { id });
        if (job.state !== 'waiting' && job.state !== 'running') return job;
      }
      throw new Error('not over');
    },
    looked: async (rows: MadeRow[]) => setup.over((await setup.upload(await textSheetOf(rows))).jobId),
    async confirm(jobId: string, choice: Partial<ImportConfirm> = {}) {
      const wanted = { jobId, mode: 'rows', onDuplicate: 'skip', ...choice } as const;
      return setup.over((await setup.imports.importConfirm(setup.scope, wanted)).jobId);
    },
    query: <T extends object>(text: string): Promise<T[]> =>
      db.scoped(setup.scope, async (tx) => (await tx.client.query<T>(text)).rows),
    count: async (text: string) =>
      Number((await setup.query<{ n: string }>(`select count(*)::text as n from ${text}`))[0]?.n),
    rows: (length: number, from = 0) => Array.from({ length }, (_, index) => goodRow(from + index)),
  };

  afterAll(() => database.close());
  beforeEach(async () => {
    const userId = newId();
    setup.now = began();
    setup.asked = async () => {};
    setup.scope = setup.acting = regulatorScope(await makeTenant(database, userId), userId, permits);
    await setup.start();
  });
  afterEach(() => setup.jobs.stop());
  return setup;
}
