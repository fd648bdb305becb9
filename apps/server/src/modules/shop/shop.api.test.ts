// Shops: application, review and shop accounts. kit/conformance.test.ts tests the rest.
import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { enterpriseRange, systemScope } from '#kernel/scope.ts';
import { openApplicant } from '../../../testing/applicant.ts';
import { callNamed, dataOf, refresh, send, sendCall, trySignIn, type Tokens } from '../../../testing/client.ts';
import { declaredNamed, openPeople, valuesFor, type People } from '../../../testing/resource-test-data.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { png } from '../../../testing/sample-files.ts';
import { freshCreditCode, phoneOfKind, setPhone } from '../../../testing/tenants.ts';

let app: TestApp;
let people: People;
let phone = '';
let lastPhone = 0;
beforeAll(async () => {
  app = await openTestApp();
  people = await openPeople(app);
}, 120_000);
afterAll(() => app.close());

const newPassword = '海上升明月 天涯共此时';
const { codeOf, newest, setPassword } = openApplicant(() => ({
  app,
  tenant: people.home,
  phone,
  regulator: people.token(),
}));
const nextPhone = () => (phone = `1370003${String((lastPhone += 1)).padStart(4, '0')}`);
const form = (more: Record<string, unknown> = {}) => ({
  tenantId: people.home.id,
  phone,
  name: `临江劳保店${lastPhone}`,
  creditCode: freshCreditCode(),
  company: '临江劳保用品有限公司',
  contactName: '陈佳宁',
  serviceLine: '0571-86001000',
  address: '桐溪路 18 号',
  agreed: [],
  ...more,
});
const post = (body: object) => send(app, 'POST', '/mall/shop/shopapply', { body });
const apply = async (more: Record<string, unknown> = {}) => {
  // Clears the counters: a phone gets at most five SMS codes an hour, and moving the clock would end the sessions.
  await app.sql(`delete from public_attempt where kind = 'sms'`);
  return post({ ...form(more), code: await codeOf(undefined, phone, '6') });
};
const applied = async (more: Record<string, unknown> = {}) => dataOf<{ number: string }>(await apply(more)).number;
const stateOf = (number: string, of = phone) =>
  send(app, 'POST', '/mall/shop/shopapply/state', { body: { number, phone: of } });
type ShopRow = Record<string, unknown> & { id: string; version: number; status: string; abilities: string[] };
async function shopOf(number: string): Promise<ShopRow> {
  const [row] = await app.sql<{ id: string }>('select id from shop where application_no = $1', [number]);
  return dataOf<ShopRow>(await people.call('shop.get', { id: row?.id }));
}
const decide = async (move: string, number: string, more: object = {}) => {
  const { id, version } = await shopOf(number);
  return people.call(`shop.${move}`, { id, version, ...more });
};
async function opened(more: Record<string, unknown> = {}) {
  nextPhone();
  const number = await applied(more);
  dataOf(await decide('approve', number));
  await expect.poll(() => newest('shopApproved'), { timeout: 10_000 }).toBeDefined();
  const { username = '', token = '' } = newest('shopApproved')?.params ?? {};
  expect((await setPassword(token, newPassword)).status).toBe(200);
  const enter = () => trySignIn(app, people.home.id, username, { password: newPassword });
  const tokens = (await enter()).json as Tokens;
  const { id, name } = await shopOf(number);
  const call = (verb: string, input: Record<string, unknown>) =>
    sendCall(app, callNamed(app, verb), input, { token: tokens.access_token });
  return { id, name, number, username, tokens, enter, call, phone };
}
async function picture(token: string) {
  const file = { name: '安全帽.png', type: 'image/png', bytes: png };
  const sent = { token, fields: { dir: 'photo' }, file };
  const { url, name } = dataOf<{ url: string; name: string }>(await send(app, 'POST', '/upms/file/upload', sent));
  return { id: url.split('/').at(-1), name };
}
const goodsInput = async (token: string, more: Record<string, unknown> = {}) => ({
  name: 'ABS 安全帽',
  category: 'protection',
  priceFen: 2_800,
  unit: '顶',
  stock: 12,
  pictures: [await picture(token)],
  ...more,
});

test('RT-11: lets the user of a shop sign in after approval of the shop (smsType 6)', async () => {
  nextPhone();
  const number = await applied({ status: '1', openedOn: '2020-01-01', type: '9', roles: ['ROLE_ADMIN'] });
  expect(number).toMatch(/^DP20260302-[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(dataOf(await stateOf(number))).toEqual({
    number,
    name: `临江劳保店${lastPhone}`,
    status: '0',
    submittedAt: expect.stringMatching(/^2026-03-02/),
    reason: null,
  });
  // No account exists yet, and the unit sees the phone masked.
  expect(await shopOf(number)).toMatchObject({ status: '0', openedOn: null, phone: expect.stringMatching(/\*{4}/) });
  dataOf(await decide('approve', number));
  expect(dataOf(await stateOf(number))).toMatchObject({ status: '1' });
  await expect.poll(() => newest('shopApproved'), { timeout: 10_000 }).toBeDefined();
  const { username = '', token = '' } = newest('shopApproved')?.params ?? {};
  const { id, creditCode } = await shopOf(number);
  expect(username).toBe(`dp${String(creditCode)}`);
  expect((await setPassword(token, newPassword)).status).toBe(200);
  const tokens = (await trySignIn(app, people.home.id, username, { password: newPassword, userType: '2' }))
    .json as Tokens;
  expect(tokens.shop_id).toBe(id);
});

test('RP-06: returns user type 2, the shop name and the tenant name to a user of a shop', async () => {
  const { id, name, call, tokens } = await opened();
  const { sysUser, roles } = dataOf<{ sysUser: Record<string, unknown>; roles: string[] }>(
    await send(app, 'GET', '/upms/user/info', { token: tokens.access_token }),
  );
  expect(sysUser).toMatchObject({ type: '2', shopId: id, entName: name, tenantId: people.home.id });
  expect(roles).toEqual(['ROLE_SHOP']);
  expect(dataOf(await call('shop.get', { id }))).toMatchObject({ id, name });
  expect(
    dataOf(await send(app, 'GET', `/upms/tenant/${people.home.id}`, { token: tokens.access_token })),
  ).toMatchObject({ name: expect.stringContaining(people.home.mark) });
});

test('CA-09: answers list, page, count, {id} and POST of shopinfo', async () => {
  const token = people.token();
  const values = await valuesFor(app, people.home, declaredNamed('shop'));
  const path = '/mall/shopinfo';
  const made = dataOf<ShopRow>(await send(app, 'POST', path, { token, body: values }));
  const get = async <T>(below: string) => dataOf<T>(await send(app, 'GET', path + below, { token }));
  expect(await get(`/${made.id}`)).toMatchObject({ id: made.id, name: values['name'], status: '1' });
  const { records, total } = await get<{ records: ShopRow[]; total: number }>('/page?size=100');
  expect(records.map(({ id }) => id)).toContain(made.id);
  const listed = await get<{ id: string; name: string }[]>('/list');
  expect(listed).toContainEqual({ id: made.id, name: values['name'] });
  const open = records.filter(({ status }) => status === '1').length;
  const waiting = records.filter(({ status }) => status === '0').length;
  expect(await get('/count')).toEqual({ total, open, applied: waiting });
  expect(listed).toHaveLength(open);
});

test.each([
  [
    'a wrong SMS code',
    async () => ({ code: (await codeOf(undefined, phone, '6')) === '000000' ? '000001' : '000000' }),
  ],
  ['the SMS code of an enterprise application', async () => ({ code: await codeOf(undefined, phone, '5') })],
  ['the SMS code of another tenant', async () => ({ code: await codeOf(people.other.id, phone, '6') })],
])('%s: refuses the shop application (S19)', async (_, shown) => {
  nextPhone();
  const answer = await post({ ...form(), ...(await shown()) });
  expect(answer.status, answer.text).toBe(428);
  expect(await app.sql('select 1 from shop where name = $1', [`临江劳保店${lastPhone}`])).toEqual([]);
});

test('accepts one shop application per SMS code, also with ten concurrent requests (S19, G6)', async () => {
  nextPhone();
  const code = await codeOf(undefined, phone, '6');
  const many = await Promise.all(
    Array.from({ length: 10 }, (_, at) => post({ ...form({ name: `临江劳保店${lastPhone}-${at}` }), code })),
  );
  expect(many.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(428)]);
});

test('accepts five shop applications a day from a phone', async () => {
  nextPhone();
  const name = `临江劳保店${lastPhone}`;
  await applied();
  const again = await apply({ name });
  expect(again.status).toBe(400);
  expect(again.json).toEqual({
    code: 1,
    msg: expect.any(String),
    data: { errors: [{ field: 'name', msg: '店铺名称已被使用，请换一个' }] },
  });
  for (const at of [2, 3, 4, 5]) await applied({ name: `${name}-${at}` });
  expect((await apply({ name: `${name}-6` })).status).toBe(429);
});

test('gives the same not-found answer for a wrong phone and an invented shop number (S92)', async () => {
  nextPhone();
  const number = await applied();
  const [other, invented] = [await stateOf(number, '13700099999'), await stateOf('DP20260302-ABCDEFGH')];
  expect([other.status, invented.status]).toEqual([404, 404]);
  expect(other.text).toBe(invented.text);
});

test('stores hostile texts of a shop unchanged, and refuses invalid applications (S24)', async () => {
  for (const text of ["'; drop table shop; --", '<img src=x onerror=alert(1)>', '{{7*7}}', '=1+1']) {
    nextPhone();
    const number = await applied({ name: `${text}${lastPhone}`, intro: text, address: text });
    expect(await shopOf(number)).toMatchObject({ name: `${text}${lastPhone}`, intro: text, address: text });
  }
  nextPhone();
  expect((await apply({ name: 'x'.repeat(41) })).status).toBe(400);
  expect((await apply({ creditCode: '91330100MA0000000X' })).status).toBe(400);
  expect((await apply({ tenantId: '0' })).status).toBe(400);
});

test('accepts the same shop name again after a rejection', async () => {
  nextPhone();
  const number = await applied();
  expect((await decide('reject', number)).status).toBe(400);
  dataOf(await decide('reject', number, { reason: '营业执照不清晰' }));
  await expect.poll(() => newest('shopRejected')?.params['reason'], { timeout: 10_000 }).toBe('营业执照不清晰');
  expect(dataOf(await stateOf(number))).toMatchObject({ status: '2', reason: '营业执照不清晰' });
  expect((await decide('approve', number)).status).toBe(400);
  const next = await applied();
  expect(dataOf(await stateOf(next))).toMatchObject({ status: '0' });
  expect(dataOf(await stateOf(number))).toMatchObject({ status: '2' });
});

test('refuses applicants who decide about their own shop (S33)', async () => {
  phone = phoneOfKind(people.home.id, 'regulator');
  const number = await applied({ name: '监管人员自己的店' });
  expect((await decide('approve', number)).status).toBe(403);
  expect((await decide('reject', number, { reason: '不通过' })).status).toBe(403);
  const { id, version } = await shopOf(number);
  await setPhone(app, people.home.id, people.home.people.regulator, '13700088888');
  dataOf(await people.call('shop.approve', { id, version }));
});

test('shows shop users only the mall, their shop and their goods (S22)', async () => {
  const [mine, others] = [await opened(), await opened()];
  const { access_token: token } = mine.tokens;
  const menu = dataOf<MenuEntry[]>(await send(app, 'GET', '/upms/menu', { token }));
  const paths: string[] = [];
  const walk = (entries: readonly MenuEntry[]) =>
    entries.forEach((entry) => {
      if (entry.path) paths.push(entry.path);
      walk(entry.children ?? []);
    });
  walk(menu);
  expect(paths).toEqual(expect.arrayContaining(['/mall/shopinfo/index', '/mall/goods/index']));
  expect(paths.filter((path) => /^\/(bus\/(?!todo|notice)|wxmp|upms)/.test(path))).toEqual([]);
  // The shop account's permits do not allow any call of the safety modules.
  for (const name of ['enterprise.page', 'danger.page', 'employee.page', 'riskPoint.page', 'user.page'])
    expect((await mine.call(name, {})).status, name).toBe(403);

  const made = dataOf<{ id: string; version: number }>(await mine.call('goods.create', await goodsInput(token)));
  expect(dataOf(await mine.call('goods.get', { id: made.id }))).toMatchObject({ shopId: mine.id, shelf: '0' });
  // A shop can neither see, change nor add goods of another shop.
  expect((await others.call('goods.get', { id: made.id })).status).toBe(404);
  expect((await others.call('goods.update', { ...made, name: '改名' })).status).toBe(404);
  expect((await others.call('goods.remove', { id: made.id })).status).toBe(404);
  const input = await goodsInput(others.tokens.access_token, { shopId: mine.id });
  expect((await others.call('goods.create', input)).status).toBeGreaterThanOrEqual(400);
  for (const verb of ['shop.page', 'goods.page']) {
    const { records } = dataOf<{ records: { id: string; shopId?: string }[] }>(await others.call(verb, { size: 100 }));
    expect(records.map(({ id, shopId }) => shopId ?? id).filter((id) => id !== others.id)).toEqual([]);
  }
  expect((await others.call('shop.get', { id: mine.id })).status).toBe(404);
  expect(dataOf(await others.call('shop.list', {}))).toEqual([{ id: others.id, name: others.name }]);
  expect(dataOf(await others.call('shop.count', {}))).toEqual({ total: 1, open: 1, applied: 0 });

  // A shop may change neither its reviewed fields nor decisions about it.
  const own = dataOf<ShopRow>(await mine.call('shop.get', { id: mine.id }));
  expect(own['phone']).toBe(mine.phone);
  const { id, version } = own;
  expect((await mine.call('shop.update', { id, version, name: '改名的店' })).status).toBe(403);
  expect((await mine.call('shop.close', { id, version, reason: '停业' })).status).toBe(403);
  dataOf(await mine.call('shop.update', { id, version, serviceLine: '0571-86002000' }));

  // The unit sees the goods of all its shops; staff of enterprises and other units see none.
  expect(dataOf(await people.call('goods.get', { id: made.id }))).toMatchObject({ shopName: mine.name });
  expect((await people.call('goods.get', { id: made.id }, 'entadmin')).status).toBe(403);
  expect((await people.call('goods.get', { id: made.id }, 'regulator', 'other')).status).toBe(404);
  expect((await people.call('shop.get', { id: mine.id }, 'regulator', 'other')).status).toBe(404);
  // Row-level security: an enterprise's scope reads no shop rows and a shop's scope no enterprise rows.
  const sees = (enterpriseId: string, table: string) =>
    app.db.scoped(
      { ...systemScope('test', people.home.id), ...enterpriseRange('enterprise', enterpriseId, 'all') },
      async (tx) => (await tx.client.query(`select 1 from ${table}`)).rowCount,
    );
  expect(await sees(people.home.enterpriseIds[0] ?? '', 'shop')).toBe(0);
  expect(await sees(people.home.enterpriseIds[0] ?? '', 'goods')).toBe(0);
  expect(await sees(mine.id, 'enterprise')).toBe(0);
  expect(await sees(mine.id, 'goods')).toBe(1);
});

test('shows only listed goods of open shops in public', async () => {
  const { call, id: shopId, number, tokens } = await opened();
  const made = dataOf<{ id: string; version: number }>(
    await call('goods.create', await goodsInput(tokens.access_token)),
  );
  const show = (tenantId = people.home.id, id = made.id) =>
    send(app, 'GET', '/mall/goods/open', { query: { tenantId, id } });
  expect((await show()).status).toBe(404);
  const { version } = dataOf<{ version: number }>(await call('goods.update', { ...made, shelf: '1' }));
  const shown = dataOf<{ pictures: string[] } & Record<string, unknown>>(await show());
  expect(shown).toMatchObject({
    name: 'ABS 安全帽',
    priceFen: 2_800,
    unit: '顶',
    stock: 12,
    shop: { id: shopId, serviceLine: '0571-86001000', address: '桐溪路 18 号' },
  });
  expect(JSON.stringify(shown)).not.toContain('contactName');
  const [address = ''] = shown.pictures;
  const seen = await send(app, 'GET', address);
  expect([seen.status, seen.headers['content-type'], seen.bytes.length > 0]).toEqual([200, 'image/png', true]);
  // Another id, unit or file gives the same not-found answer.
  const missing = await show(people.home.id, crypto.randomUUID());
  for (const answer of [
    await show(people.other.id),
    await send(app, 'GET', address.replace(/file=.*/, `file=${crypto.randomUUID()}`)),
  ])
    expect([answer.status, answer.text]).toEqual([404, missing.text]);
  dataOf(await call('goods.update', { id: made.id, version, shelf: '0' }));
  expect((await send(app, 'GET', address)).status).toBe(404);
  dataOf(await call('goods.update', { id: made.id, version: version + 1, shelf: '1' }));
  dataOf(await decide('close', number, { reason: '店主申请停业' }));
  expect((await show()).text).toBe(missing.text);
});

test('ends the sessions of a closed shop', async () => {
  const { call, enter, id, number, tokens } = await opened();
  dataOf(await decide('close', number, { reason: '店主申请停业' }));
  expect((await call('shop.get', { id })).status).toBe(401);
  expect((await refresh(app, tokens.refresh_token)).status).toBeGreaterThanOrEqual(400);
  const refused = await enter();
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.text).toContain('店铺已关店');
  // A wrong password does not reveal that the shop is closed.
  expect((await trySignIn(app, people.home.id, 'shop', { password: 'not it' })).text).not.toContain('关店');
  dataOf(await decide('reopen', number));
  expect((await enter()).status).toBe(200);
});

test('creates a separate account for a second shop with the same phone', async () => {
  const first = await opened();
  phone = first.phone;
  const number = await applied({ name: '同一联系人的第二家店' });
  dataOf(await decide('approve', number));
  await expect
    .poll(() => app.inbox.messages.filter(({ template, phone: to }) => template === 'shopApproved' && to === phone))
    .toHaveLength(2);
  const { username } = newest('shopApproved')?.params ?? {};
  expect(username).not.toBe(first.username);
  const rows = await app.sql(
    'select 1 from app_user where tenant_id = $1 and shop_id is not null and username = any($2)',
    [people.home.id, [username, first.username]],
  );
  expect(rows).toHaveLength(2);
});
