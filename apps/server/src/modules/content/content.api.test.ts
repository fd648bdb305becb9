// Versions of public texts, and who agreed to which (CA-08).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { createAuditModule } from '#modules/audit/index.ts';
import { callNamed, cipher, dataOf, send, sendCall, type Answer } from '../../../testing/client.ts';
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

describe('CA-08 versions', () => {
  test('a draft is read by nobody; published it is read by everybody, cleaned of what runs', async () => {
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

  test('editing what is published makes a draft beside it; the version itself never changes nor goes', async () => {
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
    // Not even a statement of the server's own changes it.
    await expect(app.sql(`update content_info set content = 'x' where id = $1`, [first.id])).rejects.toThrow(
      'a published version never changes',
    );
  });

  test('two who publish at once give out two numbers, and the last one is in force', async () => {
    const drafts = await Promise.all(['甲', '乙', '丙'].map((title) => draft('3', title)));
    const answers = await Promise.all(drafts.map(({ id }) => keep('publish', { id, version: 1 })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const rows = await Promise.all(drafts.map(({ id }) => get(id)));
    expect(rows.map(({ edition }) => edition).sort()).toEqual([1, 2, 3]);
    expect(rows.filter(({ state }) => state === '1')).toMatchObject([{ edition: 3 }]);
    expect(await read('3')).toMatchObject({ edition: 3 });
  });

  test('a stranger learns no draft and no other kind; an empty text is refused', async () => {
    expect((await send(app, 'GET', '/bus/contentinfo/getByType/5')).status).toBe(400);
    expect((await send(app, 'GET', '/bus/contentinfo/page')).status).toBe(401);
    const empty = await keep('create', { type: '1', title: '空', content: '<p> </p><script>1</script>' });
    expect(empty.status).toBe(400);
    expect(empty.json).toMatchObject({ data: { errors: [{ field: 'content', msg: '正文不能为空' }] } });
  });
});

describe('who agreed to which version', () => {
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

  test('is written with the account, and told in the log; what is out of force is refused before the code is spent', async () => {
    const [privacy, service] = [await publish(await draft('2', '隐私')), await publish(await draft('3', '服务'))];
    const agreed = [privacy.id, service.id];
    expect((await register(agreed, 'agrees1')).status).toBe(200);
    expect(await ledger('agrees1')).toEqual([
      { type: 'privacy', edition: privacy.edition, occasion: 'register' },
      { type: 'service', edition: service.edition, occasion: 'register' },
    ]);
    const told = await app.sql<{ note: string }>(
      `select note from audit where tenant_id = $1 and call = 'contentInfo.agree' order by id`,
      [tenant.id],
    );
    expect(told.map(({ note }) => note)).toContain(`《隐私》第 ${privacy.edition} 版`);
    await publish(await draft('2', '隐私新版'));
    const late = await register(agreed, 'agrees2');
    expect(late.status).toBe(409);
    expect(late.json).toMatchObject({
      msg: '《隐私政策》已更新，请重新阅读后再同意',
      data: { errors: [{ field: 'agreed' }] },
    });
    expect(await ledger('agrees2')).toEqual([]);
  });

  test('counts stand beside the version by unit, without names', async () => {
    const version = await publish(await draft('4', '会员协议'));
    const agreements = createAgreements({ clock: app.clock, audit: createAuditModule({ db: app.db }) });
    const texts = [{ type: 'membership' as const, edition: version.edition ?? 0 }];
    const enterpriseId = tenant.enterpriseIds[0] ?? null;
    await app.db.scoped(systemScope('test', tenant.id), (tx) =>
      agreements.agreed(tx, { occasion: 'purchase', texts, userId: tenant.people.entadmin, enterpriseId }),
    );
    const counted = dataOf<{ tenantId: string; agreed: number }[]>(await keep('agreedByUnit', { id: version.id }));
    expect(counted).toMatchObject([{ tenantId: tenant.id, agreed: 1 }]);
  });

  test('a unit’s own text stands before the platform’s, for its own people alone', async () => {
    const other = await makeTenant(app);
    await app.sql(
      `insert into content_info (tenant_id, id, type, title, content, state, edition, published_at, created_at, updated_at)
       values ($1, gen_random_uuid(), 'membership', '本单位会员协议', '<p>本单位</p>', 'published', 1, now(), now(), now())`,
      [other.id],
    );
    expect(await read('4', other.id)).toMatchObject({ title: '本单位会员协议' });
    expect(await read('4', tenant.id)).toMatchObject({ title: '会员协议' });
    expect(await read('4')).toMatchObject({ title: '会员协议' });
  });
});
