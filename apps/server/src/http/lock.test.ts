// The lock belongs to the session. The server enforces it, not the page (S14, ST-03, RT-03).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cipher, dataOf, refresh, send, sendCall, signIn, type Tokens } from '../../testing/client.ts';
import { namingNothing } from '../../testing/fields.ts';
import { openTestApp } from '../../testing/app.ts';
import { lockWord, passwordInput } from '../../testing/session-fixtures.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

const app = await openTestApp();
let tenant: TestTenant;
let tokens: Tokens;
let token: string;
beforeAll(async () => {
  tenant = await makeTenant(app);
});
beforeEach(async () => {
  tokens = await signIn(app, tenant, 'regulator');
  token = tokens.access_token;
});
afterAll(() => app.close());

const post = (path: string, body: object = {}) => send(app, 'POST', path, { token, body });
const unlock = (word = lockWord) => post('/auth/session/unlock', passwordInput({ app }, word));
const lock = () => post('/auth/session/lock', passwordInput({ app }, lockWord));
const page = () => send(app, 'GET', '/bus/enterprise/page', { token });

test('sets a lock password stored as argon2id at the first lock', async () => {
  const lockAnswer = await post('/auth/session/lock');
  expect([lockAnswer.status, lockAnswer.json]).toMatchObject([
    400,
    { msg: '锁屏密码不能为空', data: { errors: [{ field: 'password', msg: '锁屏密码不能为空' }] } },
  ]);
  expect((await page()).status).toBe(200);
  dataOf(await lock());
  expect((await page()).status).toBe(403);
  const [row] = await app.sql<{ hash: string }>('select hash from lock_word where user_id = $1', [tokens.user_id]);
  expect(row?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  dataOf(await unlock());
  dataOf(await post('/auth/session/lock'));
  expect((await page()).status).toBe(403);
});

test('S14 answers 403 to every call while the screen is locked', async () => {
  dataOf(await lock());
  const guarded = app.mounted.filter(
    ({ call }) => call.permit !== 'public' && !call.allowedRestrictions.includes('locked'),
  );
  expect(guarded.length).toBeGreaterThan(50);
  for (const { name, call } of guarded) {
    const answer = await sendCall(app, call, namingNothing(call), { token });
    expect([answer.status, answer.json], name).toMatchObject([
      403,
      { code: 1, msg: '屏幕已锁定，请先解锁', data: { locked: true, name: `${tenant.mark}regulator` } },
    ]);
  }
  const open = app.mounted.filter(
    ({ call }) => call.permit !== 'public' && call.allowedRestrictions.includes('locked'),
  );
  expect(open.map(({ name }) => name).sort()).toEqual(['session.signOut', 'session.unlock']);
  const renewed = await refresh(app, tokens.refresh_token);
  expect([renewed.status, renewed.json]).toMatchObject([403, { data: { locked: true } }]);
  // Another session of the same person is not locked.
  const other = await signIn(app, tenant, 'regulator');
  expect((await send(app, 'GET', '/bus/enterprise/page', { token: other.access_token })).status).toBe(200);
  dataOf(await unlock());
  expect((await page()).status).toBe(200);
  expect((await refresh(app, tokens.refresh_token)).status).toBe(200);
});

test('refuses a ticket issued before the lock while the screen is locked', async () => {
  const target = '/bus/enterprise/export';
  const { ticket } = dataOf<{ ticket: string }>(await post('/auth/ticket', { purpose: 'file', target }));
  dataOf(await lock());
  const answer = await send(app, 'GET', target, { query: { access_token: ticket } });
  expect([answer.status, answer.json]).toMatchObject([403, { data: { locked: true } }]);
});

test('S14 ends the session at the fifth wrong lock password, also in fifty concurrent attempts', async () => {
  dataOf(await lock());
  for (let n = 0; n < 4; n++) {
    const wrong = await unlock('wrong');
    expect([wrong.status, wrong.json]).toMatchObject([400, { msg: '解锁密码错误,请重新输入' }]);
  }
  // A correct attempt resets the count.
  dataOf(await unlock());
  dataOf(await post('/auth/session/lock'));
  const answers = await Promise.all(Array.from({ length: 50 }, () => unlock('wrong')));
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(46);
  const after = await unlock();
  expect([after.status, after.json]).toMatchObject([401, { msg: '解锁密码错误次数过多，请重新登录' }]);
  expect((await refresh(app, tokens.refresh_token)).status).toBe(401);
});

test('allows sign-out on a locked screen', async () => {
  dataOf(await lock());
  expect((await send(app, 'GET', '/auth/token/logout', { token })).status).toBe(200);
  ({ access_token: token } = await signIn(app, tenant, 'regulator'));
  expect((await page()).status).toBe(200);
});

test('requires the account password for a new lock password', async () => {
  const again = () => post('/auth/session/lock', { ...passwordInput({ app }, 'another word'), set: true });
  const refused = await again();
  expect([refused.status, refused.json]).toMatchObject([403, { msg: '请先验证密码' }]);
  dataOf(await post('/auth/session/confirm', passwordInput({ app })));
  dataOf(await again());
  expect((await unlock()).status).toBe(400);
  dataOf(await unlock('another word'));
  expect((await post('/auth/session/unlock', { password: cipher(app, '') })).status).toBe(400);
});

test('sets a first lock password only once and without locking the screen (VA-01)', async () => {
  const { access_token: own } = await signIn(app, tenant, 'entstaff');
  const word = () => send(app, 'GET', '/auth/session/lockWord', { token: own });
  const first = (text: string) =>
    send(app, 'POST', '/auth/session/lockWord', { token: own, body: passwordInput({ app }, text) });
  expect(dataOf(await word())).toEqual({ known: false });
  expect((await first('')).status).toBe(400);
  dataOf(await first(lockWord));
  expect(dataOf(await word())).toEqual({ known: true });
  expect((await send(app, 'GET', '/upms/user/info', { token: own })).status).toBe(200);
  expect((await first('another word')).status).toBe(409);
  dataOf(await send(app, 'POST', '/auth/session/lock', { token: own }));
  expect((await word()).status).toBe(403);
  dataOf(await send(app, 'POST', '/auth/session/unlock', { token: own, body: passwordInput({ app }, lockWord) }));
});
