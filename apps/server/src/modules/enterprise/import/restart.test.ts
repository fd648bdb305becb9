import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { testMasterKey } from '../../../../testing/cluster.ts';
import { goodRow, textSheetOf } from '../../../../testing/import-file.ts';
import { openImportSetup } from '../../../../testing/import-setup.ts';

const setup = await openImportSetup();
const { upload, over, looked, count, rows } = setup;

describe('an import killed in the middle', () => {
  const server = (folder: string) => `
    import { createRequire } from 'node:module';
    const at = (path) => ${JSON.stringify(new URL('../../../..', import.meta.url).href)} + path;
    const { createJobs } = await import(at('src/platform/jobs/index.ts'));
    const { openDb } = await import(at('src/platform/db/index.ts'));
    const { createLocalFiles } = await import(at('src/platform/files/index.ts'));
    const { createAuditModule } = await import(at('src/modules/audit/index.ts'));
    const { createDictionaryModule } = await import(at('src/modules/dictionary/index.ts'));
    const { createFileModule } = await import(at('src/modules/file/index.ts'));
    const { createJobModule } = await import(at('src/modules/job/index.ts'));
    const { createEnterpriseImport } = await import(at('src/modules/enterprise/import/service.ts'));
    const { regulatorScope } = await import(at('testing/database.ts'));
    const [url, tenantId, userId] = process.argv.slice(2);
    const db = openDb(url);
    const jobs = createJobs({ url });
    const clock = { now: () => new Date('${setup.now.toISOString()}') };
    const audit = createAuditModule({ db });
    const scope = regulatorScope(tenantId, userId, ['bus:enterprise:import']);
    const module = createJobModule({ db, jobs, audit, clock, scopeOf: async () => scope });
    const files = createFileModule({ db, files: createLocalFiles({ root: ${JSON.stringify(join(folder, 'files'))} }), audit, clock, linkKey: 'key' });
    const { createVault } = await import(at('src/platform/vault/index.ts'));
    const vault = createVault({ db, masterKey: '${testMasterKey}' });
    createEnterpriseImport({ db, clock, audit, dictionaries: createDictionaryModule({ db }), files, jobs: module, vault }, {});
    await jobs.start();
    console.log('ready');`;

  async function startServer() {
    await setup.jobs.stop();
    const program = join(setup.database.folder, 'server.mjs');
    writeFileSync(program, server(setup.database.folder));
    const child = spawn(
      process.execPath,
      [program, setup.database.appUrl, setup.scope.tenantId, setup.scope.userId ?? ''],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await new Promise((done) => child.stdout.once('data', done));
    await setup.start(false);
    return child;
  }

  test('continues its dry run after a restart with the same result', async () => {
    const wrong = new Set([2, 1500, 3999]);
    const file = rows(4000).map((row, at) => (wrong.has(at) ? { ...row, legalPerson: null } : row));
    // This row has the credit code of a row checked before the process was killed.
    file[3998] = goodRow(7);
    const child = await startServer();
    const { jobId } = await upload(await textSheetOf(file));
    while ((await setup.module.get(setup.scope, { id: jobId })).done < 500)
      await new Promise((done) => setTimeout(done, 5));
    child.kill('SIGKILL');
    await setup.jobs.stop();
    expect((await setup.module.get(setup.scope, { id: jobId })).done).toBeLessThan(4000);
    await setup.start();
    const job = await over(jobId);
    expect(job).toMatchObject({ state: 'done', done: 4000, total: 4000 });
    expect(job.result).toMatchObject({ rows: 4000, good: 3996, bad: 4, duplicates: 0 });
    const errors = [4, 1502, 4000, 4001].map((row) => ({ row }));
    expect(job.result).toMatchObject({ errors });
  }, 90_000);

  test.each(['rows', 'all'] as const)(
    'writes every row once over a restart in mode %s',
    async (mode) => {
      const job = await looked(rows(4000));
      const child = await startServer();
      const { jobId } = await setup.imports.importConfirm(setup.scope, { jobId: job.id, mode, onDuplicate: 'stop' });
      while ((await setup.module.get(setup.scope, { id: jobId })).done < 1000)
        await new Promise((done) => setTimeout(done, 5));
      child.kill('SIGKILL');
      await setup.jobs.stop();
      const between = await count('enterprise');
      expect(between % 500).toBe(0);
      expect(between).toBeLessThan(4000);
      if (mode === 'all') expect(between).toBe(0);
      await setup.start();
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
