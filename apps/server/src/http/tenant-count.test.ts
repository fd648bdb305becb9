// The platform home page shows numbers per tenant: errors, failed jobs and stored bytes. Other users cannot read them.
import { afterAll, expect, test } from 'vitest';
import { actorOf } from '../../testing/actors.ts';
import { dataOf, send } from '../../testing/client.ts';
import { openTestApp } from '../../testing/app.ts';
import { makeTenant } from '../../testing/tenants.ts';

const app = await openTestApp();
afterAll(() => app.close());
const tenant = await makeTenant(app);

interface Unit {
  id: string;
  errors: number;
  failedJobs: number;
  openJobs: number;
  storedBytes: number;
}

test('counts errors and jobs of each tenant, the tenant with the most problems first', async () => {
  const now = app.clock.now();
  const before = new Date(now.getTime() - 8 * 86_400_000);
  for (const [at, hours] of [2, 30].entries())
    await app.sql(
      `insert into client_error (tenant_id, id, at, batch, address, user_agent, request_id, kind, message)
       values ($1, gen_random_uuid(), $2, gen_random_uuid(), '127.0.0.1', 'x', $3, 'error', 'x')`,
      [tenant.id, new Date(now.getTime() - hours * 3_600_000), `r${at}`],
    );
  for (const [state, updated] of [
    ['failed', now],
    ['failed', before],
    ['running', now],
    ['done', now],
  ] as const)
    await app.sql(
      `insert into job (tenant_id, id, kind, state, user_id, updated_at) values ($1, gen_random_uuid(), 'export', $2, $3, $4)`,
      [tenant.id, state, tenant.people.admin, updated],
    );
  const [stored] = await app.sql<{ bytes: string }>(
    'select coalesce(sum(size_bytes), 0) as bytes from file where tenant_id = $1',
    [tenant.id],
  );
  const platform = await actorOf(app, tenant, 'platform');
  const counts = dataOf<{ tenants: number; databaseBytes: number; units: Unit[] }>(
    await send(app, 'GET', '/upms/tenant/count', { token: platform.tokens.access_token }),
  );
  expect(new Set(counts.units.map(({ id }) => id)).size).toBe(counts.tenants);
  expect(counts.databaseBytes).toBeGreaterThan(1_000_000);
  expect(counts.units[0]).toMatchObject({
    id: tenant.id,
    errors: 1,
    failedJobs: 1,
    openJobs: 1,
    storedBytes: Number(stored?.bytes),
  });
  const rows = async (query: string) =>
    dataOf<{ total: number; records: Record<string, unknown>[] }>(
      await send(app, 'GET', `/upms/tenant/trouble?${query}`, { token: platform.tokens.access_token }),
    );
  // Each number opens a list with exactly that many rows, for this tenant and for all. The rows do not reveal users.
  for (const kind of ['errors', 'failedJobs', 'openJobs'] as const) {
    const { total, records } = await rows(`kind=${kind}&id=${tenant.id}`);
    expect([total, records.length], kind).toEqual([1, 1]);
    expect(Object.keys(records[0] ?? {}).toSorted()).toEqual(['at', 'id', 'text', 'unit', 'unitId', 'url', 'what']);
    expect((await rows(`kind=${kind}`)).total, kind).toBe(counts.units.reduce((sum, unit) => sum + unit[kind], 0));
  }
  const admin = await actorOf(app, tenant, 'admin');
  for (const path of ['count', 'trouble?kind=errors'])
    expect((await send(app, 'GET', `/upms/tenant/${path}`, { token: admin.tokens.access_token })).status).toBe(403);
});
