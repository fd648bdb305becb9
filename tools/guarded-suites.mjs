// Slow suites that `npm test` runs only when a file they guard changed since they last passed; `npm run test:deep` always
// runs them. Both write the hashes of what a passed suite guards to suite-stamps.json, which is committed.
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

/** Each suite: the test files it consists of, and the folders and files it guards. */
export const guardedSuites = [
  {
    name: 'backup rounds',
    tests: [`${backup}/rounds.test.ts`],
    guards: [backup, 'apps/server/src/backup.ts', postgres],
  },
  {
    name: 'backups',
    tests: [`${backup}/backup.test.ts`, `${backup}/replace.test.ts`, 'apps/server/src/demo-backup.test.ts'],
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
    tests: ['apps/server/src/http/restored.test.ts'],
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
    tests: ['e2e/kill.test.ts', 'e2e/pay-kill.test.ts', 'apps/server/src/modules/enterprise/import/killed.test.ts'],
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
    name: 'generator',
    tests: ['tools/new-module.test.ts'],
    guards: [
      'tools/new-module.ts',
      'tools/module-files.ts',
      'packages/contract/src/kit',
      'apps/server/src/kit',
      'apps/server/testing/declared.ts',
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

/** A hash of a suite's tests and of what it guards. */
export const hashOfSuite = ({ tests, guards }) => treeHash([...tests, ...guards]);
const readStamps = () => (existsSync(stampFile) ? JSON.parse(readFileSync(stampFile, 'utf8')) : {});

/** The suites whose guarded files are as they were when the suite last passed. */
export const unchangedSuites = () => {
  const stamps = readStamps();
  return guardedSuites.filter((suite) => stamps[suite.name] === hashOfSuite(suite));
};

/** Records the hashes with which suites passed. */
export function stampSuites(hashes) {
  if (hashes.size === 0) return;
  const stamps = { ...readStamps(), ...Object.fromEntries([...hashes].map(([{ name }, hash]) => [name, hash])) };
  const rows = guardedSuites.flatMap(({ name }) => (name in stamps ? [[name, stamps[name]]] : []));
  writeFileSync(stampFile, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`);
}
