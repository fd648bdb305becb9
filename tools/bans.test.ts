import { spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkBans, isSlowPattern } from './bans.ts';
import { plantedTree } from './temporary-tree.ts';
import { readTree } from './source.ts';

const store = 'apps/server/src/modules/plan/store.ts';
const screen = 'apps/web/src/modules/plan/screens/list.tsx';
const sql = "import { sql } from 'kysely';";

const planted: [string, string, string, string][] = [
  ['sql.raw', store, `${sql} export const a = (x: string) => sql.raw(x);`, 'sql.raw'],
  [
    'sql.raw under another name',
    store,
    "import { sql as s } from 'kysely'; export const a = (x: string) => s.raw(x);",
    'sql.raw',
  ],
  ['sql.lit', store, `${sql} export const a = sql.lit(1);`, 'sql.lit'],
  ['a column from a parameter', store, `${sql} export const a = (x: string) => sql.ref(x);`, 'written name'],
  ['a table from a template', store, `${sql} export const a = (x: string) => sql.table(\`t_\${x}\`);`, 'written name'],
  ['a JSON path from a parameter', store, `${sql} export const a = (e: Json, x: string) => e.key(x);`, 'written path'],
  [
    'a scope of the HTTP layer',
    'apps/server/src/modules/plan/service.ts',
    "import { createHttpScope } from '#kernel/scope.ts'; export const a = createHttpScope('x');",
    'http/guard',
  ],
  [
    'a statement in a service',
    'apps/server/src/modules/plan/service.ts',
    "import { rowsOf } from '#platform/db/index.ts'; export const a = rowsOf(tx)`select 1`;",
    'stays in *store.ts',
  ],
  ['a minted scope', screen, "import { mintScope } from '#kernel/scope.ts'; export const a = mintScope;", 'http/guard'],
  ['fetch by its object', screen, "export const a = () => window.fetch('/x');", 'fetch only'],
  ['a beacon', screen, "export const a = () => navigator.sendBeacon('/x');", 'sendBeacon only'],
  ['a message listener', screen, "window.addEventListener('message', () => {});", 'hears messages'],
  ['a message listener without window', screen, "addEventListener('message', () => {});", 'hears messages'],
  ['a message handler property', screen, 'window.onmessage = () => {};', 'hears messages'],
  ['a clock of the database', store, `${sql} export const a = sql\`select now() - ${1}\`;`, "server's clock"],
  ['a date of the database', store, "export const a = 'select current_date';", "server's clock"],
  ['a string timer', screen, "setTimeout('a()', 1);", 'runs no text'],
  ['new Function', screen, "export const a = new Function('return 1');", 'becomes code'],
  ['a pattern from user text', store, 'export const a = (x: string) => new RegExp(x);', 'not put together'],
  [
    'a click from inside the page',
    'e2e/plan.test.ts',
    'export const a = (x: Locator) => x.evaluate((item: HTMLElement) => item.click());',
    'with the mouse',
  ],
  ['a synthetic event', 'e2e/plan.ts', "export const a = (x: Locator) => x.dispatchEvent('click');", 'with the mouse'],
  ['a forced click', 'e2e/plan.ts', 'export const a = (x: Locator) => x.check({ force: true });', 'with the mouse'],
  ['a question for the system', store, 'export const a = process.platform;', 'platform/host'],
  ['a slow pattern', store, 'export const a = /^(a+)+$/;', 'repeated repetition'],
];

test.each(planted)('finds a forbidden construction: %s', (_title, path, text, why) => {
  using tree = plantedTree({ [path]: text });
  const violations = checkBans(readTree(tree.root));
  expect(violations.join('\n')).toContain(why);
  expect(violations).toHaveLength(1);
});

test('allows banned constructs in tests and in the modules that own them', () => {
  using tree = plantedTree({
    [store]: `${sql} export const a = [sql.ref('name'), sql.table('plan'), [1].at(-1), /^[a-z]+(-[a-z]{1,9})?$/];`,
    'apps/server/src/platform/db/index.ts': `${sql} export const a = (x: string) => sql.raw(x);`,
    'apps/server/src/modules/plan/store.test.ts': `${sql} export const a = (x: string) => sql.raw(x);`,
    'apps/web/src/lib/api.ts': "export const a = () => window.fetch('/x');",
    'e2e/plan.test.ts': "export const a = (x: Locator) => (rmSync('x', { force: true }), x.click());",
  });
  expect(checkBans(readTree(tree.root))).toEqual([]);
});

test('finds a slow regular expression only with nested repetition', () => {
  for (const slow of ['(a+)+', '(a*)*b', '(?:\\w+,)*', '([a-z]+)*$', '(x(y+)z)+', '(a{2,})+', '((a+))*'])
    expect(isSlowPattern(slow), slow).toBe(true);
  for (const fine of [
    'a+b+',
    '(a{1,3})+',
    '[*+]+',
    '\\(a+\\)+',
    '(ab)+c*',
    '(a+)?b',
    '(a+)b+',
    '[(]a+[)]+',
    '(\\d+)(,\\d)',
  ])
    expect(isSlowPattern(fine), fine).toBe(false);
});

const linted: [string, string, string, string][] = [
  ['any', store, 'export const a = (x: any) => x;', 'no-explicit-any'],
  ['sql.raw', store, `${sql} export const a = (x: string) => sql.raw(x);`, 'no-restricted-properties'],
  ['fetch on the server', store, "export const a = () => fetch('http://x');", 'no-restricted-globals'],
  ['a socket in a screen', screen, "export const a = () => new WebSocket('ws://x');", 'no-restricted-globals'],
  ['the environment in a module', store, 'export const a = process.env;', 'no-process-env'],
  [
    'innerHTML',
    screen,
    "export const a = (e: HTMLElement) => { Object.assign(e.innerHTML, 'x'); };",
    'no-restricted-properties',
  ],
  [
    'dangerouslySetInnerHTML',
    screen,
    "export const A = () => <p dangerouslySetInnerHTML={{ __html: 'x' }} />;",
    'no-danger',
  ],
  ['eval', screen, "export const a = eval('1');", 'no-eval'],
  ['a script link', screen, 'export const A = () => <a href="javascript:x">x</a>;', 'jsx-no-script-url'],
  ['the raw Modal', screen, "import { Modal } from 'antd'; export const A = Modal;", 'no-restricted-imports'],
  [
    'antd before sign-in',
    'apps/web/src/modules/session/outside/login.tsx',
    "import { Button } from 'antd'; export const A = Button;",
    'no-restricted-imports',
  ],
  ['a default export', screen, 'export default 1;', 'no-default-export'],
];

test.each(linted)('refuses a forbidden construction by a lint rule: %s', (_title, path, text, rule) => {
  using tree = plantedTree({ [path]: text });
  const repository = join(import.meta.dirname, '..');
  cpSync(join(repository, '.oxlintrc.json'), join(tree.root, '.oxlintrc.json'));
  const oxlint = join(repository, 'node_modules/oxlint/bin/oxlint');
  const { stdout, status } = spawnSync(process.execPath, [oxlint, '-f', 'unix', '.'], {
    cwd: tree.root,
    encoding: 'utf8',
  });
  expect(stdout).toContain(rule);
  expect(status).toBe(1);
});
