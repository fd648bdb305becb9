import { expect, test } from 'vitest';
import { checkArrows } from './arrows.ts';
import { plantedTree } from './temporary-tree.ts';
import { readTree } from './source.ts';

const server = 'apps/server/src';
const web = 'apps/web/src';

const app: Record<string, string> = {
  'tools/source.ts': 'export const source = 1;',
  [`${server}/config.ts`]: 'export const config = 1;',
  [`${web}/widgets/pick.ts`]: 'export const pick = 1;',
  'packages/contract/src/modules/plan/plan.ts': "import * as z from 'zod/mini'; export const plan = z.object({});",
  'packages/contract/src/modules/plan/calls.ts': "import { plan } from './plan.ts'; export const planCalls = { plan };",
  'packages/contract/src/limits.ts': 'export const most = 100;',
  [`${server}/kernel/scope.ts`]: 'export interface Scope { id: string }',
  [`${server}/platform/db/index.ts`]:
    "import { Kysely } from 'kysely'; import pg from 'pg'; export const db = [Kysely, pg];",
  [`${server}/platform/jobs/index.ts`]: "import { PgBoss } from 'pg-boss'; export const boss = PgBoss;",
  [`${server}/modules/plan/index.ts`]: "import { page } from './service.ts'; export const createModule = page;",
  [`${server}/modules/plan/service.ts`]:
    "import { rows } from './store.ts'; import type { Scope } from '#kernel/scope.ts'; export const page = (s: Scope) => [s, rows];",
  [`${server}/modules/plan/store.ts`]: "import { sql } from 'kysely'; export const rows = sql`select 1`;",
  [`${server}/modules/order/index.ts`]:
    "import { createModule } from '#modules/plan/index.ts'; import { most } from '@anlan/contract/limits'; export const order = [createModule, most];",
  [`${server}/http/mount.ts`]:
    "import fastify from 'fastify'; import { planCalls } from '@anlan/contract/modules/plan/calls'; export const mount = [fastify, planCalls];",
  [`${server}/open-app.ts`]:
    "import { mount } from '#http/mount.ts'; import { createModule } from '#modules/plan/index.ts'; export const house = [mount, createModule];",
  [`${web}/main.tsx`]: "import { start } from '#app/start.ts'; start();",
  [`${web}/app/start.ts`]: "export const start = () => import('#modules/plan/screens/list.tsx');",
  [`${web}/modules/plan/screens/list.tsx`]:
    "import { Table } from 'antd'; import { calls } from '../calls.ts'; import { chip } from '#ui/chip.ts'; export const List = [Table, calls, chip];",
  [`${web}/modules/plan/calls.ts`]:
    "import { planCalls } from '@anlan/contract/modules/plan/calls'; import { api } from '#lib/api.ts'; export const calls = api(planCalls);",
  [`${web}/modules/shop/outside/enter.tsx`]: "export const Enter = () => import('#modules/shop/parts/map.tsx');",
  [`${web}/modules/shop/parts/map.tsx`]: "import { Card } from 'antd'; export const Map = Card;",
  [`${web}/ui/chip.ts`]: "import { most } from '@anlan/contract/limits'; export const chip = most;",
  [`${web}/lib/api.ts`]: 'export const api = <T,>(table: T) => table;',
};

const findings = (planted: Record<string, string>) => {
  using tree = plantedTree({ ...app, ...planted });
  return checkArrows(readTree(tree.root));
};

test('finds nothing in a server without forbidden imports', () => {
  expect(findings({})).toEqual([]);
});

const planted: [string, string, string, string][] = [
  [
    'platform → the network',
    `${server}/platform/sheets/index.ts`,
    "import { get } from 'node:https'; export { get };",
    'through platform/outbound',
  ],
  [
    'contract → a package',
    'packages/contract/src/domain/order.ts',
    "import dayjs from 'dayjs'; export { dayjs };",
    'only zod/mini',
  ],
  [
    'contract → whole zod',
    'packages/contract/src/domain/order.ts',
    "import { z } from 'zod'; export { z };",
    'only zod/mini',
  ],
  [
    'contract → the server',
    'packages/contract/src/limits.ts',
    "export * from '../../../apps/server/src/kernel/scope.ts';",
    'only zod/mini',
  ],
  [
    'domain → http',
    'packages/contract/src/domain/order.ts',
    "export * from '../modules/plan/calls.ts';",
    'know no HTTP layer',
  ],
  [
    'kernel → files',
    `${server}/kernel/ids.ts`,
    "import { readFileSync } from 'node:fs'; export { readFileSync };",
    'no IO',
  ],
  [
    'kernel → platform',
    `${server}/kernel/ids.ts`,
    "import { db } from '#platform/db/index.ts'; export { db };",
    'leans on nothing',
  ],
  [
    'platform → a module',
    `${server}/platform/sheets/index.ts`,
    "export { page } from '#modules/plan/service.ts';",
    'knows no module',
  ],
  [
    'platform → a module, lazily',
    `${server}/platform/sheets/index.ts`,
    "export const page = () => import('#modules/plan/service.ts');",
    'knows no module',
  ],
  [
    'platform → the contract of a module',
    `${server}/platform/sheets/index.ts`,
    "export { plan } from '@anlan/contract/modules/plan/plan';",
    'knows no module',
  ],
  [
    'platform → http',
    `${server}/platform/sheets/index.ts`,
    "export { mount } from '#http/mount.ts';",
    'knows no HTTP layer',
  ],
  [
    'module → http',
    `${server}/modules/plan/events.ts`,
    "import type { mount } from '#http/mount.ts'; export type M = typeof mount;",
    'no HTTP',
  ],
  [
    'module → a type of http in place',
    `${server}/modules/plan/events.ts`,
    "export type M = typeof import('#http/mount.ts').mount;",
    'no HTTP',
  ],
  [
    'module → fastify',
    `${server}/modules/plan/events.ts`,
    "import type { FastifyRequest } from 'fastify'; export type R = FastifyRequest;",
    'no HTTP',
  ],
  [
    'module → node:http',
    `${server}/modules/plan/events.ts`,
    "import { get } from 'node:http'; export { get };",
    'no HTTP',
  ],
  [
    'module → contract/http',
    `${server}/modules/plan/events.ts`,
    "export { planCalls } from '@anlan/contract/modules/plan/calls';",
    'index.ts alone knows call tables',
  ],
  [
    'kit → a module',
    `${server}/kit/nested-fields.ts`,
    "export { order } from '#modules/order/index.ts';",
    'the kit knows no module',
  ],
  [
    'module → a lower module',
    `${server}/modules/plan/events.ts`,
    "export { order } from '#modules/order/index.ts';",
    'send an event',
  ],
  [
    'module → past a public interface',
    `${server}/modules/order/events.ts`,
    "export { page } from '#modules/plan/service.ts';",
    'through its index.ts',
  ],
  [
    'module → past a public interface, by a relative path',
    `${server}/modules/order/events.ts`,
    "export { rows } from '../plan/store.ts';",
    'through its index.ts',
  ],
  [
    'service → kysely',
    `${server}/modules/plan/service.ts`,
    "import { sql } from 'kysely'; export const page = sql`x`;",
    'SQL stands only',
  ],
  [
    'service → pg',
    `${server}/modules/plan/service.ts`,
    "import pg from 'pg'; export const page = pg;",
    'SQL stands only',
  ],
  ['store → pg', `${server}/modules/plan/store.ts`, "import pg from 'pg'; export const rows = pg;", 'SQL stands only'],
  ['http → kysely', `${server}/http/guard.ts`, "import { sql } from 'kysely'; export { sql };", 'SQL stands only'],
  [
    "http → past a module's public interface",
    `${server}/http/guard.ts`,
    "export { rows } from '#modules/plan/store.ts';",
    'through its index.ts',
  ],
  ['rules → store', `${server}/modules/plan/rules.ts`, "export { rows } from './store.ts';", 'rules.ts is pure'],
  [
    'module → settings',
    `${server}/modules/plan/events.ts`,
    "export { config } from '#config';",
    'handed in by open-app.ts',
  ],
  [
    'server → web',
    `${server}/http/guard.ts`,
    "export { api } from '../../../web/src/lib/api.ts';",
    'never imports the web',
  ],
  [
    'server → tools',
    `${server}/http/guard.ts`,
    "export { source } from '../../../../tools/source.ts';",
    'never imports its tools',
  ],
  ['a file in no layer', `${server}/extra/thing.ts`, "export { api } from 'fastify';", 'no layer'],
  [
    'web → server',
    `${web}/lib/live.ts`,
    "import type { Scope } from '../../../server/src/kernel/scope.ts'; export type S = Scope;",
    'never imports the server',
  ],
  [
    'lib → modules',
    `${web}/lib/live.ts`,
    "export { calls } from '#modules/plan/calls.ts';",
    'lib never imports modules',
  ],
  ['ui → widgets', `${web}/ui/box.ts`, "export { pick } from '#widgets/pick.ts';", 'ui never imports widgets'],
  [
    'modules → app',
    `${web}/modules/plan/state.ts`,
    "export { start } from '#app/start.ts';",
    'modules never imports app',
  ],
  [
    'module → module',
    `${web}/modules/shop/state.ts`,
    "export { calls } from '../plan/calls.ts';",
    'never import each other',
  ],
  [
    'module → module by glob',
    `${web}/modules/shop/state.ts`,
    "export const all = import.meta.glob('../*/calls.ts');",
    'never import each other',
  ],
  [
    'screen → contract/http',
    `${web}/modules/shop/screens/list.tsx`,
    "export { planCalls } from '@anlan/contract/modules/plan/calls';",
    'see call tables',
  ],
  [
    'ui → the contract of a module',
    `${web}/ui/box.ts`,
    "export { plan } from '@anlan/contract/modules/plan/plan';",
    'ui knows no module',
  ],
  [
    'page before sign-in → antd',
    `${web}/modules/shop/outside/enter.tsx`,
    "import { Button } from 'antd'; export const Enter = Button;",
    'carry no antd',
  ],
  [
    'page before sign-in → antd through a part',
    `${web}/modules/shop/outside/enter.tsx`,
    "export { Map } from '../parts/map.tsx';",
    'carry no antd',
  ],
  ['entry → antd', `${web}/main.tsx`, "import 'antd/dist/reset.css';", 'carry no antd'],
  [
    'an import cycle',
    `${web}/ui/chip.ts`,
    "import { box } from './box.ts'; export const chip = () => box;",
    'import cycle',
  ],
  [
    'an import cycle of modules',
    `${server}/modules/plan/store.ts`,
    "import { page } from './service.ts'; export const rows = page;",
    'import cycle',
  ],
  [
    'an import cycle by a type',
    `${web}/ui/chip.ts`,
    "import type { Box } from './box.ts'; export const chip = (b: Box) => b;",
    'import cycle',
  ],
  ['product → a test', `${web}/ui/box.ts`, "export { x } from './chip.test.ts';", 'nothing imports a test'],
];

test.each(planted)('finds a forbidden import: %s', (_title, path, text, why) => {
  const extra = {
    [`${web}/ui/box.ts`]: "import { chip } from './chip.ts'; export const box = () => chip;",
    [`${web}/ui/chip.test.ts`]: 'export const x = 1;',
  };
  const violations = findings({ ...extra, [path]: text });
  expect(violations.join('\n')).toContain(why);
  expect(violations).toHaveLength(1);
});

test('finds no cycle for a lazy import', () => {
  const violations = findings({
    [`${web}/ui/box.ts`]: "import { chip } from './chip.ts'; export const box = () => chip;",
    [`${web}/ui/chip.ts`]: "export const chip = () => import('./box.ts');",
  });
  expect(violations).toEqual([]);
});
