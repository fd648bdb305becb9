import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Files that take minutes and are not large. Begun last, each would leave the other workers with nothing to do.
const longest = [
  'e2e/screens-all.test.ts',
  'e2e/hostile-walk.test.ts',
  'e2e/kill.test.ts',
  'e2e/pay-kill.test.ts',
  'wire/generated/leak.test.ts',
  'wire/generated/permits.test.ts',
  'wire/generated/hostile.test.ts',
  'wire/generated/specimens.test.ts',
  'wire/generated/attached.test.ts',
  'wire/generated/unseen.test.ts',
  'wire/generated/visit.test.ts',
  'kit/conformance.test.ts',
  'kit/plans.test.ts',
  'tools/new-module.test.ts',
];
const placeOf = ({ moduleId }: TestSpecification) => {
  const place = longest.findIndex((name) => moduleId.endsWith(name));
  return place === -1 ? longest.length : place;
};

/** Files of a project in vitest's own order, which is by size where it knows no times, but the longest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    return projects.flatMap((name) =>
      sorted.filter(({ project }) => project.name === name).sort((one, other) => placeOf(one) - placeOf(other)),
    );
  }
}
