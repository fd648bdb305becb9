import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cipher, dataOf, send, signIn, trySignIn, type Tokens } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { png } from '../../testing/sample-files.ts';
import { makeTenant, password, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let tenant: TestTenant;
let me: Tokens;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await makeTenant(app, { enterprises: 2 });
  me = await signIn(app, tenant, 'regulator');
});

const edit = (body: Record<string, unknown>, token = me.access_token) =>
  send(app, 'POST', '/upms/user/edit', { token, body });
const own = async (token = me.access_token) =>
  dataOf<Record<string, unknown>>(await send(app, 'GET', '/upms/user/own', { token }));
const secrets = (old: string, wanted: string) => ({
  password: cipher(app, old),
  newpassword1: cipher(app, wanted),
});
const fresh = '潮起江南-2026-望海';
const fieldsOf = (answer: { json: unknown }) =>
  (answer.json as { data: { errors: { field: string; msg: string }[] } }).data.errors;
const status = async (token: string) => (await send(app, 'GET', '/upms/user/info', { token })).status;

describe('the own data of a user', () => {
  test('includes department and roles (CA-05)', async () => {
    expect(await own()).toMatchObject({
      username: 'regulator',
      organName: `${tenant.mark}机关`,
      roleNames: ['监管人员'],
      avatar: null,
    });
    expect((await own())['phone']).toMatch(/^1\d{10}$/);
  });

  test('saves name, mail and portrait without invisible characters (CA-05, S39)', async () => {
    const file = { name: 'me.png', type: 'image/png', bytes: png };
    const query = { dir: 'avatar', fileType: 'image', limitSize: 1024 };
    const { url } = dataOf<{ url: string }>(
      await send(app, 'POST', '/upms/file/upload', { token: me.access_token, query, file }),
    );
    const nickName = '\u202E林\u0007知\u200B远\u2066';
    expect(dataOf(await edit({ nickName, email: 'lin@example.com', avatar: url }))).toBeNull();
    expect(await own()).toMatchObject({ nickName: '林知远', email: 'lin@example.com', avatar: url });
    const [row] = await app.sql<{ changes: { field: string; after: string }[] }>(
      `select changes from audit where tenant_id = $1 and call = 'user.edit'`,
      [tenant.id],
    );
    expect(row?.changes).toContainEqual({ field: 'nickName', before: `${tenant.mark}regulator`, after: '林知远' });
    expect(JSON.stringify(row)).not.toContain('lin@example.com');
    expect(fieldsOf(await edit({ nickName: '\u200B' }))).toEqual([{ field: 'nickName', msg: '昵称不能为空' }]);
    expect(fieldsOf(await edit({ email: 'lin' }))[0]?.msg).toBe('邮箱格式不正确');
  });

  test('accepts as portrait only a picture that the same user uploaded (CA-05)', async () => {
    const other = await signIn(app, tenant, 'admin');
    const file = { name: 'me.png', type: 'image/png', bytes: png };
    const query = { dir: 'avatar', fileType: 'image' };
    const { url } = dataOf<{ url: string }>(
      await send(app, 'POST', '/upms/file/upload', { token: other.access_token, query, file }),
    );
    for (const avatar of [url, `/upms/file/${crypto.randomUUID()}`, 'https://example.com/a.png', '/login'])
      expect(fieldsOf(await edit({ avatar }))).toEqual([{ field: 'avatar', msg: '请先上传头像' }]);
  });

  test('needs the old password for a new password (CA-05, S10, S12)', async () => {
    const other = await signIn(app, tenant, 'regulator');
    const renewed = dataOf<{ token: string; refresh_token: string; expires_in: number }>(
      await edit(secrets(password, fresh)),
    );
    expect(renewed.expires_in).toBe(43_200);
    expect(await Promise.all([me.access_token, other.access_token].map(status))).toEqual([401, 401]);
    expect(await status(renewed.token)).toBe(200);
    for (const { refresh_token } of [me, other])
      expect((await send(app, 'POST', '/auth/oauth/token', { query: { refresh_token } })).status).toBe(401);
    expect((await trySignIn(app, tenant.id, 'regulator')).status).toBe(426);
    expect((await trySignIn(app, tenant.id, 'regulator', { password: fresh })).status).toBe(200);
    const rows = await app.sql(`select from audit where tenant_id = $1 and note = '修改密码'`, [tenant.id]);
    expect(rows).toHaveLength(1);
  });

  test('counts a wrong old password as a sign-in attempt (S01)', async () => {
    for (let tries = 0; tries < 5; tries += 1)
      expect(fieldsOf(await edit(secrets('falsch-und-lang', fresh)))).toEqual([
        { field: 'password', msg: '原密码错误，请重新输入' },
      ]);
    expect((await edit(secrets(password, fresh))).status).toBe(429);
    expect((await trySignIn(app, tenant.id, 'regulator')).status).toBe(429);
    app.clock.pass(900);
    expect(fieldsOf(await edit({ newpassword1: cipher(app, fresh) }))).toEqual([
      { field: 'password', msg: '请输入原密码' },
    ]);
    expect((await edit(secrets(password, fresh))).status).toBe(200);
  });

  test.each([
    ['short', 'Ab3$xyz', '密码长度为 8 至 128 个字符'],
    ['common', 'Admin@123', '该密码过于常见，请换一个'],
    ['the old password', password, '新密码不能与原密码相同'],
    ['the account name with a suffix', 'regulator@26', '密码不能由用户名、手机号或单位名称组成，请换一个'],
  ])('refuses a new password that is %s at its field (S03)', async (_, wanted, msg) => {
    expect(fieldsOf(await edit(secrets(password, wanted)))).toEqual([{ field: 'newpassword1', msg }]);
    expect(await status(me.access_token)).toBe(200);
    expect((await trySignIn(app, tenant.id, 'regulator')).status).toBe(200);
  });

  test('lets one of many concurrent password changes succeed (S10, G6)', async () => {
    const wanted = Array.from({ length: 4 }, (_, at) => `${fresh}-${at}`);
    const answers = await Promise.all(wanted.map((one) => edit(secrets(password, one))));
    const won = answers.flatMap((answer, at) => (answer.status === 200 ? [{ answer, at }] : []));
    expect(won).toHaveLength(1);
    for (const answer of answers) expect([200, 400, 401, 429]).toContain(answer.status);
    const { token } = dataOf<{ token: string }>(won[0]!.answer);
    expect(await status(token)).toBe(200);
    const live = await app.sql('select from session where user_id = $1 and revoked_at is null', [
      tenant.people.regulator,
    ]);
    expect(live).toHaveLength(1);
  });
});
