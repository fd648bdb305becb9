// Valid inputs for calls of own data, organisations and revealing.
import { cipher, dataOf, send, type Tokens } from './client.ts';
import type { TestApp } from './app.ts';
import { smsIndexOf } from './phones.ts';
import { password, type TestTenant } from './tenants.ts';

interface Person {
  app: TestApp;
  tenant: TestTenant;
  tokens: Tokens;
}

let lastPhone = 0;
const freshPhone = () => `1340003${String((lastPhone += 1)).padStart(4, '0')}`;

export async function codeForChange({ app, tokens }: Person, phone: string, which: 'old' | 'new'): Promise<string> {
  const before = app.inbox.messages.length;
  // Clears the counter, because a phone gets at most one SMS code a minute.
  await app.sql('delete from public_attempt where phone_index = $1', [smsIndexOf(app, phone)]);
  dataOf(await send(app, 'POST', '/upms/user/phoneCode', { token: tokens.access_token, body: { phone, which } }));
  for (let tries = 0; tries < 600; tries += 1) {
    // Searches for the right message, because other messages to the phone may arrive late.
    const message = app.inbox.messages.slice(before).find((one) => one.phone === phone && one.params['code']);
    if (message) return message.params['code'] ?? '';
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error('no code arrived');
}

const own = async ({ app, tokens }: Person) =>
  dataOf<{ phone: string | null }>(await send(app, 'GET', '/upms/user/own', { token: tokens.access_token }));

const unbound = ({ app, tokens }: Person) =>
  app.sql('update app_user set phone_sealed = null, phone_index = null where id = $1', [tokens.user_id]);

async function phoneChange(actor: Person) {
  const phone = freshPhone();
  const { phone: old } = await own(actor);
  if (old === null) {
    const code = await codeForChange(actor, phone, 'new');
    return { phone, code, code2: code };
  }
  return {
    code: await codeForChange(actor, old, 'old'),
    phone,
    code2: await codeForChange(actor, phone, 'new'),
  };
}

const mayDraw = async ({ app, tokens }: Person) =>
  dataOf<{ permissions: string[] }>(
    await send(app, 'GET', '/upms/user/info', { token: tokens.access_token }),
  ).permissions.includes('sys:organ:add');

async function newOrgan(actor: Person) {
  const { app, tenant, tokens } = actor;
  const body = { name: `科${crypto.randomUUID().slice(0, 8)}`, parentId: tenant.organId };
  if (!(await mayDraw(actor))) return { id: tenant.organId, version: 1 };
  return dataOf<{ id: string; version: number }>(
    await send(app, 'POST', '/upms/organ', { token: tokens.access_token, body }),
  );
}

export const ownFixtures: Record<
  string,
  (actor: Person) => Promise<Record<string, unknown>> | Record<string, unknown>
> = {
  'user.edit': () => ({ nickName: `昵称${Math.random().toString(36).slice(2, 8)}` }),
  'user.settingSave': () => ({ density: 'compact', autoLockMinutes: 10, accent: '#C71539', folded: true }),
  'user.phoneCode': () => ({ phone: freshPhone(), which: 'new' }),
  'user.changePhone': phoneChange,
  'user.phone': async (actor) => {
    await unbound(actor);
    const phone = freshPhone();
    return { phone, code: await codeForChange(actor, phone, 'new'), doType: 'bind' };
  },
  'user.organCreate': ({ tenant }) => ({ name: `科${crypto.randomUUID().slice(0, 8)}`, parentId: tenant.organId }),
  'user.organUpdate': async (actor) => ({
    ...(await newOrgan(actor)),
    name: `处${crypto.randomUUID().slice(0, 8)}`,
  }),
  'user.organRemove': async (actor) => ({ id: (await newOrgan(actor)).id }),
  'audit.stack': async ({ app, tenant }) => {
    const [row] = await app.sql<{ id: string }>(
      `insert into client_error (tenant_id, id, at, batch, address, user_agent, request_id, kind, message, stack)
       values ($1, gen_random_uuid(), now(), gen_random_uuid(), '192.0.2.7', 'Chromium', '', 'js', 'm', 'at one') returning id`,
      [tenant.id],
    );
    return { id: row?.id };
  },
  'audit.reveal': async ({ app, tenant, tokens }) => {
    // Deletes earlier reveals, because a user may make fifty an hour.
    await app.sql(`delete from audit where call = 'audit.reveal' and user_id = $1`, [tokens.user_id]);
    await send(app, 'POST', '/auth/session/confirm', {
      token: tokens.access_token,
      body: { password: cipher(app, password) },
    });
    return {
      room: 'enterprise',
      id: tokens.shop_id ?? tenant.enterpriseIds[0],
      field: 'legalPhone',
      reason: '核对事故联系电话',
    };
  },
};
