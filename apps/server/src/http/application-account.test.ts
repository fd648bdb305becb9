// CA-13: approval of an application creates an account. The account gives no rights in other enterprises.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openApplicant } from '../../testing/applicant.ts';
import { cipher, dataOf, send, signIn, trySignIn, type Tokens } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, phoneOfKind, type Kind, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let regulator = '';
let phone = '';
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  regulator = (await signIn(app, tenant, 'regulator')).access_token;
});
const { setPassword, newest, codeOf, applied, enterpriseOf, decide } = openApplicant(() => ({
  app,
  tenant,
  phone,
  regulator,
}));

const who = async (username: string) =>
  (
    await app.sql(
      `select u.approval, u.lock_flag,
              array(select r.code from user_role h join role r on r.tenant_id = h.tenant_id and r.id = h.role_id
                    where h.tenant_id = u.tenant_id and h.user_id = u.id order by 1) as roles,
              array(select b.enterprise_id::text from user_enterprise b
                    where b.tenant_id = u.tenant_id and b.user_id = u.id order by 1) as bound
       from app_user u where u.tenant_id = $1 and u.username = $2`,
      [tenant.id, username],
    )
  )[0];
const newPassword = '海上升明月 天涯共此时';
async function opened(name: string) {
  const number = await applied({ name });
  const { id } = await enterpriseOf(number);
  const approved = await decide('approve', number);
  expect(approved.status, approved.text).toBe(200);
  const come = () => newest('enterpriseApproved') ?? newest('enterpriseBound');
  await expect.poll(come, { timeout: 10_000 }).toBeDefined();
  const { template = '', params = {} } = come() ?? {};
  if (params['token']) expect((await setPassword(params['token'], newPassword)).status).toBe(200);
  return { id, template, username: params['username'] ?? '' };
}
const entersAsHead = async (username: string, enterpriseId: string) => {
  const entered = await trySignIn(app, tenant.id, username, { password: newPassword });
  expect(entered.status, entered.text).toBe(200);
  const { access_token: token, shop_id } = entered.json as Tokens & { shop_id: string };
  const { roles } = dataOf<{ roles: string[] }>(await send(app, 'GET', '/upms/user/info', { token }));
  expect([shop_id, roles.includes('ROLE_ENT_ADMIN')]).toEqual([enterpriseId, true]);
};
const putPhone = (kind: Kind) => (phone = phoneOfKind(tenant.id, kind));

describe('the account of an approved application', () => {
  test('is a new account when the phone belongs to an employee of another enterprise', async () => {
    putPhone('entstaff');
    const before = await who('entstaff');
    const { id, template, username } = await opened('员工自己的门店');
    expect(template).toBe('enterpriseApproved');
    await entersAsHead(username, id);
    expect(await who('entstaff')).toEqual(before);
    expect(before).toMatchObject({ roles: ['ROLE_ENT_STAFF'], bound: [tenant.enterpriseIds[0]] });
  });

  test('is the existing account when the applicant already runs enterprises', async () => {
    putPhone('entadmin');
    const { id, template, username } = await opened('同一负责人的第三家企业');
    expect([template, username]).toEqual(['enterpriseBound', 'entadmin']);
    const bound = [...tenant.enterpriseIds.slice(0, 2), id].toSorted();
    expect(await who('entadmin')).toMatchObject({ roles: ['ROLE_ENT_ADMIN'], bound });
  });

  test('can be used although the existing account of the phone is frozen', async () => {
    putPhone('entstaff');
    await app.sql('delete from user_enterprise where tenant_id = $1 and user_id = $2', [
      tenant.id,
      tenant.people.entstaff,
    ]);
    await app.sql(`update app_user set lock_flag = '9' where id = $1`, [tenant.people.entstaff]);
    const { id, username } = await opened('冻结账号的企业');
    await entersAsHead(username, id);
    expect(await who('entstaff')).toMatchObject({ lock_flag: '9', roles: ['ROLE_ENT_STAFF'], bound: [] });
  });

  test.each([
    ['it is approved when it names the same enterprise', '先注册的企业', 'enterpriseBound', 'approved'],
    ['it remains pending when it names another enterprise', '别家企业', 'enterpriseApproved', 'pending'],
  ])('is opened after an earlier registration with the same phone: %s', async (_, claimed, template, approval) => {
    phone = `1370002${tenant.id.padStart(4, '0')}`;
    const registering = {
      phone,
      code: await codeOf(tenant.id, phone, '2'),
      username: 'newcomer',
      password: cipher(app, newPassword),
      entName: claimed,
      tenantId: tenant.id,
      type: '1',
    };
    dataOf(await send(app, 'POST', '/upms/user/register', { body: registering }));
    const { id, username, ...message } = await opened('先注册的企业');
    expect(message.template).toBe(template);
    await entersAsHead(username, id);
    expect(await who('newcomer')).toMatchObject({ approval, bound: approval === 'approved' ? [id] : [] });
  });
});
