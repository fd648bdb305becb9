import { join } from 'node:path';
import { expect, test } from 'vitest';
import { declaredResources } from '@anlan/contract/modules';
import { typesIn } from '../../../../testing/object-types.ts';
import { wordingOfOther } from './audit-text.ts';

test('has a label for every object and field in the audit log', () => {
  const declaredTypes = new Set<string>(declaredResources.map(({ resource }) => resource.name));
  const nameless = typesIn(join(import.meta.dirname, '../../..')).filter(
    (type) => !declaredTypes.has(type) && wordingOfOther(type) === undefined,
  );
  expect(nameless).toEqual([]);
});
