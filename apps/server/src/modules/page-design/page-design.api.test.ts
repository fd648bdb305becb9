// Pages of the mall: drafts, versions and the public page. kit/conformance.test.ts tests the rest.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageTemplate } from '@anlan/contract/modules/page-design/views';
import { dataOf, send, type Answer } from '../../../testing/client.ts';
import { declaredNamed, openPeople, valuesFor, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { png } from '../../../testing/sample-files.ts';

let app: TestApp;
let people: People;
let shopId = '';
let goods: { id: string; version: number };
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  ({ id: shopId } = await done<{ id: string }>(
    'shop.create',
    await valuesFor(app, people.home, declaredNamed('shop')),
  ));
  const values = await valuesFor(app, people.home, declaredNamed('goods'));
  const pictures = [await upload()];
  goods = await done('goods.create', { ...values, shopId, shelf: '1', name: '四公斤灭火器', pictures });
}, 120_000);
afterAll(() => app.close());

const call = (verb: string, input: Record<string, unknown>) => people.call(verb, input);
async function done<T = Record<string, unknown>>(verb: string, input: Record<string, unknown>): Promise<T> {
  return dataOf<T>(await call(verb, input));
}
async function upload() {
  const sent = {
    token: people.token(),
    fields: { dir: 'photo' },
    file: { name: '横幅.png', type: 'image/png', bytes: png },
  };
  const { url, name } = dataOf<{ url: string; name: string }>(await send(app, 'POST', '/upms/file/upload', sent));
  return { id: url.split('/').at(-1) ?? '', name };
}
interface Draft {
  id: string;
  version: number;
  design: string;
  savedBy: string;
  edition: number | null;
}
let last = 0;
async function newPage(more: Record<string, unknown> = {}): Promise<Draft> {
  const { id } = await done<{ id: string }>('pageDesign.create', {
    name: `页面 ${(last += 1)}`,
    isHome: false,
    ...more,
  });
  return done<Draft>('pageDesign.draft', { id });
}
const parts = (...some: object[]) => JSON.stringify({ format: 2, parts: some });
const title = (text: string, id = 'a') => ({ id, type: 'title', v: 1, props: { text } });
const save = (id: string, version: number, design: string) => call('pageDesign.saveDraft', { id, version, design });
async function published(text: string, more: Record<string, unknown> = {}) {
  const { id, version } = await newPage(more);
  const draft = dataOf<Draft>(await save(id, version, parts(title(text))));
  await done('pageDesign.publish', { id, version: draft.version });
  return draft;
}
const page = (query: Record<string, string>, headers: Record<string, string> = {}): Promise<Answer> =>
  send(app, 'GET', '/mall/page', {
    query: { tenantId: people.home.id, ...query },
    headers: { accept: 'text/html', ...headers },
  });

test('names the last editor when a save sends a stale version of a page design', async () => {
  const { id, version, design } = await newPage();
  expect([version, design]).toEqual([1, expect.stringContaining('"format":2')]);
  expect(dataOf<Draft>(await save(id, 1, parts(title('先')))).version).toBe(2);
  const late = await save(id, 1, parts(title('后')));
  expect(late.status).toBe(409);
  const { current } = dataOfFailure<{ current: Draft }>(late);
  expect(current).toMatchObject({ version: 2, design: expect.stringContaining('先') });
  expect(late.text).toContain('修改');
});

test('writes one audit entry for all automatic saves of an editing session', async () => {
  const { id } = await newPage();
  const entries = async () =>
    (await app.sql(`select from audit where call = 'pageDesign.saveDraft' and object_id = $1`, [id])).length;
  for (const version of [1, 2, 3]) await save(id, version, parts(title(`第 ${version} 稿`)));
  expect(await entries()).toBe(1);
  app.clock.pass(1_801);
  await save(id, 4, parts(title('后来')));
  expect(await entries()).toBe(2);
});

test('refuses a hostile page design with a reason', async () => {
  const { id } = await newPage();
  expect((await save(id, 1, parts({ id: 'a', type: 'iframe' }))).text).toContain('没有这种组件');
  expect((await save(id, 1, 'x'.repeat(1_048_576))).text).toContain('页面设计过大');
  const old = JSON.stringify({ components: [{ type: 'search', bgColor: '#FFFFFF' }] });
  expect(dataOf<Draft>(await save(id, 1, old)).design).toContain('"background":"#FFFFFF"');
  const rich = parts({ id: 'r', type: 'richText', v: 1, props: { html: '<p onclick="x()">好<script>1</script></p>' } });
  const { design } = dataOf<Draft>(await save(id, 2, rich));
  expect(design).not.toMatch(/onclick|<script/);
});

test('S40 refuses links outside the mall in formatted text of a page design', async () => {
  const away = '<p><a href="https://evil.example/pay">付款</a>，<a href="tel:057188888888">来电</a></p>';
  const rich = parts({ id: 'r', type: 'richText', v: 1, props: { html: away } });
  const { id } = await newPage();
  const draft = dataOf<Draft>(await save(id, 1, rich));
  const refused = await call('pageDesign.publish', { id, version: draft.version });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('通向站外的链接')]);
  const live = await published('促销');
  await app.sql(`update page_edition set design = $2 where page_id = $1`, [live.id, rich]);
  const shown = (await page({ id: live.id })).text;
  expect(shown).toContain('href="tel:057188888888"');
  expect(shown).not.toContain('evil.example');
});

test('RT-22: gives a published page its own content security policy', async () => {
  const { id } = await published('冬季必备');
  const first = await page({ id });
  expect([first.status, first.text]).toEqual([200, expect.stringContaining('冬季必备')]);
  expect(String(first.headers['content-security-policy'])).toMatch(/default-src 'none'; script-src 'sha256-/);
  expect(first.headers['cache-control']).toBe('no-cache');
  const again = await page({ id }, { 'if-none-match': String(first.headers['etag']) });
  expect([again.status, again.text]).toEqual([304, '']);
});

test('shows a published version of a page design at once but never a draft', async () => {
  const draft = await published('第一版');
  const { id } = draft;
  const next = dataOf<Draft>(await save(id, draft.version, parts(title('第二版'))));
  expect((await page({ id })).text).toContain('第一版');
  await done('pageDesign.publish', { id, version: next.version, note: '换季' });
  expect((await page({ id })).text).toContain('第二版');
  await done('pageDesign.rollBack', { id, edition: 1 });
  expect((await page({ id })).text).toContain('第一版');
  const editions = await done<{ edition: number; state: string }[]>('pageDesign.editions', { id });
  expect(editions.map(({ edition, state }) => `${edition} ${state}`)).toEqual(['3 live', '2 past', '1 past']);
  expect((await done<Draft>('pageDesign.draft', { id })).design).toContain('第一版');
});

test('a published home page replaces the former home page of its shop, and publishing moves the time of change', async () => {
  const rowOf = (id: string) => done<{ isHome: boolean; updatedAt: string; version: number }>('pageDesign.get', { id });
  const first = await published('旧首页', { isHome: true });
  app.clock.pass(60);
  // A draft of a new home page does not take the home page away.
  const next = await newPage({ isHome: true });
  const saved = dataOf<Draft>(await save(next.id, next.version, parts(title('新首页'))));
  expect((await rowOf(first.id)).isHome).toBe(true);
  const before = (await rowOf(next.id)).updatedAt;
  app.clock.pass(60);
  await done('pageDesign.publish', { id: next.id, version: saved.version });
  expect((await rowOf(first.id)).isHome).toBe(false);
  const after = await rowOf(next.id);
  expect([after.isHome, after.updatedAt > before]).toEqual([true, true]);
  // Other tests need a unit without a home page.
  await done('pageDesign.update', { id: next.id, version: after.version, isHome: false });
});

test('publishes a scheduled page design at the scheduled time unless a user cancelled it', async () => {
  const draft = await published('今天');
  const { id } = draft;
  const next = dataOf<Draft>(await save(id, draft.version, parts(title('下午'))));
  const at = (minutes: number) => {
    const then = new Date(app.clock.now().getTime() + 8 * 3_600_000 + minutes * 60_000);
    return then.toISOString().slice(0, 19).replace('T', ' ');
  };
  await done('pageDesign.publish', { id, version: next.version, goesAt: at(5) });
  expect((await page({ id })).text).toContain('今天');
  await done('pageDesign.unschedule', { id });
  await done('pageDesign.publish', { id, version: next.version, goesAt: at(5) });
  app.clock.pass(6 * 60);
  await expect.poll(async () => (await page({ id })).text, { timeout: 5_000 }).toContain('下午');
});

test('checks texts, pictures and links before publishing a page design', async () => {
  const { id } = await newPage();
  const file = await upload();
  const picture = { file: file.id, name: file.name, alt: '' };
  const bad = parts(
    { id: 'a', type: 'image', v: 1, props: { picture } },
    { id: 'b', type: 'button', v: 1, props: { link: { to: 'goods', id: crypto.randomUUID(), name: '没有的' } } },
    { id: 'c', type: 'search', v: 2, props: { textColour: '#EEEEEE' } },
  );
  const { version } = dataOf<Draft>(await save(id, 1, bad));
  const refused = await call('pageDesign.publish', { id, version });
  expect(refused.status).toBe(400);
  for (const word of ['缺替代文字', '链接打不开', '看不清']) expect(refused.text).toContain(word);
});

test('offers the built-in page templates with the goods of the shop', async () => {
  const read = async (input: Record<string, unknown>) =>
    new Map(
      (await done<PageTemplate[]>('pageDesign.templates', input)).map(({ key, data }) => [
        key,
        { shop: data.shop?.name, goods: JSON.stringify(data.parts) },
      ]),
    );
  const own = await read({ shopId });
  expect([...own.keys()]).toEqual(expect.arrayContaining(['shopHome', 'mallHome', 'campaign', 'service']));
  expect(own.get('shopHome')?.goods).toContain('四公斤灭火器');
  expect(own.get('shopHome')?.shop).toBeTruthy();
  expect((await read({})).get('shopHome')?.shop).toBeUndefined();
});

test('a draft is no draft once it is published, until it changes', async () => {
  const { id, version, edition } = await newPage();
  expect(edition).toBeNull();
  const draft = dataOf<Draft>(await save(id, version, parts(title('活动'))));
  await done('pageDesign.publish', { id, version: draft.version });
  expect(await done<Draft>('pageDesign.draft', { id })).toMatchObject({ version: draft.version, edition: 1 });
  expect(dataOf<Draft>(await save(id, draft.version, parts(title('另一个')))).edition).toBeNull();
  app.clock.pass(60);
  const { updatedAt } = await done<{ updatedAt: string }>('pageDesign.get', { id });
  await done('pageDesign.rollBack', { id, edition: 1 });
  expect((await done<Draft>('pageDesign.draft', { id })).edition).toBe(2);
  expect((await done<{ updatedAt: string }>('pageDesign.get', { id })).updatedAt > updatedAt).toBe(true);
});

test('RT-23, CA-09: shows the goods of an open shop on its page', async () => {
  const { id, version } = await newPage({ shopId, isHome: true });
  const link = { to: 'goods', id: goods.id, name: '灭火器' };
  const design = parts(
    { id: 'h', type: 'shopHead', v: 1 },
    { id: 'g', type: 'goodsList', v: 1, props: { source: 'newest' } },
    { id: 'b', type: 'button', v: 1, props: { link } },
  );
  const draft = dataOf<Draft>(await save(id, version, design));
  await done('pageDesign.publish', { id, version: draft.version });
  const shown = await page({ shopId });
  expect(shown.text).toContain('四公斤灭火器');
  expect(shown.text).toContain(`/mall/goods/show?tenantId=${people.home.id}&amp;id=${goods.id}`);
  const response = await send(app, 'GET', '/mall/page/goods', {
    query: { tenantId: people.home.id, shopId, q: '灭火' },
  });
  expect(response.text).toContain('四公斤灭火器');
  const { version: now } = await done<{ version: number }>('shop.get', { id: shopId });
  await done('shop.close', { id: shopId, version: now, reason: '停业' });
  await expect.poll(async () => (await page({ shopId })).status, { timeout: 5_000 }).toBe(404);
  expect((await page({ id })).status).toBe(404);
});

test('shows the default home page when no page is published', async () => {
  expect((await page({})).text).toContain('安全用品商城');
  const missing = await page({ id: crypto.randomUUID() });
  expect([missing.status, missing.text]).toEqual([404, expect.stringContaining('没有找到页面')]);
});

test('S97: shows the draft of a page design by preview link for two hours', async () => {
  const { id } = await newPage();
  const file = await upload();
  const picture = { file: file.id, name: file.name, alt: '横幅' };
  await save(id, 1, parts({ id: 'a', type: 'image', v: 1, props: { picture } }));
  const other = await published('别的页面');
  expect((await page({ id })).status).toBe(404);
  const { sign } = await done<{ sign: string }>('pageDesign.preview', { id });
  const seen = (query: Record<string, string>) =>
    send(app, 'GET', '/mall/page/file', { query: { tenantId: people.home.id, file: file.id, ...query } });
  expect((await page({ id, sign })).text).toContain('alt="横幅"');
  expect((await seen({ id, sign })).status).toBe(200);
  expect((await seen({ id })).status).toBe(404);
  expect((await seen({ id: other.id, sign })).status).toBe(404);
  expect((await page({ id, sign: 'A'.repeat(22) })).status).toBe(404);
  app.clock.pass(2 * 3600 + 1);
  expect((await page({ id, sign })).status).toBe(404);
});

const dataOfFailure = <T>(answer: Answer): T => (answer.json as { data: T }).data;
