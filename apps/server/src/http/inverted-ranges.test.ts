// FN: a date range that ends before it begins gives an empty list without a database query.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findListCapabilities } from '@anlan/contract/http/call-table';
import { callNamed, dataOf, sendCall } from '../../testing/client.ts';
import { openSetup, type Setup } from '../../testing/enterprises.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let setup: Setup;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  setup = await openSetup(app, tenant);
  await app.sql(`update enterprise set activated_at = '2026-02-10T02:00:00Z' where tenant_id = $1`, [tenant.id]);
});
afterAll(() => app.close());

interface Listed {
  records: unknown[];
  total: number;
  current: number;
  size: number;
  pages: number;
}
const ranged = ['enterprise.page', 'audit.page', 'notice.inbox'] as const;
const days = (name: string, from: string, to: string) =>
  Object.fromEntries(
    (findListCapabilities(callNamed(app, name).input)?.ranges ?? []).flatMap(([a, b]) => [
      [a, from],
      [b, to],
    ]),
  );
const ask = (name: string, more: Record<string, unknown>) =>
  sendCall(app, callNamed(app, name), more, setup.as('admin'));

describe('a range with its end before its start', () => {
  test('is tested in every list with range filters', () => {
    const rangedNames = app.mounted
      .filter(({ call }) => findListCapabilities(call.input)?.ranges.length)
      .map(({ name }) => name);
    expect(rangedNames.toSorted()).toEqual(expect.arrayContaining([...ranged].toSorted()));
    for (const { name, call } of app.mounted)
      for (const filter of findListCapabilities(call.input)?.filters ?? [])
        if (/(^f|F)rom$/.test(filter)) expect(days(name, 'a', 'b'), name).toHaveProperty(filter);
  });

  test.each(ranged)('gives an empty page without a query in %s', async (name) => {
    const scopedSpy = vi.spyOn(app.db, 'scoped');
    try {
      await ask(name, days(name, '2026-03-01', '2026-03-01'));
      const before = scopedSpy.mock.calls.length;
      expect(before).toBeGreaterThan(0);
      const page = dataOf<Listed>(await ask(name, { ...days(name, '2026-03-02', '2026-03-01'), current: 3, size: 7 }));
      expect(page).toMatchObject({ records: [], total: 0, current: 3, size: 7, pages: 0 });
      expect(scopedSpy.mock.calls.length).toBe(before);
    } finally {
      scopedSpy.mockRestore();
    }
    // A user without access is still refused.
    const [shop] = [
      await sendCall(app, callNamed(app, name), days(name, '2026-03-02', '2026-03-01'), setup.as('shop')),
    ];
    expect(shop.status).toBe((await sendCall(app, callNamed(app, name), {}, setup.as('shop'))).status);
  });

  test('differs from a range of one day, which matches the rows of that day', async () => {
    const on = (from: string, to: string) => ({ activatedFrom: from, activatedTo: to });
    const count = async (filter: object) => dataOf<Listed>(await setup.call('page', { size: 1, ...filter })).total;
    expect(await count(on('2026-02-10', '2026-02-10'))).toBe(tenant.enterpriseIds.length);
    expect(await count(on('2026-02-11', '2026-02-10'))).toBe(0);
    const start = await setup.call('exportStart', { filter: on('2026-02-11', '2026-02-10') });
    expect(start.json).toMatchObject({ msg: '没有可以导出的企业' });
    const bulk = await setup.call('bulk', {
      action: 'addLabels',
      labels: ['model'],
      filter: on('2026-02-11', '2026-02-10'),
    });
    expect(bulk.json).toMatchObject({ msg: '没有符合条件的企业，请重新选择' });
  });
});
