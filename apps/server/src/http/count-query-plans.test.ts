// Checks query plans of the counts and the map, first for a big tenant, then for a small one. The queries use only
// indexes. A zoomed-in map reads only rows in view.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { openDb } from '#platform/db/index.ts';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';
import { vacuumed } from '../../testing/vacuum.ts';

const bigRows = 30_000;
let app: TestApp;
let big: TestTenant;
let small: TestTenant;
const tokens = new Map<string, string>();
beforeAll(async () => {
  app = await openTestApp();
  big = await makeTenant(app);
  small = await makeTenant(app, { enterprises: 40 });
  const columns =
    'tenant_id, id, name, credit_code, enterprise_code, supervision_kind, enterprise_size, region_code, registered_address, industry_code, legal_person, safety_manager_name, safety_manager_phone, status, source, color, created_at, updated_at, activated_at, lng, lat';
  await app.sql(
    `insert into enterprise (${columns})
     select '${big.id}', ('01a10000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'x' || n, 'C' || n, 'E' || n,
       (array['fire', 'emergency', 'transport'])[1 + n % 3], (array['small', 'micro', 'large'])[1 + n % 3],
       (array['330108', '330106', '330204', '530102'])[1 + n % 4], 'a', 'C26', 'a', 'a', '1*',
       (array['draft', 'active', 'suspended', 'active'])[1 + n % 4], 'import', (array['red', 'blue', 'yellow'])[1 + n % 3],
       now(), now() + n * interval '1 second', now() - n * interval '1 hour', 118 + (n % 300) * 0.01, 28 + (n / 300) * 0.02
     from generate_series(0, ${bigRows - 1}) n`,
  );
  await vacuumed(app, 'enterprise');
  for (const tenant of [big, small]) tokens.set(tenant.id, (await signIn(app, tenant, 'regulator')).access_token);
}, 120_000);
afterAll(() => app.close());

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Node[];
}
const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

async function statementsOf(tenant: TestTenant, path: string): Promise<{ text: string; values: unknown[] }[]> {
  const { default: pg } = await import('pg');
  const seen: { text: string; values: unknown[] }[] = [];
  const original = pg.Client.prototype.query;
  const watched = function (this: unknown, text: unknown, values?: unknown, ...rest: unknown[]) {
    if (typeof text === 'string' && /\bfrom "enterprise(?:_fact)?"/.test(text))
      seen.push({ text, values: Array.isArray(values) ? values : [] });
    return Reflect.apply(original, this, [text, values, ...rest]);
  };
  Object.assign(pg.Client.prototype, { query: watched });
  app.clock.pass(6);
  try {
    dataOf(await send(app, 'GET', path, { token: tokens.get(tenant.id) }));
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
  return seen;
}

// Maximum number of table rows that each call may read for the big tenant.
const calls: [path: string, most: number][] = [
  ['/bus/enterprise/getEnterpriseStatisticsCount', bigRows],
  ['/bus/enterprise/getEnterpriseStatisticsCount?area=3301', bigRows],
  ['/bus/enterprise/indexStatistics?area=330108', bigRows],
  ['/bus/enterprise/getAccessToEntTypeCount', bigRows],
  ['/bus/enterprise/regionRanking', 0],
  ['/bus/enterprise/regionRanking?activatedFrom=2020-01-01', bigRows],
  ['/bus/enterprise/map?bbox=73,18,135,53&zoom=5', 0],
  ['/bus/enterprise/map?bbox=73,18,135,53&zoom=5&signedIn=false', bigRows],
  ['/bus/enterprise/page?located=false', bigRows],
  ['/bus/enterprise/map?bbox=119,28.5,119.3,28.8&zoom=12', 1_500],
  ['/bus/enterprise/map?bbox=119,28.5,119.05,28.55&zoom=15&color=1', 200],
];

// Filters on columns that the fact tables lack. Where nearly all rows match, the database reads the whole table.
const unknownToFacts = /activatedFrom|signedIn/;

describe.each(calls)('%s', (path, most) => {
  test('uses only indexes to count, for a big and a small tenant', async () => {
    const db = openDb(app.database.appUrl, { max: 1 });
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
          const reads = explained.rows
            .flatMap((row) => flat(row['QUERY PLAN'][0].Plan))
            .filter((node) => node['Relation Name'] === 'enterprise');
          if (!text.includes('enterprise_fact')) expect(reads.length).toBeGreaterThan(0);
          for (const node of reads) {
            if (unknownToFacts.test(path)) continue;
            expect(node['Node Type'], text).not.toContain('Seq Scan');
            const rows = node['Actual Rows'] * node['Actual Loops'];
            if (tenant === big) expect(rows, text).toBeLessThanOrEqual(most);
            // A count over a large part of a tenant must use the index only and fetch no table rows.
            if (rows > 2_000) expect(node['Node Type'], text).toBe('Index Only Scan');
          }
        }
      }
    } finally {
      await db.close();
    }
  }, 150_000);
});
