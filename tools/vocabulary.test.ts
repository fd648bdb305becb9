import { expect, test } from 'vitest';
import { checkVocabulary } from './vocabulary.ts';

test('the words of the house have no findings', () => {
  const fine = [
    'apps/server/src/modules/risk/index.ts',
    'apps/server/src/modules/risk/rectification/store.ts',
    'apps/server/src/modules/risk/no-risk-is-typed.test.ts',
    'apps/server/migrations/0001-first.sql',
    'apps/web/src/features/risk/index.tsx',
    'apps/web/src/features/risk/screens/list.tsx',
    'apps/web/src/features/session/outside/login.module.css',
    'apps/web/src/features/risk/calls.ts',
    'apps/web/src/ui/list/table.tsx',
    'docs/ARCHITECTURE.md',
  ];
  expect(checkVocabulary(fine)).toEqual([]);
});

const wrong: [string, string][] = [
  ['apps/server/src/modules/risk/readRules.ts', 'kebab-case'],
  ['apps/server/src/modules/risk/list.json', 'only .ts'],
  ['apps/server/src/modules/weather/index.ts', 'no room is called weather'],
  ['apps/server/src/modules/risk.ts', 'a room is a folder'],
  ['apps/web/src/features/weather/index.ts', 'no room is called weather'],
  ['apps/web/src/features/risk/api.ts', "a feature's file"],
  ['apps/web/src/features/risk/components/list.tsx', "a feature's folder"],
  ['apps/web/src/lib/utils.ts', 'says nothing'],
  ['apps/server/src/platform/helpers/x.ts', 'says nothing'],
  ['apps/web/src/ui/common.css', 'says nothing'],
  ['apps/web/src/ui/misc/x.ts', 'says nothing'],
  ['apps/web/src/ui/TabModal.tsx', 'kebab-case'],
];

test.each(wrong)('%s is found', (path, why) => {
  expect(checkVocabulary([path])).toEqual([expect.stringContaining(why)]);
});
