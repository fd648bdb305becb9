import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Test files that take minutes, longest first. If one of them started last, the other workers would be idle meanwhile.
const longest = [
  'e2e/screens-all.test.ts',
  'e2e/hostile-walk.test.ts',
  'e2e/kill.test.ts',
  'e2e/payment-server-kill.test.ts',
  'server/src/main.test.ts',
  'backup/backup-failures.test.ts',
  'http/generated/fixtures.test.ts',
  'http/restore-erasure.test.ts',
  'http/generated/permits.test.ts',
  'tools/new-module.test.ts',
  'http/sign-in.test.ts',
  'http/plans.test.ts',
  'postgres/embedded.test.ts',
  'kit/conformance.test.ts',
  'enterprise/bulk/bulk.test.ts',
  'backup/backup.test.ts',
  'import/concurrent-changes.test.ts',
  'import/restart.test.ts',
  'kit/plans.test.ts',
  'http/generated/leak.test.ts',
  'http/generated/hostile.test.ts',
  'http/generated/foreign-files.test.ts',
  'http/generated/account-enumeration.test.ts',
];
// Files that are repeated run first, at the same time as other files (tools/unsteady.mjs).
const again = (process.env['RUN_FIRST'] ?? '').split(',').filter(Boolean);
const placeOf = ({ moduleId }: TestSpecification) => {
  if (again.includes(moduleId)) return -1;
  const place = longest.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? longest.length : place;
};

/**
 * Orders test files: the longest first, then each project in vitest's order. A worker reuses imported modules while it
 * stays in one project.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = sorted
      .filter((file) => placeOf(file) < longest.length)
      .sort((one, other) => placeOf(one) - placeOf(other));
    const rest = sorted.filter((file) => !first.includes(file));
    const projects = [...new Set(rest.map(({ project }) => project.name))];
    return [...first, ...projects.flatMap((name) => rest.filter(({ project }) => project.name === name))];
  }
}
