// Announcements and platform notices: who sees which, when, and who has read them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { openDb } from '#platform/db/index.ts';
import { callNamed, dataOf, send, sendCall, signIn, type Answer, type Tokens } from '../../testing/client.ts';
import { hostileMarkup } from '../../testing/hostile-markup.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { pdf } from '../../testing/sample-files.ts';
import { givePassword, makeTenant, type Kind, type TestTenant } from '../../testing/tenants.ts';

interface Row {
  id: string;
  version: number;
  state: string;
  abilities: string[];
  title: string;
  content: string;
  summary: string;
  readCount: number;
  receiptCount: number;
  reach: number | null;
  readAt: string | null;
  receiptAt: string | null;
  reminded: boolean;
  targetNames: string[];
  files: { id: string; name: string }[];
}
type Page = { records: Row[]; total: number };
type Seen = { id: string; version: number };
type Who = Kind | 'platform' | 'stranger';

let app: TestApp;
let tenant: TestTenant;
let other: TestTenant;
const tokens = new Map<Who, Tokens>();
beforeAll(async () => {
  app = await openTestApp();
  tenant = await makeTenant(app);
  other = await makeTenant(app);
  for (const kind of ['admin', 'regulator', 'entadmin', 'entstaff', 'shop', 'nobody'] as const)
    tokens.set(kind, await signIn(app, tenant, kind));
  tokens.set('stranger', await signIn(app, other, 'entstaff'));
  await givePassword(app);
  tokens.set('platform', await signIn(app, { id: '0' }, 'platform'));
}, 120_000);
afterAll(() => app.close());

const call = (verb: string, input: Record<string, unknown>, who: Who = 'regulator'): Promise<Answer> =>
  sendCall(app, callNamed(app, `notice.${verb}`), input, { token: tokens.get(who)?.access_token });
const done = async <T = Seen>(verb: string, input: Record<string, unknown>, who: Who = 'regulator') =>
  dataOf<T>(await call(verb, input, who));
let made = 0;
const fields = (more: Record<string, unknown> = {}) => ({
  title: `关于开展安全检查的通知 ${(made += 1)}`,
  kind: 'deployment',
  content: '<p>请各企业<strong>按时</strong>自查。</p>',
  audience: 'all',
  ...more,
});
const published = async (more: Record<string, unknown> = {}): Promise<Seen> =>
  done('publish', { ...(await done('create', fields(more))) });
const inbox = (who: Who, filter: Record<string, unknown> = {}) => done<Page>('inbox', filter, who);
const sees = async (who: Who, id: string) => (await call('article', { id }, who)).status === 200;
const dots = async (who: Who) =>
  dataOf<{ unNotice: number; systemUnNotice: number }>(
    await send(app, 'GET', '/bus/api/index/redDot', { token: tokens.get(who)?.access_token }),
  );
const wireTime = (seconds: number) =>
  new Date(app.clock.now().getTime() + seconds * 1000 + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
const regionOf = async (index: number) => {
  const [row] = await app.sql<{ region_code: string; industry_code: string }>(
    'select region_code, industry_code from enterprise where id = $1',
    [tenant.enterpriseIds[index]],
  );
  return row ?? { region_code: '', industry_code: '' };
};

describe('announcements', () => {
  test('RT-18 LY-17 are unread until opened', async () => {
    const before = await dots('entstaff');
    const draft = await done('create', fields({ needReceipt: true }));
    expect(await sees('entstaff', draft.id)).toBe(false);
    expect((await dots('entstaff')).unNotice).toBe(before.unNotice);
    const out = await done('publish', { ...draft });
    expect((await dots('entstaff')).unNotice).toBe(before.unNotice + 1);
    // An announcement is never unread for its author.
    expect((await inbox('regulator', { unread: 'true' })).records.map(({ id }) => id)).not.toContain(out.id);
    const [first] = (await inbox('entstaff', { unread: 'true' })).records;
    expect(first).toMatchObject({ id: out.id, readAt: null, summary: '请各企业按时自查。' });
    await done('read', { id: out.id }, 'entstaff');
    await done('read', { id: out.id }, 'entstaff');
    expect((await dots('entstaff')).unNotice).toBe(before.unNotice);
    await done('receipt', { id: out.id }, 'entstaff');
    await done('receipt', { id: out.id }, 'entstaff');
    expect(await done<Row>('get', { id: out.id })).toMatchObject({ readCount: 1, receiptCount: 1, state: 'published' });
    const trace = await app.sql("select from audit where call = 'notice.receipt' and object_id = $1", [out.id]);
    expect(trace).toHaveLength(1);
    // Confirming an announcement without opening it also counts as reading.
    await done('receipt', { id: out.id }, 'shop');
    const after = await done<Row>('get', { id: out.id });
    expect(after).toMatchObject({ readCount: 2, receiptCount: 2 });
    expect(after.reach).toBeGreaterThan(2);
  });

  test('LY-17 give no red dot to a user without access', async () => {
    await published();
    expect((await dots('entstaff')).unNotice).toBeGreaterThan(0);
    expect(await dots('nobody')).toMatchObject({ unNotice: 0, systemUnNotice: 0 });
  });

  test('list the users who have not read the announcement', async () => {
    const { id } = await published();
    await done('read', { id }, 'entstaff');
    const of = async (state: string) => done<Page>('readers', { id, state });
    const [read, unread] = [await of('read'), await of('unread')];
    expect(read.records.map((one) => one.id)).toEqual([tenant.people.entstaff]);
    expect(read.total + unread.total).toBe((await done<Row>('get', { id })).reach);
    expect(unread.records.map((one) => one.id)).toContain(tenant.people.entadmin);
    expect(await done<{ people: number }>('remind', { id })).toEqual({ people: unread.total });
    expect((await inbox('entadmin')).records.find((one) => one.id === id)?.reminded).toBe(true);
    expect((await call('remind', { id })).status).toBe(400);
    app.clock.pass(601);
    expect((await call('remind', { id })).status).toBe(200);
  });

  test.each([
    ['regions', async () => [(await regionOf(0)).region_code]],
    ['regions', async () => [`${(await regionOf(0)).region_code.slice(0, 2)}0000`]],
    ['industries', async () => [(await regionOf(0)).industry_code]],
    ['industries', async () => [(await regionOf(0)).industry_code.slice(0, 1)]],
    ['kinds', async () => ['enterprise']],
    ['people', async () => [tenant.people.entstaff]],
  ] as const)('are visible exactly to the members of an audience of %s', async (audience, targetsOf) => {
    const targets = await targetsOf();
    const { id } = await published({ audience, targets });
    expect(await sees('entstaff', id)).toBe(true);
    expect(await sees('shop', id)).toBe(false);
    expect(await sees('nobody', id)).toBe(false);
    expect(await sees('stranger', id)).toBe(false);
    expect((await inbox('shop')).records.map((one) => one.id)).not.toContain(id);
    const reach = await done<{ people: number }>('reach', { audience, targets });
    expect(reach.people).toBe((await done<Row>('get', { id })).reach);
    const [unread] = [await done<Page>('readers', { id, state: 'unread' })];
    expect(unread.total).toBe(reach.people);
    expect(unread.records.map((one) => one.id)).toContain(tenant.people.entstaff);
    for (const verb of ['read', 'receipt']) expect((await call(verb, { id }, 'shop')).status).toBe(404);
  });

  test('are not visible to an audience of another region or industry', async () => {
    const { region_code, industry_code } = await regionOf(0);
    const far = await published({ audience: 'regions', targets: [region_code === '110101' ? '310101' : '110101'] });
    expect(await sees('entstaff', far.id)).toBe(false);
    const strange = await published({
      audience: 'industries',
      targets: [industry_code.startsWith('A') ? 'B06' : 'A01'],
    });
    expect(await sees('entstaff', strange.id)).toBe(false);
  });

  test('S25 refuse audience values that do not exist in the own tenant', async () => {
    for (const [audience, targets] of [
      ['people', [other.people.entstaff]],
      ['people', [crypto.randomUUID()]],
      ['regions', ['999999']],
      ['industries', ['Z99']],
      ['kinds', ['platform']],
      ['regions', []],
      ['all', ['330108']],
    ] as const) {
      const answer = await call('create', fields({ audience, targets }));
      expect([answer.status, answer.text], audience).toEqual([400, expect.stringContaining('targets')]);
    }
  });

  test('are hidden until their scheduled time and end by themselves', async () => {
    const { id } = await published({ publishAt: wireTime(300), expireAt: wireTime(600) });
    expect((await done<Row>('get', { id })).state).toBe('scheduled');
    expect(await sees('entstaff', id)).toBe(false);
    await app.tellDue();
    app.clock.pass(301);
    expect(await sees('entstaff', id)).toBe(true);
    const frames = () => app.sql("select from live_frame where tenant_id = $1 and type = '6'", [tenant.id]);
    const before = (await frames()).length;
    await Promise.all([app.tellDue(), app.tellDue()]);
    expect((await frames()).length).toBe(before + 1);
    app.clock.pass(300);
    expect((await done<Row>('get', { id })).state).toBe('expired');
    expect(await sees('entstaff', id)).toBe(false);
    for (const state of ['expired', 'scheduled', 'published', 'draft'])
      expect(
        (await done<Page>('page', { state })).records.some((one) => one.id === id),
        state,
      ).toBe(state === 'expired');
  });

  test('are notified to nobody when the end passed while no node ran', async () => {
    await app.tellDue();
    await published({ publishAt: wireTime(300), expireAt: wireTime(600) });
    const lasting = await published({ publishAt: wireTime(300) });
    app.clock.pass(601);
    const readFrames = async () =>
      (
        await app.sql<{ data: unknown }>(
          "select data from live_frame where tenant_id = $1 and type = '6' order by id",
          [tenant.id],
        )
      ).map(({ data }) => JSON.stringify(data));
    const before = (await readFrames()).length;
    await app.tellDue();
    const fresh = (await readFrames()).slice(before);
    expect(fresh).toEqual([expect.stringContaining(lasting.id)]);
  });

  test('can only be withdrawn after publication', async () => {
    const out = await published();
    await done('read', { id: out.id }, 'entstaff');
    expect((await call('update', { ...out, title: '改' })).status).toBe(400);
    expect((await call('remove', { id: out.id })).status).toBe(400);
    expect((await call('publish', { ...out })).status).toBe(400);
    expect((await call('withdraw', { ...out, reason: '错' })).status).toBe(400);
    expect((await call('withdraw', { ...out, version: 1, reason: '附件有误，重新发布' })).status).toBe(409);
    await done('withdraw', { ...out, reason: '附件有误，重新发布' });
    expect(await sees('entstaff', out.id)).toBe(false);
    expect(await done<Row>('get', { id: out.id })).toMatchObject({
      state: 'withdrawn',
      withdrawReason: '附件有误，重新发布',
      readCount: 1,
      abilities: [],
    });
  });

  test('can be changed, pinned and removed as a draft', async () => {
    const draft = await done('create', fields());
    const saved = await done('update', { ...draft, title: '改后的标题', pinned: true });
    const stale = await call('update', { ...draft, title: '另一个' });
    expect(stale.status).toBe(409);
    expect(stale.text).toContain('改后的标题');
    const out = await done('publish', { ...saved });
    const [first] = (await inbox('entstaff')).records;
    expect(first?.id).toBe(out.id);
    await done('pin', { ...out, pinned: false });
    const gone = await done('create', fields());
    await done('remove', { ...gone });
    expect((await call('get', { id: gone.id })).status).toBe(404);
  });

  test('S40 are sanitised when saved', async () => {
    for (const [at, html] of hostileMarkup.entries()) {
      const { id } = await done('create', fields({ content: `<p>正文 ${at}</p>${html}` }));
      const { content } = await done<Row>('get', { id });
      expect(content).toContain(`正文 ${at}`);
      expect(content).not.toMatch(/<(?!\/?(?:p|br|h[2-4]|strong|em|u|s|ul|ol|li|blockquote|hr|a|code|pre)\b)[a-z/!?]/i);
      expect(content).not.toMatch(/<[^>]*(?:\son|style=|class=|src=|javascript:)/i);
    }
    for (const content of ['', '<p> </p>', '<script>alert(1)</script>', '<p>&nbsp;</p>'])
      expect((await call('create', fields({ content }))).status).toBe(400);
  });

  test('show their attached file only to their readers', async () => {
    const answer = await send(app, 'POST', '/upms/file/upload', {
      token: tokens.get('regulator')?.access_token,
      query: { dir: 'document' },
      file: { name: '检查表.pdf', type: 'application/pdf', bytes: pdf },
    });
    const fileId = dataOf<{ url: string }>(answer).url.split('/').at(-1) ?? '';
    const files = [{ id: fileId, name: '检查表.pdf' }];
    expect((await call('create', fields({ files }), 'admin')).status).toBe(400);
    const { id } = await published({ audience: 'kinds', targets: ['enterprise'], files });
    const { url } = await done<{ url: string }>('file', { id, fileId }, 'entstaff');
    expect((await send(app, 'GET', url)).status).toBe(200);
    expect((await call('file', { id, fileId: crypto.randomUUID() }, 'entstaff')).status).toBe(404);
    expect((await call('file', { id, fileId }, 'shop')).status).toBe(404);
    expect((await call('file', { id, fileId }, 'stranger')).status).toBe(404);
  });

  test('are all marked as read by one call', async () => {
    await published();
    await done('readAll', {}, 'shop');
    expect((await dots('shop')).unNotice).toBe(0);
    expect((await inbox('shop', { unread: 'true' })).total).toBe(0);
  });
});

describe('platform notices', () => {
  const systemOut = async (more: Record<string, unknown> = {}) =>
    done('systemPublish', { ...(await done('systemCreate', fields(more), 'platform')) }, 'platform');
  const reads = async (who: Who, id: string) => (await call('systemArticle', { id }, who)).status === 200;

  test('S23 are read only by users of the selected tenants', async () => {
    const out = await systemOut({ audience: 'tenants', targets: [tenant.id] });
    expect(await reads('entstaff', out.id)).toBe(true);
    expect(await reads('stranger', out.id)).toBe(false);
    const everybody = await systemOut();
    expect(await reads('stranger', everybody.id)).toBe(true);
    const draft = await done('systemCreate', fields(), 'platform');
    const db = openDb(app.database.appUrl, { max: 1 });
    const isVisible = (tenantId: string) =>
      db.scoped(systemScope('test', tenantId), async (tx) => {
        const { rows } = await tx.client.query<{ id: string }>('select id from announcement');
        return rows.map(({ id }) => id);
      });
    try {
      expect(await isVisible(other.id)).toContain(everybody.id);
      expect(await isVisible(other.id)).not.toContain(out.id);
      expect(await isVisible(tenant.id)).not.toContain(draft.id);
      const forged = db.scoped(systemScope('test', other.id), (tx) =>
        tx.client.query(
          `insert into announcement (tenant_id, id, channel, title, kind, content, audience, readers, created_at, updated_at)
           values ($1, gen_random_uuid(), 'system', 'x', 'other', 'x', 'all', '{*}', now(), now())`,
          [other.id],
        ),
      );
      await expect(forged).rejects.toThrow(/row-level security/);
      await done('systemWithdraw', { ...out, reason: '内容有误，重新发布' }, 'platform');
      expect(await isVisible(tenant.id)).not.toContain(out.id);
    } finally {
      await db.close();
    }
    expect(await reads('entstaff', out.id)).toBe(false);
    const before = (await dots('stranger')).systemUnNotice;
    await done('systemRead', { id: everybody.id }, 'stranger');
    expect((await dots('stranger')).systemUnNotice).toBe(before - 1);
  });

  test('are written only by the platform', async () => {
    expect((await call('systemCreate', fields(), 'admin')).status).toBe(403);
    expect((await call('systemPage', {}, 'admin')).status).toBe(403);
    expect(
      (await call('systemCreate', fields({ audience: 'tenants', targets: ['987654321'] }), 'platform')).status,
    ).toBe(400);
  });
});

test('counts the readers of an announcement without a table scan', async () => {
  const many = 100_000;
  const { id } = await published();
  await app.sql(
    `insert into app_user (tenant_id, id, username, nick_name, type, lock_flag)
     select $1, ('01a30000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'reader' || n, 'reader' || n, 'shop', '0'
     from generate_series(1, ${many}) n`,
    [tenant.id],
  );
  await app.sql(
    `insert into announcement_read (tenant_id, announcement_id, user_id, read_at)
     select $1, $2, id, now() from app_user where tenant_id = $1 and username like 'reader%' and username <> 'reader77777'`,
    [tenant.id, id],
  );
  await app.sql('vacuum analyze app_user, announcement_read, announcement_tally, announcement');
  const row = await done<Row>('get', { id });
  expect(row.readCount).toBe(many - 1);
  expect((await done<Page>('page', {})).records.find((one) => one.id === id)?.readCount).toBe(many - 1);
  const unread = await done<Page>('readers', { id, state: 'unread', keyword: 'reader777' });
  expect(unread.records.map((one) => one.id)).toEqual(['01a30000-0000-7000-8000-000000012fd1']);

  const { default: pg } = await import('pg');
  const seen: { text: string; values: unknown[] }[] = [];
  const original = pg.Client.prototype.query;
  Object.assign(pg.Client.prototype, {
    query(this: unknown, text: unknown, values?: unknown, ...rest: unknown[]) {
      if (typeof text === 'string' && /announcement_(?:read|tally)/.test(text))
        seen.push({ text, values: Array.isArray(values) ? values : [] });
      return Reflect.apply(original, this, [text, values, ...rest]);
    },
  });
  try {
    await done('page', {});
    await done('inbox', {}, 'entstaff');
    await dots('entstaff');
    await done('readers', { id, state: 'read' });
  } finally {
    Object.assign(pg.Client.prototype, { query: original });
  }
  expect(seen.length).toBeGreaterThan(4);
  const db = openDb(app.database.appUrl, { max: 1 });
  try {
    for (const { text, values } of seen.filter(({ text: one }) => !one.startsWith('insert')))
      await db.scoped(systemScope('plan', tenant.id), async (tx) => {
        const { rows } = await tx.client.query<{ 'QUERY PLAN': unknown }>(
          `explain (analyze, timing off, format json) ${text}`,
          values,
        );
        const plan = JSON.stringify(rows);
        expect(plan, text).not.toMatch(
          /"Node Type": ?"(?:Parallel )?Seq Scan"[^{}]*"Relation Name": ?"announcement_read"/,
        );
      });
  } finally {
    await db.close();
  }
}, 180_000);
