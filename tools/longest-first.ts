import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Files that take minutes, whatever their size, longest first. Begun last, each would leave the other workers with nothing to do.
const longest = [
  'e2e/screens-all.test.ts',
  'e2e/hostile-walk.test.ts',
  'e2e/kill.test.ts',
  'e2e/pay-kill.test.ts',
  'server/src/main.test.ts',
  'backup/rounds.test.ts',
  'http/generated/fixtures.test.ts',
  'http/restored.test.ts',
  'http/generated/permits.test.ts',
  'tools/new-module.test.ts',
  'http/sign-in.test.ts',
  'http/plans.test.ts',
  'postgres/embedded.test.ts',
  'kit/conformance.test.ts',
  'enterprise/bulk/bulk.test.ts',
  'backup/backup.test.ts',
  'import/meanwhile.test.ts',
  'import/killed.test.ts',
  'kit/plans.test.ts',
  'http/generated/leak.test.ts',
  'http/generated/hostile.test.ts',
  'http/generated/attached.test.ts',
  'http/generated/alike.test.ts',
];
// Files that run again go before all others, so that they run beside them (tools/unsteady.mjs).
const again = (process.env['RUN_FIRST'] ?? '').split(',').filter(Boolean);
const placeOf = ({ moduleId }: TestSpecification) => {
  if (again.includes(moduleId)) return -1;
  const place = longest.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? longest.length : place;
};

/**
 * The longest files of all projects, then those of a project together in vitest's own order, which is by size where it
 * knows no times: a worker keeps what it has imported as long as it stays with a project.
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
