// Tests versions of public texts and the consents to them (CA-08).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { createAuditModule } from '#modules/audit/index.ts';
import { callNamed, cipher, dataOf, send, sendCall, signIn, type Answer } from '../../../testing/client.ts';
import { actorOf, type Actor } from '../../../testing/actors.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { codeFor, freshPhone } from '../../../testing/fixtures.ts';
import { makeTenant, password, type TestTenant } from '../../../testing/tenants.ts';
import { createAgreements } from './index.ts';

interface Version {
  id: string;
  version: number;
  type: string;
  title: string;
  content: string;
  state: string;
  edition: number | null;
  abilities: string[];
}
interface Text {
  id: string;
  title: string;
  content: string;
  edition: number;
}
let app: TestApp;
let tenant: TestTenant;
let platform: Actor;
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  platform = await actorOf(app, tenant, 'platform');
}, 120_000);
afterAll(() => app.close());

const keep = (verb: string, input: Record<string, unknown>): Promise<Answer> =>
  sendCall(app, callNamed(app, `contentInfo.${verb}`), input, { token: platform.tokens.access_token });
const read = async (type: string, tenantId?: string) =>
  dataOf<Text | null>(
    await send(app, 'GET', `/bus/contentinfo/getByType/${type}`, { query: tenantId ? { tenantId } : {} }),
  );
const get = async (id: string) => dataOf<Version>(await keep('get', { id }));
const draft = async (type: string, title: string, content = `<p>${title}</p>`) =>
  dataOf<{ id: string; version: number }>(await keep('create', { type, title, content }));
const publish = async (row: { id: string; version: number }) => {
  dataOf(await keep('publish', { id: row.id, version: row.version }));
  return get(row.id);
};

describe('CA-08 a public text', () => {
  test('shows only its published version', async () => {
    const made = await draft('1', '关于我们', '<h1>安澜</h1><p onclick="x()">好<script>alert(1)</script></p>');
    expect(await read('1')).toBeNull();
    const shown = await publish(made);
    expect(shown).toMatchObject({ state: '1', edition: 1, content: '<h2>安澜</h2><p>好</p>' });
    expect(await read('1')).toMatchObject({
      id: made.id,
      title: '关于我们',
      edition: 1,
      content: '<h2>安澜</h2><p>好</p>',
    });
  });

  test('gets a draft when a user edits the published version', async () => {
    const first = await publish(await draft('2', '隐私政策'));
    const next = dataOf<{ id: string; version: number }>(
      await keep('update', {
        id: first.id,
        version: first.version,
        content: '<p>第二版</p>',
        changeNote: '补充共享清单',
      }),
    );
    expect(next.id).not.toBe(first.id);
    expect(await get(next.id)).toMatchObject({
      state: '0',
      edition: null,
      title: '隐私政策',
      content: '<p>第二版</p>',
    });
    expect((await read('2'))?.id).toBe(first.id);
    expect(await publish(next)).toMatchObject({ state: '1', edition: 2 });
    const old = await get(first.id);
    expect(old).toMatchObject({ state: '2', edition: 1, content: '<p>隐私政策</p>' });
    expect(old.abilities).toEqual(['update']);
    expect((await read('2'))?.id).toBe(next.id);
    expect((await keep('remove', { id: first.id })).status).toBe(403);
    // The database refuses to change a published version, even for SQL of the server.
    await expect(app.sql(`update content_info set content = 'x' where id = $1`, [first.id])).rejects.toThrow(
      'a published version never changes',
    );
  });

  test('uses the last of several concurrently published versions', async () => {
    const drafts = await Promise.all(['甲', '乙', '丙'].map((title) => draft('3', title)));
    const answers = await Promise.all(drafts.map(({ id }) => keep('publish', { id, version: 1 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await Promise.all(drafts.map(({ id }) => get(id)));
    expect(rows.map(({ edition }) => edition).sort()).toEqual([1, 2, 3]);
    expect(rows.filter(({ state }) => state === '1')).toMatchObject([{ edition: 3 }]);
    expect(await read('3')).toMatchObject({ edition: 3 });
  });

  test('hides drafts from anonymous visitors', async () => {
    expect((await send(app, 'GET', '/bus/contentinfo/getByType/5')).status).toBe(400);
    expect((await send(app, 'GET', '/bus/contentinfo/page')).status).toBe(401);
    const empty = await keep('create', { type: '1', title: '空', content: '<p> </p><script>1</script>' });
    expect(empty.status).toBe(400);
    expect(empty.json).toMatchObject({ data: { errors: [{ field: 'content', msg: '正文不能为空' }] } });
  });
});

describe('public texts and consents to their versions', () => {
  const register = async (agreed: unknown, username: string) => {
    const phone = freshPhone();
    const code = await codeFor({ ...platform, tenant }, phone, '2');
    const body = {
      phone,
      code,
      username,
      password: cipher(app, password),
      entName: '演示企业',
      tenantId: tenant.id,
      type: '1',
      agreed,
    };
    return send(app, 'POST', '/upms/user/register', { body });
  };
  const ledger = (username: string) =>
    app.sql<{ type: string; edition: number; occasion: string }>(
      `select a.type, a.edition, a.occasion from content_agreement a join app_user u on u.id = a.user_id
       where a.tenant_id = $1 and u.username = $2 order by a.type`,
      [tenant.id, username],
    );

  test('store the consent with the account', async () => {
    const [privacy, service] = [await publish(await draft('2', '隐私')), await publish(await draft('3', '服务'))];
    const agreed = [privacy.id, service.id];
    expect((await register(agreed, 'agrees1')).status).toBe(200);
    expect(await ledger('agrees1')).toEqual([
      { type: 'privacy', edition: privacy.edition, occasion: 'register' },
      { type: 'service', edition: service.edition, occasion: 'register' },
    ]);
    const auditRows = await app.sql<{ note: string }>(
      `select note from audit where tenant_id = $1 and call = 'contentInfo.agree' order by id`,
      [tenant.id],
    );
    expect(auditRows.map(({ note }) => note)).toContain(`《隐私》第 ${privacy.edition} 版`);
    await publish(await draft('2', '隐私新版'));
    const late = await register(agreed, 'agrees2');
    expect(late.status).toBe(409);
    expect(late.json).toMatchObject({
      msg: '《隐私政策》已更新，请重新阅读后再同意',
      data: { errors: [{ field: 'agreed' }] },
    });
    expect(await ledger('agrees2')).toEqual([]);
  });

  test('count the consents per tenant without names', async () => {
    const version = await publish(await draft('4', '会员协议'));
    const agreements = createAgreements({ clock: app.clock, audit: createAuditModule({ db: app.db }) });
    const texts = [{ type: 'membership' as const, edition: version.edition ?? 0 }];
    const enterpriseId = tenant.enterpriseIds[0] ?? null;
    await app.db.scoped(systemScope('test', tenant.id), (tx) =>
      agreements.recordConsent(tx, { occasion: 'purchase', texts, userId: tenant.people.entadmin, enterpriseId }),
    );
    const counted = dataOf<{ tenantId: string; agreed: number }[]>(await keep('agreedByUnit', { id: version.id }));
    expect(counted).toMatchObject([{ tenantId: tenant.id, agreed: 1 }]);
  });

  test('show users of a tenant the text of the tenant instead of the platform text', async () => {
    const other = await makeTenant(app);
    const { access_token: token } = await signIn(app, other, 'admin');
    const act = (verb: string, input: Record<string, unknown>) =>
      sendCall(app, callNamed(app, `contentInfo.${verb}`), input, { token });
    const ofPlatform = await publish(await draft('4', '会员协议'));
    for (const verb of ['update', 'publish'])
      expect((await act(verb, { id: ofPlatform.id, version: ofPlatform.version, title: '改' })).status).toBe(404);
    expect(dataOf<{ records: Version[] }>(await act('page', {})).records).toEqual([]);
    const own = dataOf<{ id: string; version: number }>(
      await act('create', { type: '4', title: '本单位会员协议', content: '<p>本单位</p>' }),
    );
    expect(await read('4', other.id)).toMatchObject({ title: '会员协议' });
    dataOf(await act('publish', own));
    expect(await read('4', other.id)).toMatchObject({ title: '本单位会员协议' });
    expect(await read('4', tenant.id)).toMatchObject({ title: '会员协议' });
    expect(await read('4')).toMatchObject({ title: '会员协议' });
  });
});
