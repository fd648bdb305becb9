// Views of the applicant and of the authority after an application was changed and sent again.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApplicant } from '../../testing/applicant.ts';
import { dataOf, send, signIn } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let regulator = '';
let phone = '13700010001';
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  regulator = (await signIn(app, tenant, 'regulator')).access_token;
});
afterAll(() => app.close());
const { post, form, proofOf, applied, enterpriseOf, decide } = openApplicant(() => ({
  app,
  tenant,
  phone,
  regulator,
}));

test('adds one timeline entry per act of an application (CA-13)', async () => {
  const number = await applied();
  await decide('reject', number, { reason: '注册地址与执照不一致' });
  const { id } = await enterpriseOf(number);
  const storedForm = dataOf<Record<string, unknown>>(await post('entApply/form', { number, proof: await proofOf() }));
  const changed = { ...storedForm, registeredAddress: '江滨路 9 号', safetyManagerPhone: '13912340000' };
  const again = await post('entApply/resubmit', { ...changed, number, proof: await proofOf() });
  expect(again.status, again.text).toBe(200);
  const { entries } = dataOf<{
    entries: { call: string; to: string | null; note: string | null; byName: string | null; changes: object[] }[];
  }>(await send(app, 'GET', `/bus/enterprise/timeline/${id}`, { token: regulator }));
  const note = `入驻申请 ${number}`;
  expect(entries.map(({ call, to, note: entryNote }) => [call, to, entryNote])).toEqual([
    ['enterprise.submit', '1', note],
    ['enterprise.applyAgain', null, note],
    ['enterprise.reject', '5', '注册地址与执照不一致'],
    ['enterprise.apply', '1', note],
  ]);
  expect(entries[0]?.byName).toBeNull();
  expect(entries[1]?.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ field: 'registeredAddress', before: '江滨路 1 号', after: '江滨路 9 号' }),
      expect.objectContaining({ field: 'safetyManagerPhone', before: '139****5678', after: '139****0000' }),
    ]),
  );
  expect(entries[1]?.changes).toHaveLength(2);
});

test('shows the application of an enterprise only to users who decide (S29)', async () => {
  phone = '13700010009';
  const number = await applied();
  const { id } = await enterpriseOf(number);
  const path = `/bus/enterprise/applied/${id}`;
  const applicationView = dataOf<Record<string, unknown>>(await send(app, 'GET', path, { token: regulator }));
  expect(applicationView).toMatchObject({ number, phone: '137****0009', applicant: form().legalPerson });
  expect(applicationView['submittedAt']).toMatch(/^\d{4}-\d\d-\d\d /);
  // Returns nothing for an enterprise that did not apply.
  const own = `/bus/enterprise/applied/${tenant.enterpriseIds[0]}`;
  expect(dataOf(await send(app, 'GET', own, { token: regulator }))).toBeNull();
  const staff = (await signIn(app, tenant, 'entstaff')).access_token;
  expect((await send(app, 'GET', path, { token: staff })).status).toBe(403);
});

test('asks the applicant for a new application after the authority removed the enterprise', async () => {
  const number = await applied();
  await decide('reject', number, { reason: '不在本区管辖范围' });
  const { id } = await enterpriseOf(number);
  expect((await send(app, 'GET', `/bus/enterprise/del/${id}`, { token: regulator })).status).toBe(200);
  const again = await post('entApply/resubmit', { ...form(), version: 1, number, proof: await proofOf() });
  expect([again.status, again.text]).toEqual([400, expect.stringContaining('请重新填写入驻申请')]);
});

test('refuses a new application that would overwrite a correction by the authority', async () => {
  // Uses a new phone, because each phone gets at most five SMS codes an hour.
  phone = '13700010002';
  const number = await applied();
  await decide('reject', number, { reason: '注册地址与执照不一致' });
  const proof = await proofOf();
  const opened = dataOf<Record<string, unknown>>(await post('entApply/form', { number, proof }));
  const { id, version } = await enterpriseOf(number);
  const corrected = { name: '更正后的企业', registeredAddress: '江滨路 99 号' };
  expect((await post('update', { id, version, ...corrected }, { token: regulator })).status).toBe(200);
  const stale = await post('entApply/resubmit', { ...opened, legalPerson: '陆远山', number, proof });
  expect([stale.status, stale.text]).toEqual([409, expect.stringContaining('监管部门已修改这份申请')]);
  expect((await enterpriseOf(number)).status).toBe('rejected');
  const { version: _, ...unversioned } = opened;
  expect((await post('entApply/resubmit', { ...unversioned, number, proof })).status).toBe(400);
  const now = dataOf<Record<string, unknown>>(await post('entApply/form', { number, proof }));
  expect(now).toMatchObject(corrected);
  const again = await post('entApply/resubmit', { ...now, legalPerson: '陆远山', number, proof });
  expect(again.status, again.text).toBe(200);
  const file = await send(app, 'GET', `/bus/enterprise/${id}`, { token: regulator });
  expect(dataOf(file)).toMatchObject({ ...corrected, legalPerson: '陆远山', status: '1' });
});
