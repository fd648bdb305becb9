// The import of enterprises with the work and the files around it, on a database of its own, without a house.
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
import { createFileModule } from '#modules/file/index.ts';
import { createJobModule } from '#modules/job/index.ts';
import { createLocalFiles } from '#platform/files/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import { createVault } from '#platform/vault/index.ts';
import { testMasterKey } from './cluster.ts';
import { makeTenant, openTestDatabase, regulatorScope } from './database.ts';
import { goodRow, textSheetOf, type MadeRow } from './import-file.ts';

const permits: Permit[] = ['bus:enterprise:import', 'bus:enterprise:audit'];
const began = () => new Date('2026-11-21T02:00:00Z');
const nobody = regulatorScope('0', newId());

/** Opens it for the tests of a file: each begins in a tenant of its own, with work that runs. */
export async function openImportDesk() {
  const database = await openTestDatabase();
  const { db, appUrl, folder } = database;

  function opened(runs: boolean) {
    const clock = { now: () => desk.now };
    const audit = createAuditModule({ db });
    const jobs = createJobs({ url: appUrl, runs, log: (_, error) => console.error(error) });
    const scopeOf = async () => {
      await desk.asked();
      return desk.acting;
    };
    const module = createJobModule({ db, jobs, audit, clock, scopeOf });
    const local = createLocalFiles({ root: join(folder, 'files') });
    const files = createFileModule({ db, files: local, audit, clock, linkKey: 'key' });
    const dictionaries = createDictionaryModule({ db });
    const vault = createVault({ db, masterKey: testMasterKey });
    return {
      jobs,
      module,
      files,
      imports: createEnterpriseImport({ db, clock, audit, dictionaries, files, jobs: module, vault }),
    };
  }

  const desk = {
    database,
    /** Whoever asks. */
    scope: nobody,
    /** What the work finds that they may. */
    acting: nobody as Scope | null,
    /** What happens each time that it asks: once as it is taken up, then before each batch. */
    asked: async () => {},
    now: began(),
    /** Opens it anew, as the next start of a server does; `runs` is false beside a server that does the work. */
    async start(runs = true) {
      Object.assign(desk, opened(runs));
      await desk.jobs.start();
    },
    ...opened(false),
    upload: (bytes: Uint8Array | string, name = '企业.xlsx') =>
      desk.imports.import(desk.scope, {
        file: { name, type: 'application/octet-stream', stream: Readable.from([Buffer.from(bytes)]) },
      }),
    /** Waits until a piece of work is over. */
    async over(id: string): Promise<Job> {
      for (const end = Date.now() + 60_000; Date.now() < end; await new Promise((done) => setTimeout(done, 50))) {
        const job = await desk.module.get(desk.scope, { id });
        if (job.state !== 'waiting' && job.state !== 'running') return job;
      }
      throw new Error('not over');
    },
    looked: async (rows: MadeRow[]) => desk.over((await desk.upload(await textSheetOf(rows))).jobId),
    async confirm(jobId: string, choice: Partial<ImportConfirm> = {}) {
      const wanted = { jobId, mode: 'rows', onDuplicate: 'skip', ...choice } as const;
      return desk.over((await desk.imports.importConfirm(desk.scope, wanted)).jobId);
    },
    query: <T extends object>(text: string): Promise<T[]> =>
      db.scoped(desk.scope, async (tx) => (await tx.client.query<T>(text)).rows),
    count: async (text: string) =>
      Number((await desk.query<{ n: string }>(`select count(*)::text as n from ${text}`))[0]?.n),
    rows: (length: number, from = 0) => Array.from({ length }, (_, index) => goodRow(from + index)),
  };

  afterAll(() => database.close());
  beforeEach(async () => {
    const userId = newId();
    desk.now = began();
    desk.asked = async () => {};
    desk.scope = desk.acting = regulatorScope(await makeTenant(database, userId), userId, permits);
    await desk.start();
  });
  afterEach(() => desk.jobs.stop());
  return desk;
}
