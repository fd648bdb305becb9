// Checks query plans of every declared resource's list: no list reads a whole table or sorts a whole tenant. The big
// tenant comes first, so that the big tenant does not reuse a plan of the small one.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Declared } from '@anlan/contract/kit/module';
import { declaredResources } from '@anlan/contract/modules';
import { systemScope } from '#kernel/scope.ts';
import { openDb, type Tx } from '#platform/db/index.ts';
import { dataOf, send } from '../../testing/client.ts';
import {
  columnOf,
  fieldsOf,
  fillTable,
  mayDo,
  openPeople,
  overseerOf,
  type People,
} from '../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { isDrawn } from '../../testing/seeds.ts';
import { vacuumed } from '../../testing/vacuum.ts';

const [bigRows, smallRows] = [40_000, 40];
interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  Plans?: Node[];
}
interface Statement {
  text: string;
  values: unknown[];
}
const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

/** Records the statements on a table that a request sends, with their planner settings. */
async function statementsOf(table: string, token: string, path: string): Promise<Statement[]> {
  const seen: Statement[] = [];
  const original = pg.Client.prototype.query;
  const watched = function (this: unknown, text: unknown, values?: unknown, ...rest: unknown[]) {
    if (typeof text === 'string' && (text.includes(`from "${table}"`) || text.includes('set_config($1')))
      seen.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(original, this, [text, values, ...rest]);
  };
  Object.assign(pg.Client.prototype, { query: watched });
  try {
    dataOf(await send(app, 'GET', path, { token }));
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
  return seen;
}

async function planOf({ client }: Tx, { text, values }: Statement): Promise<Node[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  return rows.flatMap((row) => flat(row['QUERY PLAN'][0].Plan));
}

/** List queries: every order, every single filter, rare and common keywords, a page far from the start. */
async function queriesOf(one: Declared): Promise<string[]> {
  const filters: string[] = [];
  for (const field of fieldsOf(one)) {
    const [key, spec] = field;
    if (!spec.filter) continue;
    // Instants in requests use Shanghai time.
    const text =
      spec.kind === 'instant'
        ? `to_char(${columnOf(field)} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`
        : `${columnOf(field)}::text`;
    const [row] = await app.sql<{ value: string }>(
      `select ${text} as value
       from ${one.resource.table} where tenant_id = $1 limit 1`,
      [people.home.id],
    );
    // Tries a reference filter also when no row has a value.
    const stored = row?.value ?? (spec.kind === 'ref' ? '01a00000-0000-7000-8000-000000000000' : '');
    const value = spec.refersTo === 'enterprise' ? 'own' : (spec.codes?.[stored] ?? stored);
    filters.push(spec.filter === 'range' ? `${key}From=${value}` : `${key}=${value}`);
  }
  const searched = fieldsOf(one).some(([, spec]) => spec.search);
  const last = filters.find((filter) => !filter.includes('own'));
  const words = searched
    ? [
        'keyword=B77',
        'keyword=客户4321',
        'keyword=大客户',
        'keyword=大客户&current=500&size=20',
        'keyword=没有的',
        'keyword=dkh4321',
        'keyword=DaKeHu',
        'keyword=dakehu&current=500&size=20',
        'keyword=大客户 kehu77',
        ...(last ? [`keyword=kehu77&${last}`] : []),
        ...(last ? [`keyword=客户77&${last}`, `keyword=大客户&${last}&descs=${one.resource.sortable[0]}`] : []),
      ]
    : [];
  return [
    ...one.resource.sortable.flatMap((by) => [`ascs=${by}`, `descs=${by}`]),
    'current=500&size=20',
    ...filters,
    ...words,
  ];
}

// Each resource takes seconds: npm test runs a sample, DEEP=1 all.
const drawnResources = declaredResources.filter(({ resource }) => isDrawn(resource.name, 'PLANS_SEED'));
describe.each(drawnResources.map((one) => [one.resource.label, one] as const))('%s', (_label, one) => {
  const { table } = one.resource;
  const overseer = overseerOf(one);
  beforeAll(async () => {
    await fillTable(app, people.home, one, bigRows);
    await fillTable(app, people.other, one, smallRows);
    await vacuumed(app, table);
  }, 120_000);

  test(`lists ${bigRows} rows without a sequential scan or a sort`, async () => {
    const db = openDb(app.database.appUrl, { max: 1 });
    try {
      for (const query of await queriesOf(one))
        for (const [token, tenant] of [
          [people.token(overseer), people.home],
          [people.token(overseer, 'other'), people.other],
          ...(mayDo(one, 'ENT_STAFF', 'index') ? [[people.token('entstaff'), people.home] as const] : []),
        ] as const) {
          const path = `${one.calls['page']?.path}?${query.replace('own', tenant.enterpriseIds[0] ?? '')}`;
          const statements = await statementsOf(table, token, encodeURI(path));
          expect(statements.length, query).toBeGreaterThan(0);
          await db.scoped(systemScope('plan', tenant.id), async (tx) => {
            for (const statement of statements) {
              // Runs the planner settings of the list engine, because they apply to the statements after them.
              if (statement.text.includes('set_config($1')) {
                await tx.client.query(statement.text, statement.values);
                continue;
              }
              const nodes = await planOf(tx, statement);
              const scans = nodes.filter(
                (node) => node['Node Type'].includes('Seq Scan') && node['Relation Name'] === table,
              );
              expect(scans, `${query}: ${statement.text}`).toEqual([]);
              if (tenant === people.home)
                for (const node of nodes.filter((each) => each['Node Type'] === 'Sort'))
                  expect(flat(node).at(-1)?.['Actual Rows'], `${query}: ${statement.text}`).toBeLessThanOrEqual(
                    bigRows / 2,
                  );
            }
          });
        }
    } finally {
      await db.close();
    }
  }, 300_000);
});
