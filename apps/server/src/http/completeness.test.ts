// CA-13: after every kind of change, the completeness rate (资料齐全率) equals the rate that the contract package computes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import { profileRate } from '@anlan/contract/modules/enterprise/profile-rate';
import { dataOf, send } from '../../testing/client.ts';
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
});
afterAll(() => app.close());

async function rates(id: string) {
  const file = dataOf<Record<string, unknown>>(await setup.call('get', { id }, 'admin'));
  const counted = Object.fromEntries(Object.keys(enterpriseFieldSpecs).map((name) => [name, file[name] ?? null]));
  return { said: file['profileRate'], right: profileRate(counted), version: Number(file['version']) };
}
async function expectRight(id: string) {
  const { said: storedRate, right, version } = await rates(id);
  expect(storedRate).toBe(right);
  return { rate: right, version };
}

test('counts 系统简称 in the profile rate while the field is set, also after other changes', async () => {
  const id = tenant.enterpriseIds[0] ?? '';
  const save = async (patch: object) => {
    const { version } = await rates(id);
    dataOf(await setup.call('update', { id, version, ...patch }));
    return expectRight(id);
  };
  dataOf(await setup.call('updateLogo', { aliasName: null, logoUrl: null }, 'entadmin'));
  const before = await save({ shortName: '江滨' });
  dataOf(await setup.call('updateLogo', { aliasName: '江滨化工', logoUrl: null }, 'entadmin'));
  const set = await expectRight(id);
  expect(set.rate).toBeGreaterThan(before.rate);
  expect((await save({ shortName: '江滨厂' })).rate).toBe(set.rate);
  const { version } = await rates(id);
  dataOf(await setup.call('transfer', { id, version, regionCode: '330106', reason: '迁移区划试验' }));
  await expectRight(id);
  dataOf(await setup.call('updateLogo', { aliasName: null, logoUrl: null }, 'entadmin'));
  await expectRight(id);
});

test('counts the officer in the profile rate when approval or a bulk action assigns the officer', async () => {
  const files = [await setup.created(), await setup.created()];
  await app.sql(
    `update enterprise set officer_id = null, status = 'underReview', profile_rate = 0 where id = any($1)`,
    [files.map(({ id }) => id)],
  );
  const [firstFile, many] = files;
  dataOf(await setup.call('approve', { ...firstFile, officerId: tenant.people.admin }, 'admin'));
  await expectRight(firstFile?.id ?? '');
  const { jobId } = dataOf<{ jobId: string }>(
    await setup.call('bulk', { action: 'assignOfficer', officerId: tenant.people.admin, ids: [many?.id] }),
  );
  const state = async () =>
    dataOf<{ state: string }>(await send(app, 'GET', `/upms/job/${jobId}`, setup.as('regulator')));
  await expect.poll(async () => (await state()).state, { timeout: 30_000 }).toBe('done');
  await expectRight(many?.id ?? '');
});
