// A platform user who has entered a test tenant with write access.
import { actorOf } from './actors.ts';
import { cipher, dataOf, send, signIn, type Sending } from './client.ts';
import type { TestApp } from './app.ts';
import { password, type TestTenant } from './tenants.ts';

export async function enterAsPlatform(app: TestApp, tenant: TestTenant) {
  const body = { hours: 2 };
  const { access_token: admin } = await signIn(app, tenant, 'admin');
  dataOf(await send(app, 'POST', '/upms/tenant/entry/allow', { token: admin, body }));
  const { access_token: token } = (await actorOf(app, tenant, 'platform')).tokens;
  dataOf(await send(app, 'POST', '/auth/session/confirm', { token, body: { password: cipher(app, password) } }));
  const reason = '协助核对企业档案';
  dataOf(await send(app, 'POST', '/upms/tenant/enter', { token, body: { id: tenant.id, reason } }));
  const sending = (more: Sending = {}): Sending => ({
    ...more,
    token,
    headers: { ...more.headers, tenant_id: tenant.id },
  });
  return {
    token,
    sending,
    permits: async () =>
      dataOf<{ permissions: string[] }>(await send(app, 'GET', '/upms/user/info', sending())).permissions,
    isInside: async () => (await send(app, 'GET', '/bus/enterprise/page', sending())).status === 200,
  };
}
