import { join } from 'node:path';
import { expect, test } from 'vitest';
import { declared } from '@anlan/contract/modules';
import { typesIn } from '../../../../testing/object-types.ts';
import { spokenOther } from './spoken.ts';

test('everything that an entry of the log speaks of has a name', () => {
  const known = new Set<string>(declared.map(({ resource }) => resource.name));
  const nameless = typesIn(join(import.meta.dirname, '../../..')).filter(
    (type) => !known.has(type) && spokenOther(type) === undefined,
  );
  expect(nameless).toEqual([]);
});
