// Lists the slow suites. `npm test` runs a suite only when a guarded file has changed since its last pass; `npm run
// test:deep` runs all suites. Both commands store hashes of passed suites in suite-stamps.json, which is committed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, treeHash } from './bootstrap.mjs';

const postgres = 'apps/server/src/platform/postgres';
const backup = 'apps/server/src/platform/backup';
const starts = [
  'apps/server/src/config.ts',
  'apps/server/src/main.ts',
  'apps/server/src/open-app.ts',
  'apps/server/src/seed.ts',
  'apps/server/src/platform/start',
  postgres,
  'tools/bootstrap.mjs',
  'tools/start.mjs',
];
const stampFile = join(root, 'tools/suite-stamps.json');

export const guardedSuites = [
  {
    name: 'backup rounds',
    tests: [`${backup}/backup-failures.test.ts`],
    guards: [backup, 'apps/server/src/backup.ts', postgres],
  },
  {
    name: 'backups',
    tests: [
      `${backup}/backup.test.ts`,
      `${backup}/restore-over-existing.test.ts`,
      'apps/server/src/demo-backup.test.ts',
    ],
    guards: [
      backup,
      'apps/server/src/backup.ts',
      'apps/server/src/hash-chaining.ts',
      'apps/server/src/kit/seed-store.ts',
      'apps/server/src/seed.ts',
      'apps/server/src/platform/db',
      'apps/server/src/platform/files',
      'apps/server/testing/early-schema.ts',
      postgres,
    ],
  },
  {
    name: 'restores',
    tests: ['apps/server/src/http/restore-erasure.test.ts'],
    guards: [
      backup,
      'apps/server/src/hash-chaining.ts',
      'apps/server/src/open-app.ts',
      'apps/server/src/modules/audit',
      'apps/server/src/modules/tenant',
      'apps/server/src/modules/tenant-admin',
      'apps/server/src/modules/user',
      'apps/server/src/modules/user-admin',
      'apps/server/src/platform/db',
      postgres,
    ],
  },
  {
    name: 'kills',
    tests: [
      'e2e/kill.test.ts',
      'e2e/payment-server-kill.test.ts',
      'apps/server/src/modules/enterprise/import/restart.test.ts',
    ],
    guards: [
      'apps/server/src/kit/import',
      'apps/server/src/modules/enterprise/import',
      'apps/server/src/modules/job',
      'apps/server/src/modules/membership',
      'apps/server/src/modules/order',
      'apps/server/src/platform/jobs',
      'apps/server/src/platform/pay',
      'apps/simulator/src',
    ],
  },
  {
    name: 'starts',
    tests: ['apps/server/src/main.test.ts', `${postgres}/embedded.test.ts`],
    guards: starts,
  },
  {
    name: 'first starts',
    tests: ['apps/server/src/seeding.test.ts', 'apps/server/src/start-problems.test.ts'],
    guards: [
      ...starts,
      'apps/server/src/edition-update.ts',
      'apps/server/src/seeding.ts',
      'apps/server/src/seed-worker.ts',
    ],
  },
  {
    name: 'later demonstration',
    tests: ['e2e/demonstration-later.test.ts'],
    guards: [
      'apps/server/src/demo-days.ts',
      'apps/server/src/demo-days-store.ts',
      'apps/server/src/kernel/clock.ts',
      'apps/server/src/kit/direct-row-writes.ts',
      'apps/server/src/kit/seed-store.ts',
      'apps/server/src/modules/danger',
      'apps/server/src/modules/learning',
      'apps/server/src/modules/report',
      'apps/server/src/modules/risk-check',
      'apps/server/src/modules/score',
      'apps/server/src/modules/shift',
      'apps/server/src/modules/warning',
      'apps/server/testing/demo-invariants.ts',
      'apps/server/migrations',
    ],
  },
  {
    name: 'generator',
    tests: ['tools/new-module.test.ts'],
    guards: [
      'tools/new-module.ts',
      'tools/module-files.ts',
      'packages/contract/src/kit',
      'apps/server/src/kit',
      'apps/server/testing/resource-test-data.ts',
      'apps/web/src/kit',
    ],
  },
  {
    name: 'database versions',
    tests: ['tools/database-versions.test.ts', 'apps/server/src/platform/db/previous-program.test.ts'],
    guards: [
      'apps/server/migrations',
      'apps/server/src/platform/db',
      'tools/database-server.ts',
      'tools/debian-root.ts',
    ],
  },
];

export const hashOfSuite = ({ tests, guards }) => treeHash([...tests, ...guards]);
const readStamps = () => (existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {});

export const unchangedSuites = () => {
  const stamps = readStamps();
  return guardedSuites.filter((suite) => stamps[suite.name] === hashOfSuite(suite));
};

export function stampSuites(hashes) {
  if (hashes.size === 0) return;
  const stamps = { ...readStamps(), ...Object.fromEntries([...hashes].map(([{ name }, hash]) => [name, hash])) };
  const rows = guardedSuites.flatMap(({ name }) => (name in stamps ? [[name, stamps[name]]] : []));
  writeFileSync(stampFile, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}
