// Valid inputs for calls about sessions, locks and second factors.
import { cipher, clientOf, dataOf, send, trySignIn } from './client.ts';
import type { TestApp } from './app.ts';
import { password, type TestTenant } from './tenants.ts';
import { totpCode } from './totp.ts';

interface Caller {
  app: TestApp;
  tenant: Pick<TestTenant, 'id' | 'people'>;
  kind: string;
  tokens: { access_token: string; user_id: string };
}

export const lockWord = 'lock word 锁';

export const passwordInput = ({ app }: Pick<Caller, 'app'>, text = password) => ({ password: cipher(app, text) });

/** Returns the TOTP code of a secret at the time of the test clock, or `later` time steps later. */
export const codeNow = ({ app }: Pick<Caller, 'app'>, secret: string, later = 0) =>
  totpCode(secret, app.clock.now(), later);

export const withoutFactors = ({ app, tenant }: Pick<Caller, 'app' | 'tenant'>) =>
  app.sql('delete from second_factor where tenant_id = $1', [tenant.id]);

const post = ({ app, tokens }: Caller, path: string, body: object) =>
  send(app, 'POST', path, { token: tokens.access_token, body });

export const enrol = async (caller: Caller): Promise<string> =>
  dataOf<{ secret: string }>(await post(caller, '/auth/mfa/enrol', passwordInput(caller))).secret;

export async function enrolled(caller: Caller) {
  const secret = await enrol(caller);
  const made = await post(caller, '/auth/mfa/confirm', { code: codeNow(caller, secret) });
  return { secret, ...dataOf<{ recoveryCodes: string[] }>(made) };
}

export async function firstStep({ app, tenant, kind }: Caller): Promise<string> {
  const { json } = await trySignIn(app, tenant.id, kind);
  const { ticket } = json as { ticket?: string };
  if (ticket === undefined) throw new Error('no second step');
  return ticket;
}

export const trySecondStep = (app: TestApp, ticket: string, code: string, from?: string) =>
  send(app, 'POST', '/auth/mfa/token', {
    body: { ticket, code },
    headers: { authorization: clientOf(app) },
    ...(from === undefined ? {} : { from }),
  });

async function otherSession({ app, tenant, kind, tokens }: Caller) {
  await withoutFactors({ app, tenant });
  await trySignIn(app, tenant.id, kind);
  const [row] = await app.sql<{ id: string }>(
    'select id from session where tenant_id = $1 and user_id = $2 and revoked_at is null order by id desc limit 1',
    [tenant.id, tokens.user_id],
  );
  return { id: row?.id ?? crypto.randomUUID() };
}

async function shop(caller: Caller) {
  const { app, tenant, tokens } = caller;
  const [row] = await app.sql<{ id: string }>(
    'select enterprise_id as id from user_enterprise where tenant_id = $1 and user_id = $2 order by 1 limit 1',
    [tenant.id, tokens.user_id],
  );
  return row?.id ?? crypto.randomUUID();
}

export const sessionMakers: Record<
  string,
  (caller: Caller) => Promise<Record<string, unknown>> | Record<string, unknown>
> = {
  'session.endOwn': otherSession,
  'session.endOnline': otherSession,
  'session.confirm': passwordInput,
  'session.lock': (caller) => passwordInput(caller, lockWord),
  'session.firstLockWord': async (caller) => {
    await caller.app.sql('delete from lock_word where user_id = $1', [caller.tokens.user_id]);
    return passwordInput(caller, lockWord);
  },
  'session.unlock': async (caller) => {
    await post(caller, '/auth/session/lock', passwordInput(caller, lockWord));
    return passwordInput(caller, lockWord);
  },
  'session.factorEnrol': passwordInput,
  'session.factorConfirm': async (caller) => ({ code: codeNow(caller, await enrol(caller)) }),
  'session.factorRecovery': async (caller) => {
    await enrolled(caller);
    return passwordInput(caller);
  },
  'session.factorRemove': passwordInput,
  'session.secondStep': async (caller) => {
    const { secret } = await enrolled(caller);
    return { ticket: await firstStep(caller), code: codeNow(caller, secret, 1) };
  },
  'session.switchTo': async (caller) => {
    const { app, tenant, tokens } = caller;
    const info = await send(app, 'GET', '/upms/user/info', { token: tokens.access_token });
    const { phone } = dataOf<{ sysUser: { phone: string | null } }>(info).sysUser;
    return { phone, shopId: await shop(caller), tenantId: tenant.id };
  },
  'session.selectShop': async (caller) => ({ userId: caller.tokens.user_id, shopId: await shop(caller) }),
};
