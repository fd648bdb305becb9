// One-time links by which a user sets the first password: S20, S90, S97.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '@anlan/contract/limits';
import { openApplicant } from '../../testing/applicant.ts';
import { dataOf, send, signIn, trySignIn, type Answer } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let regulator = '';
let phone = '';
let lastPhone = 0;
beforeAll(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'trace' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app);
  regulator = (await signIn(app, tenant, 'regulator')).access_token;
  phone = `1370009${String((lastPhone += 1)).padStart(4, '0')}`;
});
const { applied, decide, newest, setPassword } = openApplicant(() => ({ app, tenant, phone, regulator }));

const password = '海上升明月 天涯共此时';
const open = (token: string, from?: string) =>
  send(app, 'POST', '/auth/link', { body: { token }, ...(from === undefined ? {} : { from }) });

async function approved() {
  const number = await applied();
  expect((await decide('approve', number)).status).toBe(200);
  await expect.poll(() => newest('enterpriseApproved'), { timeout: 10_000 }).toBeDefined();
  const { username = '', token = '' } = newest('enterpriseApproved')?.params ?? {};
  const [row] = await app.sql<{ id: string; version: number }>(
    'select id::text, version from app_user where tenant_id = $1 and username = $2',
    [tenant.id, username],
  );
  return { username, token, id: row?.id ?? '', version: row?.version ?? 0 };
}
const shape = ({ status, text }: Answer) => [status, text];
const unknown = async () => shape(await open('A'.repeat(35)));

describe('S97 a link to set the first password', () => {
  test('shows only tenant, account, kind and password rule', async () => {
    const { username, token } = await approved();
    for (let times = 0; times < 2; times += 1)
      expect(dataOf(await open(token))).toEqual({ tenantId: tenant.id, username, type: '1', passwordProtected: false });
  });

  test('sets the password once and signs the user in', async () => {
    const { username, token } = await approved();
    expect((await trySignIn(app, tenant.id, username, { password })).status).toBe(426);
    const entered = await setPassword(token, password);
    expect([entered.status, entered.json]).toMatchObject([200, { username, tenant_id: tenant.id }]);
    expect(shape(await open(token))).toEqual(await unknown());
    expect(shape(await setPassword(token, `${password}再来`))).toEqual(await unknown());
    expect((await trySignIn(app, tenant.id, username, { password })).status).toBe(200);
    const [trace] = await app.sql('select call, outcome from audit where tenant_id = $1 and call = $2', [
      tenant.id,
      'user.linkSet',
    ]);
    expect(trace).toEqual({ call: 'user.linkSet', outcome: 'done' });
  });

  test('stays valid after a weak or name-based password was refused', async () => {
    const { username, token } = await approved();
    for (const weak of ['12345678', '测试入驻企业2026', `${username}a`]) {
      const refused = await setPassword(token, weak);
      expect([refused.status, refused.json]).toMatchObject([400, { data: { errors: [{ field: 'password' }] } }]);
    }
    expect((await setPassword(token, password)).status).toBe(200);
  });

  test('sets the password once in fifty concurrent attempts', async () => {
    const { username, token } = await approved();
    const words = Array.from({ length: 50 }, (_, at) => `${password} 第${at}句`);
    const answers = await Promise.all(words.map((word) => setPassword(token, word)));
    const won = answers.flatMap(({ status }, at) => (status === 200 ? [at] : []));
    expect(won).toHaveLength(1);
    expect(answers.every(({ status }) => status === 200 || status === 404 || status === 429)).toBe(true);
    const entered = await trySignIn(app, tenant.id, username, { password: words[won[0] ?? 0] ?? '' });
    expect(entered.status).toBe(200);
  });

  test.each<[string, (of: Awaited<ReturnType<typeof approved>>) => Promise<unknown>]>([
    ['it has expired', async () => app.clock.pass(limits.passwordLink.approvedSeconds)],
    [
      'an administrator has given a password',
      async ({ id, version }) => {
        const { access_token: token } = await signIn(app, tenant, 'admin');
        dataOf(await send(app, 'POST', '/upms/user/password', { token, body: { id, version } }));
      },
    ],
    [
      'an administrator has locked the account',
      async ({ id, version }) => {
        const { access_token: token } = await signIn(app, tenant, 'admin');
        dataOf(await send(app, 'POST', '/upms/user/lock', { token, body: { id, version, lockFlag: '9' } }));
      },
    ],
    ['its tenant is frozen', () => app.sql(`update tenant set status = 'frozen' where tenant_id = $1`, [tenant.id])],
  ])('is unknown once %s', async (_, happens) => {
    const made = await approved();
    expect((await open(made.token)).status).toBe(200);
    await happens(made);
    expect(shape(await open(made.token))).toEqual(await unknown());
    expect(shape(await setPassword(made.token, password))).toEqual(await unknown());
  });

  test('is stored only as a hash', async () => {
    const { token } = await approved();
    const dump = JSON.stringify([
      await app.sql('select * from password_link'),
      await app.sql('select * from sms_message'),
      await app.sql('select * from audit'),
      await app.sql('select * from pgboss.job'),
      app.log,
    ]);
    expect(dump).toContain(createHash('sha256').update(token).digest('base64url'));
    expect(dump).not.toContain(token);
    app.clock.pass(limits.passwordLink.approvedSeconds);
    await app.sweep();
    expect(await app.sql('select from password_link where tenant_id = $1', [tenant.id])).toHaveLength(0);
  });
});

test('S97 counts guesses of password links by network', async () => {
  const strict = await openTestApp({ env: { RATE_LIMIT: 'on' } });
  try {
    const guess = (from: string) => send(strict, 'POST', '/auth/link', { body: { token: 'B'.repeat(35) }, from });
    const statuses: number[] = [];
    for (let each = 1; each <= 25; each += 1) statuses.push((await guess(`10.3.3.${each}`)).status);
    expect(statuses.slice(0, 20)).toEqual(Array<number>(20).fill(404));
    expect(statuses.at(-1)).toBe(429);
    expect((await guess('10.3.4.1')).status).toBe(404);
  } finally {
    await strict.close();
  }
});
