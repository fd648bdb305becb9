// Plans of every list for a big and a small tenant, the big one first (decisions 5): neither reads the table through,
// neither sorts a tenant.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { enterpriseSortable } from '@anlan/contract/domain/enterprise';
import { systemScope } from '#kernel/scope.ts';
import { openDb } from '#platform/db/index.ts';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openTestHouse, type TestHouse } from '../../testing/house.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const bigRows = 40_000;
let house: TestHouse;
let big: TestTenant;
let small: TestTenant;
const tokens = new Map<string, string>();
beforeAll(async () => {
  house = await openTestHouse();
  big = await makeTenant(house);
  small = await makeTenant(house, { enterprises: 40 });
  const columns = (
    await house.sql<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'enterprise'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    )
  ).map(({ name }) => name);
  const changed: Record<string, string> = {
    id: `('01a10000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`,
    credit_code: `'9133' || lpad(n::text, 14, '0')`,
    enterprise_code: `'BIG' || n`,
    name: `name || n`,
    parent_id: 'null',
    headcount: `n % 997`,
    profile_rate: `n % 101`,
    health_score: `nullif(n % 101, 0)`,
    updated_at: `updated_at + n * interval '1 second'`,
    status: `(array['draft', 'active', 'suspended', 'closed', 'active', 'active'])[1 + n % 6]`,
    color: `(array['red', 'orange', 'yellow', 'blue', 'blue', 'unrated'])[1 + n % 6]`,
    region_code: `(array['330108', '330106', '330204', '330302'])[1 + n % 4]`,
  };
  const list = columns.map((name) => changed[name] ?? name).join(', ');
  // The rows to copy are read first: beside them the insert would walk over its own.
  await house.sql(
    `with base as materialized (select *, row_number() over (order by id) - 1 as k from enterprise where tenant_id = '${big.id}')
     insert into enterprise (${columns.join(', ')}) select ${list} from generate_series(1, ${bigRows}) n join base on base.k = n % 6`,
  );
  await house.sql(
    `insert into enterprise_tag (tenant_id, enterprise_id, kind, value) select tenant_id, id, 'hazardFeature', 'dust'
     from enterprise where tenant_id = '${big.id}' and headcount < 100 on conflict do nothing`,
  );
  await house.sql('vacuum analyze enterprise, enterprise_tag');
  for (const tenant of [big, small]) tokens.set(tenant.id, (await signIn(house, tenant, 'regulator')).access_token);
}, 120_000);
afterAll(() => house.close());

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
}
const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

/** The statements that a call sends, seen by a pool of our own that writes them down. */
async function statementsOf(tenant: TestTenant, path: string): Promise<{ text: string; values: unknown[] }[]> {
  const { default: pg } = await import('pg');
  const seen: { text: string; values: unknown[] }[] = [];
  const original = pg.Client.prototype.query;
  const watched = function (this: unknown, text: unknown, values?: unknown, ...rest: unknown[]) {
    if (typeof text === 'string' && /\bfrom "?enterprise"?/.test(text))
      seen.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(original, this, [text, values, ...rest]);
  };
  Object.assign(pg.Client.prototype, { query: watched });
  try {
    const answer = await send(house, 'GET', path, { token: tokens.get(tenant.id) });
    dataOf(answer);
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
  return seen;
}

const lists = [
  '/bus/enterprise/page',
  ...enterpriseSortable.flatMap((by) => [`/bus/enterprise/page?ascs=${by}`, `/bus/enterprise/page?descs=${by}`]),
  '/bus/enterprise/page?current=500&size=20',
  '/bus/enterprise/page?status=0',
  '/bus/enterprise/page?status=0&status=3&descs=updatedAt',
  '/bus/enterprise/page?color=1',
  '/bus/enterprise/page?regionCode=3301',
  '/bus/enterprise/page?industryCode=C26',
  '/bus/enterprise/page?creditCode=91330000',
  '/bus/enterprise/page?keyword=9133',
  '/bus/enterprise/page?hazardFeature=dust',
  '/bus/enterprise/page?expiring=30',
  '/bus/enterprise/expire?days=30',
];

describe.each(lists)('%s', (path) => {
  test('neither scans the table nor sorts the whole tenant, for the big tenant first, then the small', async () => {
    const db = openDb(house.database.appUrl, { max: 1 });
    try {
      for (const tenant of [big, small]) {
        const statements = await statementsOf(tenant, path);
        expect(statements.length).toBeGreaterThan(0);
        for (const { text, values } of statements) {
          const explained = await db.scoped(systemScope('plan', tenant.id), (tx) =>
            tx.client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
              `explain (analyze, timing off, format json) ${text}`,
              values,
            ),
          );
          const nodes = explained.rows.flatMap((row) => flat(row['QUERY PLAN'][0].Plan));
          const scans = nodes.filter(
            (node) => node['Node Type'].includes('Seq Scan') && node['Relation Name'] === 'enterprise',
          );
          expect(scans, `tenant of ${tenant === big ? bigRows : 40}: ${text}`).toEqual([]);
          if (tenant === big)
            for (const node of nodes.filter((one) => one['Node Type'] === 'Sort'))
              expect(flat(node).at(-1)?.['Actual Rows'], `sorts the tenant: ${text}`).toBeLessThan(bigRows / 2);
        }
      }
    } finally {
      await db.close();
    }
  });
});
