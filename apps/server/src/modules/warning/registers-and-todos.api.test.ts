// The expiry ledger: registers keep the dates of some items, and to-dos about items end with the act of their owner.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { inspectionItems } from '@anlan/contract/modules/equipment/resource';
import { vehicleDates } from '@anlan/contract/modules/vehicle/resource';
import { registerNameOf } from '@anlan/contract/modules/warning/registers';
import { dataOf } from '../../../testing/client.ts';
import { declaredNamed, newRow, openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const day = (days: number) => addDays(dayOf(app.clock.now()), days);
const add = async (days: number, more: Record<string, unknown> = {}) => {
  const values = { itemType: 'boilerInternal', subjectName: '1 号锅炉', validTo: day(days), ...more };
  return (await newRow(app, people, declaredNamed('warning'), values, 'entadmin')).id;
};
const urge = async (id: string) => {
  const { version } = dataOf<{ version: number }>(await people.call('warning.get', { id }, 'regulator'));
  dataOf(await people.call('warning.urge', { id, version }, 'regulator'));
};

test('refuses an item by hand whose date a register keeps', async () => {
  for (const [itemType, register] of [
    ['vehicleInspection', '车辆'],
    ['operatorReview', '人员证件'],
    ['craneInspection', '设备'],
    ['drillOnSite', '应急预案'],
  ] as const) {
    const values = { itemType, subjectName: '不在册', validTo: day(-3) };
    const answer = await people.call('warning.create', values, 'entadmin');
    expect([answer.status, answer.text]).toEqual([
      400,
      expect.stringContaining(`来自${register}，请在${register}中填写`),
    ]);
  }
  const registered = [...Object.values(vehicleDates), ...Object.values(inspectionItems)];
  expect(registered.filter((itemType) => registerNameOf(itemType) === undefined)).toEqual([]);
});

test('says in the to-do how many of the items have expired', async () => {
  await app.sql('update warning set removed_at = now() where tenant_id = $1', [people.home.id]);
  await add(-3);
  await add(12);
  const title = async () => {
    const rows = await app.sql<{ title: string }>(
      `select title from todo where tenant_id = $1 and kind = 'warning' and title like '处理到期事项%'`,
      [people.home.id],
    );
    return rows.map((row) => row.title);
  };
  expect(await title()).toEqual(['处理到期事项：1 号锅炉 锅炉内部检验 等 2 项（1 项已过期）']);
  await add(-5, { subjectName: '2 号锅炉' });
  expect(await title()).toEqual(['处理到期事项：2 号锅炉 锅炉内部检验 等 3 项（2 项已过期）']);
});

test('completes the to-do about expired items for some workdays when the officer urges', async () => {
  await app.sql('update warning set removed_at = now() where tenant_id = $1', [people.home.id]);
  const id = await add(-3);
  const other = await add(-2, { subjectName: '2 号锅炉' });
  const open = async () =>
    app.sql<{ title: string }>(
      `select title from todo where tenant_id = $1 and subject_type = 'expiredItems' and done_at is null`,
      [people.home.id],
    );
  expect(await open()).toMatchObject([{ title: expect.stringContaining('2 项') }]);
  await urge(id);
  expect(await open()).toHaveLength(1);
  await urge(other);
  expect(await open()).toEqual([]);
  await app.sql(`update warning set urged_at = urged_at - interval '10 days' where id = $1`, [id]);
  await app.doNow('todo.repair');
  expect(await open()).toHaveLength(1);
});
