// Views of lists: own ones are nobody else's, shared ones reach colleagues and no further, and a name stands once.
import type { SavedView, SavedViews } from '@anlan/contract/modules/saved-view/view';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn } from '../../../testing/client.ts';
import { openPeople, type People } from '../../../testing/declared.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { makePeople } from '../../../testing/staff.ts';
import type { Kind } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
/** Staff of the enterprises 0 (two of them) and 2. */
const staff = { mate: '', friend: '', stranger: '' };
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
  const places = { mate: 0, friend: 0, stranger: 2 };
  for (const [username, enterprise] of Object.entries(places)) {
    const account = { username, role: 'ROLE_ENT_SAFETY' } as const;
    await makePeople(app, people.home, [{ postKind: 'safetyManager', enterprise, account }]);
    // People are named by their kind, which is their account; these have accounts of their own.
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

test('a view comes back as it was kept, to its owner alone', async () => {
  const made = await make('停用的场站');
  const { list: _, ...kept } = content('停用的场站');
  expect(made).toMatchObject({ ...kept, version: 1, isOwn: true, abilities: ['update', 'remove'] });
  expect((await all('station')).views).toContainEqual(made);
  expect(await names('danger')).not.toContain('停用的场站');
  for (const token of [people.token('admin'), people.token('admin', 'other')])
    expect(await names('station', token)).not.toContain('停用的场站');
  expect((await call('update', { id: made.id, version: 1, name: '抢来的' }, people.token('admin'))).status).toBe(404);
  expect((await call('remove', { id: made.id }, people.token('admin'))).status).toBe(404);
  expect((await call('choose', { list: 'station', id: made.id }, people.token('admin'))).status).toBe(404);
});

test('a shared view is seen by regulators of the unit; the owner alone changes it', async () => {
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

test('staff share with their enterprise: nobody of another one sees it, nor a regulator', async () => {
  await make('本企业共享', { list: 'danger', isShared: true }, staff.mate);
  expect(await names('danger', staff.friend)).toEqual(['本企业共享']);
  for (const token of [staff.stranger, people.token('regulator'), people.token('admin', 'other')])
    expect(await names('danger', token)).toEqual([]);
});

test('of a list that one may not open there are no views', async () => {
  const refused = await call('all', { list: 'setting' });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('没有这个列表')]);
  // Staff of enterprises open no list of public accounts.
  expect((await call('all', { list: 'wxAccount' }, staff.mate)).status).toBe(403);
  expect((await call('create', content('不可见', { list: 'wxAccount' }), staff.mate)).status).toBe(403);
});

test('a name stands once in a person’s list, also where many save it at once', async () => {
  const tries = await Promise.all(Array.from({ length: 5 }, () => call('create', content('同名'))));
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  expect(tries.find(({ status }) => status === 400)?.text).toContain('已有同名视图');
  const other = await make('不同名');
  const renamed = await call('update', { id: other.id, version: 1, name: '同名' });
  expect([renamed.status, renamed.text]).toEqual([400, expect.stringContaining('已有同名视图')]);
  // Another list and another person have names of their own.
  await make('同名', { list: 'danger' });
  await make('同名', {}, people.token('admin'));
});

test('a stale version answers 409 with the view as it is', async () => {
  const made = await make('改两次');
  dataOf(await call('update', { id: made.id, version: 1, query: 'kind=2' }));
  const stale = await call('update', { id: made.id, version: 1, query: 'kind=3' });
  expect(stale.status).toBe(409);
  expect(stale.json).toMatchObject({ data: { current: { query: 'kind=2', version: 2 } } });
});

test('fifty views of a list are enough, also where the last ones come at once', async () => {
  const list = 'vehicle';
  for (let at = 1; at < 49; at += 1) await make(`视图${at}`, { list });
  const tries = await Promise.all([49, 50, 51, 52].map((at) => call('create', content(`视图${at}`, { list }))));
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400]);
  expect(tries.find(({ status }) => status === 400)?.text).toContain('最多保存 50 个视图');
});

test('names and queries are checked', async () => {
  expect((await call('create', content('  '))).text).toContain('视图名称不能为空');
  expect((await call('create', content('长'.repeat(31)))).text).toContain('视图名称最多 30 个字');
  expect((await call('create', content('查询', { query: 'a='.padEnd(2_001, 'x') }))).text).toContain('筛选条件过多');
  expect(await make('清理', { query: 'keyword=a\u202e\n&kind=1' })).toMatchObject({ query: 'keyword=a&kind=1' });
});

test('a default is one’s own; it may be a colleague’s view, and ends with it', async () => {
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

test('a shared view outlives its owner, and who manages accounts removes it', async () => {
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

test('S81: what a person alone saw goes with the account that is erased', async () => {
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
