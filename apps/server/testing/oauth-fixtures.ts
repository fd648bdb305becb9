// Valid inputs for calls about external sign-in and directories.
import { createHash } from 'node:crypto';
import { cipher, dataOf, send } from './client.ts';
import type { TestApp } from './app.ts';
import { password, type TestTenant } from './tenants.ts';

interface Caller {
  app: TestApp;
  tenant: Pick<TestTenant, 'id'>;
  tokens: { user_id: string };
}

const browser = 'b'.repeat(43);
export const inBrowser = { cookie: `oauth=${browser}` };

async function startedOauth({ app: server, tenant }: Caller) {
  const answer = await send(server, 'POST', '/auth/thirdparty/start', {
    body: { purpose: 'login', tenantId: tenant.id },
    headers: inBrowser,
  });
  return dataOf<{ state: string }>(answer).state;
}

/** An external account name that is bound to the actor. */
async function ownSubject(
  { app: server, tenant, tokens }: Caller,
  provider = 'wechat',
  app = 'wx0000test',
  stem = 'unionid:',
) {
  const subject = crypto.randomUUID().replaceAll('-', '');
  await server.sql(`delete from user_identity where tenant_id = $1 and user_id = $2 and provider = $3`, [
    tenant.id,
    tokens.user_id,
    provider,
  ]);
  await server.sql(
    `insert into user_identity (tenant_id, id, user_id, provider, app_id, subject, bound_at)
     values ($1, gen_random_uuid(), $2, $3, $4, $5, now())`,
    [tenant.id, tokens.user_id, provider, app, stem + subject],
  );
  return subject;
}

async function passwordGiven({ app: server, tokens }: Caller) {
  await server.sql('update session set confirmed_at = $2 where user_id = $1', [tokens.user_id, server.clock.now()]);
  return {};
}

/** Returns a ticket for binding an account, as a sign-in with answer 417 gives it. */
async function boundTicket(server: TestApp, { id }: Pick<TestTenant, 'id'>) {
  const ticket = crypto.randomUUID().replaceAll('-', '');
  const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
  await server.sql(
    `insert into bind_ticket (tenant_id, hash, provider, app_id, subject, browser_hash, ends_at)
     values ($1, $2, 'wechat', gen_random_uuid()::text, $3, $4, $5)`,
    [id, hash(ticket), ticket, hash(browser), new Date(server.clock.now().getTime() + 600_000)],
  );
  return ticket;
}

export async function provableTicket(server: TestApp, { id }: Pick<TestTenant, 'id'>, userId: string | null) {
  const ticket = await boundTicket(server, { id });
  await server.sql(
    `update bind_ticket set provider = 'directory', app_id = 'test', user_id = $2 where tenant_id = $1 and subject = $3`,
    [id, userId, ticket],
  );
  return ticket;
}

export const oauthFixtures = {
  'session.thirdStart': ({ tenant }: Caller) => ({ purpose: 'login', tenantId: tenant.id }),
  'session.thirdSignIn': async (caller: Caller) => ({
    thirdparty: `${await startedOauth(caller)}@code-${await ownSubject(caller)}@${caller.tenant.id}`,
  }),
  'session.thirdBindStart': passwordGiven,
  'session.thirdBind': async (caller: Caller) => ({
    ...(await passwordGiven(caller)),
    bindTicket: await boundTicket(caller.app, caller.tenant),
  }),
  'session.thirdUnbind': async (caller: Caller) => {
    await passwordGiven(caller);
    const [row] = await caller.app.sql<{ id: string }>(
      `insert into user_identity (tenant_id, id, user_id, provider, app_id, subject, bound_at)
       values ($1, gen_random_uuid(), $2, 'wechat', gen_random_uuid()::text, gen_random_uuid()::text, now()) returning id`,
      [caller.tenant.id, caller.tokens.user_id],
    );
    return { id: row?.id };
  },
  'session.directoryDoor': ({ tenant }: Caller) => ({ tenantId: tenant.id }),
  'session.directoryCode': async ({ app: server, tenant, tokens }: Caller) => ({
    tenantId: tenant.id,
    bindTicket: await provableTicket(server, tenant, tokens.user_id),
  }),
  'session.directoryProve': async ({ app: server, tenant, tokens }: Caller) => ({
    tenantId: tenant.id,
    bindTicket: await provableTicket(server, tenant, tokens.user_id),
    password: cipher(server, password),
  }),
  'session.directorySignIn': async (caller: Caller) => {
    const subject = await ownSubject(caller, 'directory', 'test', 'guid-');
    return {
      tenantId: caller.tenant.id,
      directory: 'test',
      username: subject,
      password: cipher(caller.app, `directory-${subject}`),
    };
  },
};
