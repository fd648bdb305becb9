import { expect, test } from 'vitest';
import { checkVocabulary } from './vocabulary.ts';

test('allows file names with the module names of the server', () => {
  const fine = [
    'apps/server/src/modules/risk/index.ts',
    'apps/server/src/modules/safety-cost/index.ts',
    'apps/server/src/modules/session/index.ts',
    'apps/server/src/modules/risk/rectification/store.ts',
    'apps/server/src/modules/risk/no-risk-is-typed.test.ts',
    'apps/server/migrations/0001-first.sql',
    'apps/web/src/modules/risk/index.tsx',
    'apps/web/src/modules/risk/screens/list.tsx',
    'apps/web/src/modules/session/outside/login.module.css',
    'apps/web/src/modules/wx-auto-reply/page.tsx',
    'apps/web/src/modules/safety-cost-year/page.tsx',
    'apps/web/src/ui/list/table.tsx',
    'docs/ARCHITECTURE.md',
  ];
  expect(checkVocabulary(fine)).toEqual([]);
});

const wrong: [string, string][] = [
  ['apps/server/src/modules/risk/readRules.ts', 'kebab-case'],
  ['apps/server/src/modules/risk/list.json', 'only .ts'],
  ['apps/server/src/modules/risk.ts', 'a module is a folder'],
  ['apps/web/src/modules/weather/index.ts', 'no module of the server is called weather'],
  ['apps/web/src/modules/risk/list.json', 'only .ts, .tsx and .css'],
  ['apps/web/src/lib/utils.ts', 'says nothing'],
  ['apps/server/src/platform/helpers/x.ts', 'says nothing'],
  ['apps/web/src/ui/common.css', 'says nothing'],
  ['apps/web/src/ui/misc/x.ts', 'says nothing'],
  ['apps/web/src/ui/TabModal.tsx', 'kebab-case'],
];

test.each(wrong)('finds a file name that breaks the naming rules: %s', (path, why) => {
  expect(checkVocabulary(['apps/server/src/modules/risk/index.ts', path])).toEqual([expect.stringContaining(why)]);
});
