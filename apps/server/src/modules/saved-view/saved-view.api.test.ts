// Saved views: only their owner sees private views, only colleagues see shared views, and names are unique.
import type { SavedView, SavedViews } from '@anlan/contract/modules/saved-view/view';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';
import type { Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
const staff = { mate: '', friend: '', stranger: '' };
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  const places = { mate: 0, friend: 0, stranger: 2 };
  for (const [username, enterprise] of Object.entries(places)) {
    const account = { username, role: 'ROLE_ENT_SAFETY' } as const;
    await makePeople(app, people.home, [{ postKind: 'safetyManager', enterprise, account }]);
    // The sign-in helper signs in by user type; these users have account names of their own.
    staff[username as keyof typeof staff] = (await signIn(app, people.home, username as Kind)).access_token;
  }
}, 120_000);
afterAll(() => app.close());

const call = (verb: string, input: Record<string, unknown>, token = people.token('regulator')) =>
  sendCall(app, callNamed(app, `savedView.${verb}`), input, { token });
const all = async (list: string, token?: string) => dataOf<SavedViews>(await call('all', { list }, token));
const names = async (list: string, token?: string) => (await all(list, token)).views.map(({ name }) => name);
const content = (name: string, more: Partial<SavedView> & { list?: string } = {}) => ({
  list: 'station',
  name,
  query: 'kind=1&descs=name',
  columns: { order: ['name', 'status', 'kind'], hidden: ['kind'] },
  isShared: false,
  ...more,
});
const make = async (name: string, more: Parameters<typeof content>[1] = {}, token?: string) =>
  dataOf<SavedView>(await call('create', content(name, more), token));

test('returns a saved view unchanged, only to its owner', async () => {
  const made = await make('停用的场站');
  const { list: _, ...savedContent } = content('停用的场站');
  expect(made).toMatchObject({ ...savedContent, version: 1, isOwn: true, abilities: ['update', 'remove'] });
  expect((await all('station')).views).toContainEqual(made);
  expect(await names('danger')).not.toContain('停用的场站');
  for (const token of [people.token('admin'), people.token('admin', 'other')])
    expect(await names('station', token)).not.toContain('停用的场站');
  expect((await call('update', { id: made.id, version: 1, name: '抢来的' }, people.token('admin'))).status).toBe(404);
  expect((await call('remove', { id: made.id }, people.token('admin'))).status).toBe(404);
  expect((await call('choose', { list: 'station', id: made.id }, people.token('admin'))).status).toBe(404);
});

test('shows a shared view to regulators of the tenant', async () => {
  const made = await make('共享给同事', { isShared: true });
  const admin = people.token('admin');
  const seen = (await all('station', admin)).views.find(({ id }) => id === made.id);
  expect(seen).toMatchObject({ isOwn: false, ownerName: `${people.home.mark}regulator`, abilities: ['remove'] });
  for (const token of [people.token('regulator', 'other'), people.token('admin', 'other'), people.token('entadmin')])
    expect(await names('station', token)).not.toContain('共享给同事');
  const refused = await call('update', { id: made.id, version: 1, name: '改一改' }, admin);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('只有创建人可以修改视图')]);
  dataOf(await call('update', { id: made.id, version: 1, isShared: false }));
  expect(await names('station', admin)).not.toContain('共享给同事');
});

test('shares views of staff only within their enterprise', async () => {
  await make('本企业共享', { list: 'danger', isShared: true }, staff.mate);
  expect(await names('danger', staff.friend)).toEqual(['本企业共享']);
  for (const token of [staff.stranger, people.token('regulator'), people.token('admin', 'other')])
    expect(await names('danger', token)).toEqual([]);
});

test('offers views also for a list without a declared resource', async () => {
  await make('未绑定的粉丝', { list: 'wxFollower', query: 'bound=false' });
  expect(await names('wxFollower')).toEqual(['未绑定的粉丝']);
});

test('refuses views of a list that the caller may not open', async () => {
  const refused = await call('all', { list: 'setting' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('没有这个列表')]);
  // Enterprise staff may not open the list of WeChat accounts.
  expect((await call('all', { list: 'wxAccount' }, staff.mate)).status).toBe(403);
  expect((await call('create', content('不可见', { list: 'wxAccount' }), staff.mate)).status).toBe(403);
});

test('refuses a second view of a user with the same name in a list, also with concurrent saves', async () => {
  const tries = await Promise.all(Array.from({ length: 5 }, () => call('create', content('同名'))));
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  expect(tries.find(({ status }) => status === 400)?.text).toContain('已有同名视图');
  const other = await make('不同名');
  const renamed = await call('update', { id: other.id, version: 1, name: '同名' });
  expect([renamed.status, renamed.text]).toEqual([400, expect.stringContaining('已有同名视图')]);
  // The same name is allowed in another list and for another person.
  await make('同名', { list: 'danger' });
  await make('同名', {}, people.token('admin'));
});

test('answers 409 with the current view when the version is stale', async () => {
  const made = await make('改两次');
  dataOf(await call('update', { id: made.id, version: 1, query: 'kind=2' }));
  const stale = await call('update', { id: made.id, version: 1, query: 'kind=3' });
  expect(stale.status).toBe(409);
  expect(stale.json).toMatchObject({ data: { current: { query: 'kind=2', version: 2 } } });
});

test('allows at most fifty views in a list, also with concurrent saves', async () => {
  const list = 'vehicle';
  for (let at = 1; at < 49; at += 1) await make(`视图${at}`, { list });
  const tries = await Promise.all([49, 50, 51, 52].map((at) => call('create', content(`视图${at}`, { list }))));
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
  expect(tries.find(({ status }) => status === 400)?.text).toContain('最多保存 50 个视图');
});

test('refuses saved views with invalid names and queries', async () => {
  expect((await call('create', content('  '))).text).toContain('视图名称不能为空');
  expect((await call('create', content('长'.repeat(31)))).text).toContain('视图名称最多 30 个字');
  expect((await call('create', content('查询', { query: 'a='.padEnd(2_001, 'x') }))).text).toContain('筛选条件过多');
  expect(await make('清理', { query: 'keyword=a\u202e\n&kind=1' })).toMatchObject({ query: 'keyword=a&kind=1' });
});

test('stores a default view of a user until the view is deleted', async () => {
  const shared = await make('大家的默认', { isShared: true });
  const admin = people.token('admin');
  dataOf(await call('choose', { list: 'station', id: shared.id }, admin));
  expect([(await all('station', admin)).defaultId, (await all('station')).defaultId]).toEqual([shared.id, null]);
  expect((await call('choose', { list: 'danger', id: shared.id }, admin)).status).toBe(404);
  const { version } = dataOf<SavedView>(await call('update', { id: shared.id, version: 1, isShared: false }));
  expect((await all('station', admin)).defaultId).toBeNull();
  dataOf(await call('update', { id: shared.id, version, isShared: true }));
  expect((await all('station', admin)).defaultId).toBe(shared.id);
  dataOf(await call('choose', { list: 'station', id: null }, admin));
  expect((await all('station', admin)).defaultId).toBeNull();
  dataOf(await call('choose', { list: 'station', id: shared.id }, admin));
  dataOf(await call('remove', { id: shared.id }));
  expect((await all('station', admin)).defaultId).toBeNull();
});

test('shows a shared view after its owner is removed', async () => {
  const made = await make('离职员工的视图', { list: 'danger', isShared: true }, staff.mate);
  await app.sql(
    `delete from user_enterprise where tenant_id = $1 and user_id in
    (select id from app_user where tenant_id = $1 and username = 'mate')`,
    [people.home.id],
  );
  await app.sql(`update app_user set lock_flag = '9' where tenant_id = $1 and username = 'mate'`, [people.home.id]);
  expect(await names('danger', staff.friend)).toContain('离职员工的视图');
  const refused = await call('remove', { id: made.id }, staff.friend);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('用户管理员')]);
  const { access_token: manager } = await signIn(app, people.home, 'entadmin');
  dataOf(await call('remove', { id: made.id }, manager));
  expect(await names('danger', staff.friend)).not.toContain('离职员工的视图');
});

test('S81: deletes private views together with the erased account', async () => {
  const [user] = await app.sql<{ id: string }>(
    `select id from app_user where tenant_id = $1 and username = 'stranger'`,
    [people.home.id],
  );
  await make('含有姓名的筛选', { query: 'keyword=林知远' }, staff.stranger);
  await make('共享的', { isShared: true }, staff.stranger);
  dataOf(await sendCall(app, callNamed(app, 'user.remove'), { id: user?.id }, { token: people.token('admin') }));
  const left = await app.sql('select name from saved_view where tenant_id = $1 and owner_id = $2', [
    people.home.id,
    user?.id,
  ]);
  expect(left).toEqual([{ name: '共享的' }]);
});
