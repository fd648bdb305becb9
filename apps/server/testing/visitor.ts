// Somebody of the platform inside a made tenant that lets them write.
import { actorOf } from './actors.ts';
import { cipher, dataOf, send, signIn, type Sending } from './client.ts';
import type { TestApp } from './app.ts';
import { password, type TestTenant } from './tenants.ts';

/** Enters a tenant as the platform, after its administrator has allowed writing. */
export async function impersonatedFrom(app: TestApp, tenant: TestTenant) {
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
    /** What goes with a call so that it is made on the visit. */
    sending,
    /** What the visitor may do. */
    permits: async () =>
      dataOf<{ permissions: string[] }>(await send(app, 'GET', '/upms/user/info', sending())).permissions,
    /** Whether the visit goes on. */
    isInside: async () => (await send(app, 'GET', '/bus/enterprise/page', sending())).status === 200,
  };
}
