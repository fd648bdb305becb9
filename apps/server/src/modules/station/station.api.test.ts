// Tests stations. kit/conformance.test.ts tests what all declared resources share.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Station } from '@anlan/contract/modules/station/resource';
import { dataOf } from '../../../testing/client.ts';
import { declaredNamed, newRow, openPeople, valuesFor, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';

const declared = declaredNamed('station');
let app: TestApp;
let people: People;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const read = async (id: string) => dataOf<Station>(await people.call('station.get', { id }));

test('requires an enterprise for a station from users who see several enterprises', async () => {
  const { enterpriseId, ...values } = await valuesFor(app, people.home, declared);
  const { id } = dataOf<{ id: string }>(await people.call('station.create', values, 'entadmin'));
  expect((await read(id)).enterpriseId).toBe(enterpriseId);
  const refused = await people.call('station.create', { ...values, code: 'NAMELESS' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('请选择所属企业')]);
});

test('refuses changes to stations of a closed enterprise (CA-13)', async () => {
  const enterpriseId = people.home.enterpriseIds[4] ?? '';
  const { id, values } = await newRow(app, people, declared, { enterpriseId });
  expect((await read(id)).abilities).toEqual(['update', 'remove']);
  await app.sql(`update enterprise set status = 'closed' where id = $1`, [enterpriseId]);
  expect(await read(id)).toMatchObject({ abilities: [], version: 1 });
  const late = await people.call('station.update', { id, version: 1, name: '改名' });
  expect([late.status, late.text]).toEqual([400, expect.stringContaining('已注销企业的场站不能修改')]);
  expect((await people.call('station.remove', { id, version: 1 })).status).toBe(400);
  const entered = await people.call('station.create', { ...values, code: 'LATE' });
  expect([entered.status, entered.text]).toEqual([400, expect.stringContaining('已注销的企业不能新增场站')]);
  expect((await read(id)).version).toBe(1);
});

test('finds stations in getStationByEnterpriseCode by number or credit code of the enterprise', async () => {
  const { id } = await newRow(app, people, declared);
  const [row] = await app.sql<{ enterprise_code: string; credit_code: string }>(
    'select enterprise_code, credit_code from enterprise where id = $1',
    [people.home.enterpriseIds[0]],
  );
  for (const code of [row?.enterprise_code, row?.credit_code]) {
    const listed = dataOf<Station[]>(await people.call('station.byEnterpriseCode', { code }));
    expect(listed.map((one) => one.id)).toContain(id);
    expect(dataOf(await people.call('station.byEnterpriseCode', { code }, 'regulator', 'other'))).toEqual([]);
  }
  expect(dataOf(await people.call('station.byEnterpriseCode', { code: 'QY-NONE' }))).toEqual([]);
});
