import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cipher, dataOf, send, signIn, type Answer, type Tokens } from '../../testing/client.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
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

const confirm = (token = me.access_token) =>
  send(app, 'POST', '/auth/session/confirm', { token, body: { password: cipher(app, password) } });
const reveal = (more: Record<string, unknown> = {}, token = me.access_token) =>
  send(app, 'POST', '/upms/reveal', {
    token,
    body: { room: 'enterprise', id: tenant.enterpriseIds[0], field: 'legalPhone', reason: '核对事故联系电话', ...more },
  });
const value = (answer: Answer) => dataOf<{ value: string | null }>(answer).value;
const messageOf = (answer: Answer) => (answer.json as { msg: string }).msg;

describe('revealing masked values (S79)', () => {
  test('needs a password entered within ten minutes, and writes an audit row', async () => {
    expect(messageOf(await reveal())).toBe('请先验证密码');
    dataOf(await confirm());
    const shown = value(await reveal());
    expect(shown).toMatch(/^137\d{8}$/);
    const masked = dataOf<{ legalPhone: string }>(
      await send(app, 'GET', `/bus/enterprise/${tenant.enterpriseIds[0]}`, { token: me.access_token }),
    ).legalPhone;
    expect(masked).toBe(`${shown?.slice(0, 3)}****${shown?.slice(7)}`);
    const rows = await app.sql<{ note: string; object_id: string; user_id: string }>(
      `select note, object_id, user_id from audit where tenant_id = $1 and call = 'audit.reveal' and outcome = 'done'`,
      [tenant.id],
    );
    expect(rows).toEqual([
      { note: 'legalPhone：核对事故联系电话', object_id: tenant.enterpriseIds[0], user_id: tenant.people.regulator },
    ]);
    app.clock.pass(601);
    expect((await reveal()).status).toBe(403);
  });

  test('is possible for phones of enterprises and of people', async () => {
    const { access_token: admin } = await signIn(app, tenant, 'admin');
    for (const token of [me.access_token, admin]) dataOf(await confirm(token));
    const person = { room: 'user', id: tenant.people.entstaff, field: 'phone' };
    expect(value(await reveal(person, admin))).toMatch(/^139\d{8}$/);
    for (const more of [{ field: 'name' }, { field: 'constructor' }, { ...person, field: 'passwordHash' }])
      expect(messageOf(await reveal(more, admin))).toBe('该字段没有隐藏的内容');
    expect(messageOf(await reveal({ reason: '看看' }))).toBe('查看原因至少 5 个字');
  });

  test('is refused without the permit to reveal values', async () => {
    const other = await makeTenant(app, { enterprises: 2 });
    dataOf(await confirm());
    const foreign = await reveal({ id: other.enterpriseIds[0] });
    const missing = await reveal({ id: '01a00000-0000-7000-8000-000000000000' });
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(foreign.text).toBe(missing.text);
    const { access_token: admin } = await signIn(app, tenant, 'admin');
    dataOf(await confirm(admin));
    expect((await reveal({ room: 'user', id: other.people.admin, field: 'phone' }, admin)).status).toBe(404);
    const { access_token: staff } = await signIn(app, tenant, 'entstaff');
    dataOf(await confirm(staff));
    expect((await reveal({}, staff)).status).toBe(403);
  });

  test('is limited to fifty values an hour per person, also concurrently (G6)', async () => {
    dataOf(await confirm());
    const answers: Answer[] = [];
    for (let round = 0; round < 6; round += 1)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => reveal()))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    for (const { status } of answers) expect([200, 429]).toContain(status);
    expect(messageOf(await reveal())).toBe('每小时最多查看 50 次，请稍后再试');
    const { access_token: colleague } = await signIn(app, tenant, 'admin');
    dataOf(await confirm(colleague));
    expect((await reveal({}, colleague)).status).toBe(200);
    await app.sql(
      `update audit set id = (select ('00000000-0000-7000-8000-' || right(id::text, 12))::uuid) where tenant_id = $1 and call = 'audit.reveal' and user_id = $2`,
      [tenant.id, tenant.people.regulator],
    );
    expect((await reveal()).status).toBe(200);
  });
});
