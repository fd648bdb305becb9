// Messages from the callback of WeChat to the answer of staff, tested with the simulator as WeChat over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callNamed, dataOf, sendCall, signIn } from '../../../testing/client.ts';
import { makePeople } from '../../../testing/staff.ts';
import { png } from '../../../testing/sample-files.ts';
import { followerNo, openWxApp, type WxApp } from '../../../testing/wx-app.ts';

let place: WxApp;
let appId: string;
beforeAll(async () => {
  place = await openWxApp();
  appId = await place.account('wxtest0000000001');
}, 120_000);
afterAll(() => place.close());

interface Row {
  id: string;
  appLogo: string | null;
  repThumbUrl: string | null;
  content: { articles: { title: string }[] } | null;
  wxUserId: string;
  type: string;
  repType: string;
  repContent: string | null;
  repMediaId: string | null;
  readFlag: string;
  sendState: string | null;
  failReason: string | null;
  countMsg?: number;
  senderName: string | null;
}
interface Paged<R> {
  records: R[];
  total: number;
}
interface Conversation {
  wxUserId: string;
  nickName: string;
  state: string;
  unread: number;
  windowLeft: number;
  windowEndsAt: string | null;
  assigneeName: string | null;
  last: Row | null;
}
const call = async <T>(name: string, input: Record<string, unknown>, who: 'regulator' | 'admin' = 'regulator') =>
  dataOf<T>(await place.people.call(name, input, who));
const conversations = () => call<Paged<Conversation>>('wxMessage.conversationPage', { current: 1, size: 20 });
async function conversationOf(no: number): Promise<Conversation> {
  const name = `微信用户${followerNo(no).slice(-4)}`;
  let match: Conversation | undefined;
  await expect
    .poll(async () => {
      const { records } = await conversations();
      match = records.find(({ nickName }) => nickName === name);
      return match?.unread ?? 0;
    })
    .toBeGreaterThan(0);
  if (!match) throw new Error('no conversation');
  return match;
}
const historyOf = (wxUserId: string, more: object = {}) =>
  call<Paged<Row>>('wxMessage.page', { current: 1, size: 14, appId, wxUserId, ...more });

test('CA-10 LY-15 ST-12: sends the answer to a follower to WeChat', async () => {
  const openid = followerNo(1);
  expect(await place.act(appId, openid, 'text', { text: ' 你好<b>&amp;]]> 安全😀 \n' })).toMatchObject({
    status: 200,
    answer: 'success',
  });
  const one = await conversationOf(1);
  expect(one).toMatchObject({ state: 'pending', unread: 1, windowLeft: 5 });
  expect(one.last).toMatchObject({ type: '1', repType: 'text', readFlag: '1' });
  for (let no = 2; no <= 16; no += 1) await place.act(appId, openid, 'text', { text: `第 ${no} 条` });
  await expect.poll(async () => (await historyOf(one.wxUserId)).total).toBe(16);
  const { records } = await historyOf(one.wxUserId);
  expect(records.map(({ repContent }) => repContent)).toEqual(
    Array.from({ length: 14 }, (_, at) => `第 ${16 - at} 条`),
  );
  const older = await historyOf(one.wxUserId, { beforeId: records.at(-1)?.id });
  expect(older.records.map(({ repContent }) => repContent)).toEqual(['第 2 条', ' 你好<b>&amp;]]> 安全😀 \n']);
  const bell = await call<Paged<Row>>('wxMessage.page', { current: 1, size: 10, notInRepType: 'event', type: '1' });
  expect(bell.records[0]).toMatchObject({ wxUserId: one.wxUserId, countMsg: 16, repContent: '第 16 条' });

  const sent = await call<Row>('wxMessage.send', {
    appId,
    wxUserId: one.wxUserId,
    repType: 'text',
    repContent: '收到',
  });
  expect(sent).toMatchObject({ type: '2', repType: 'text', repContent: '收到', sendState: 'sent', failReason: null });
  const chat = await fetch(`${place.simulator}/_ctl/wx?appId=${appId}&openid=${openid}`).then((one) => one.json());
  expect(JSON.stringify(chat)).toContain('收到');
  await call('wxMessage.readFlag', { wxUserId: one.wxUserId, readFlag: '0' });
  expect(await call('wxMessage.conversation', { id: one.wxUserId })).toMatchObject({
    state: 'answered',
    unread: 0,
    windowLeft: 4,
  });
  expect(await call('wxMessage.unread', {})).toMatchObject({ all: 0 });
});

test('adds the account picture, the video thumbnail and the article to a message', async () => {
  const openid = followerNo(6);
  await place.act(appId, openid, 'shortvideo');
  const { wxUserId, last } = await conversationOf(6);
  expect(last).toMatchObject({ repType: 'shortvideo', appLogo: null });
  const [film] = (await historyOf(wxUserId)).records;
  const { pathname, searchParams } = new URL(film?.repThumbUrl ?? '', 'https://anlan.example');
  expect(pathname).toBe('/weixin/wxmaterial/tempMaterialOther');
  const poster = await place.people.call('wxMaterial.tempOther', Object.fromEntries(searchParams), 'regulator');
  expect(poster.headers['content-type']).toContain('image/png');

  const input = { fileType: 'image', dir: 'photo' };
  const sending = { token: place.people.token('admin'), file: { name: '标志.png', type: 'image/png', bytes: png } };
  const sent = await sendCall(place.app, callNamed(place.app, 'file.upload'), input, sending);
  const { url } = dataOf<{ url: string }>(sent);
  const [account] = (await call<Paged<{ id: string; version: number }>>('wxAccount.page', { current: 1 }, 'admin'))
    .records;
  const logo = [{ id: url.split('/').at(-1), name: '标志.png' }];
  await call('wxAccount.update', { id: account?.id, version: account?.version, logo }, 'admin');

  const article = { title: '检查前的准备', url: 'https://mp.weixin.qq.com/s/1', thumbUrl: 'https://mmbiz.qpic.cn/1' };
  const news = { appId, wxUserId, repType: 'news', content: { articles: [article, { title: '第二篇' }] } };
  const answered = await call<Row>('wxMessage.send', news);
  expect(answered).toMatchObject({ appLogo: url, content: { articles: [article] }, repThumbUrl: null });
  expect((await call<Conversation>('wxMessage.conversation', { id: wxUserId })).last).toMatchObject({ appLogo: url });
});

test('answers 我的隐患 with the open dangers of the bound employee, and nobody else', async () => {
  const rule = { name: '我的隐患', type: '3', keyword: '我的隐患', match: '1' };
  const [account] = await place.app.sql<{ id: string }>('select id from wx_account where app_id = $1', [appId]);
  await call(
    'wxAutoReply.create',
    {
      ...rule,
      accountId: account?.id,
      answer: { repType: 'text', repContent: '{我的隐患}' },
    },
    'admin',
  );
  const openid = followerNo(9);
  const answers = async () => {
    const { wxUserId } = await conversationOf(9);
    return (await historyOf(wxUserId)).records.filter(({ type }) => type === '2').map(({ repContent }) => repContent);
  };
  await place.act(appId, openid, 'text', { text: '我的隐患' });
  await expect.poll(answers).toEqual([expect.stringContaining('还没有绑定从业人员')]);

  const tenant = place.people.home;
  const [own, other] = await makePeople(place.app, tenant, [{ postKind: 'driver' }, { postKind: 'driver' }]);
  for (const [who, title] of [
    [own, '灭火器过期'],
    [other, '他人的隐患'],
  ] as const)
    await place.app.sql(
      `insert into danger (tenant_id, id, enterprise_id, no, title, level, category, source, place, found_at, found_by,
         deadline_on, status, duty_person_id, created_at, updated_at)
       values ($1, gen_random_uuid(), $2, $3, $3, 'general', 'fire', 'self', '车库', now(), 'enterprise', '2026-02-01',
         'open', $4, now(), now())`,
      [tenant.id, tenant.enterpriseIds[0], title, who?.id],
    );
  const [employee] = await place.app.sql<{ name: string }>('select name from employee where id = $1', [own?.id]);
  await place.app.sql('update wx_follower set employee_id = $2 where open_id = $1', [openid, own?.id]);
  // Automatic answers to one follower keep a distance of three seconds, so the follower asks until an answer comes.
  await place.pass(10);
  await expect
    .poll(
      async () => {
        await place.act(appId, openid, 'text', { text: '我的隐患' });
        return answers();
      },
      { timeout: 20_000, interval: 1_000 },
    )
    .toContainEqual(expect.stringContaining(`${employee?.name}，您名下有 1 项待整改的隐患`));
  const all = (await answers()).join('\n');
  expect(all).toContain('1. 灭火器过期（2026-02-01 前，已超期）');
  expect(all).not.toContain('他人的隐患');
});

test('S61: refuses forged, stale, foreign and unencrypted callbacks', async () => {
  const openid = followerNo(2);
  const status = async (twist: string) => (await place.act(appId, openid, 'text', { text: '假的', twist })).status;
  expect(await status('badSignature')).toBe(403);
  expect(await status('stale')).toBe(403);
  expect(await status('foreign')).toBe(400);
  expect(await status('plain')).toBe(403);
  expect(await status('doubled')).toBe(200);
  const one = await conversationOf(2);
  expect((await historyOf(one.wxUserId)).total).toBe(1);
});

test('S61 accepts one MsgId from two followers', async () => {
  const texts = async (no: number) =>
    (await historyOf((await conversationOf(no)).wxUserId)).records.map(({ repContent }) => repContent);
  for (const [no, text, msgId] of [
    [21, '第一位', '900'],
    [22, '第二位', '900'],
    [21, '又一次', '900'],
    [23, '甲', ''],
    [23, '乙', ''],
    [24, '甲', ''],
  ] as const)
    expect(await place.act(appId, followerNo(no), 'text', { text, msgId, twist: 'doubled' })).toMatchObject({
      answer: 'success',
    });
  await expect.poll(() => texts(23)).toEqual(['乙', '甲']);
  expect(await texts(24)).toEqual(['甲']);
  expect(await texts(22)).toEqual(['第二位']);
  // Callbacks with the same sender and MsgId are one message, whatever a retry contains.
  expect(await texts(21)).toEqual(['第一位']);
});

test('finds WeChat messages by any two characters', async () => {
  const openid = followerNo(3);
  await place.act(appId, openid, 'text', { text: '仓库东门的消防栓漏水了' });
  await conversationOf(3);
  const find = async (keyword: string) =>
    (await call<Row[]>('wxMessage.search', { keyword })).map((one) => one.repContent);
  expect(await find('漏水')).toEqual(['仓库东门的消防栓漏水了']);
  expect(await find('消防栓')).toEqual(['仓库东门的消防栓漏水了']);
  expect(await find('水漏')).toEqual([]);
});

test('S61 assigns a WeChat app id to the tenant that has its valid secret', async () => {
  const squatted = 'wxsquatted0000001';
  const keys = { token: 'tokenOfTests', aesKey: `${'abcdefg'.repeat(6)}A` };
  const values = { name: '抢注', appId: squatted, kind: '2', mode: '2', ...keys };
  const theirs = dataOf<{ id: string }>(
    await place.people.call('wxAccount.create', { ...values, secret: 'invented'.repeat(4) }, 'admin', 'other'),
  );
  await place.account(squatted);
  const own = async () =>
    (
      await call<Paged<{ id: string; appId: string; problem: string | null }>>(
        'wxAccount.page',
        { current: 1, size: 50 },
        'admin',
      )
    ).records.find((row) => row.appId === squatted);
  const mine = await own();
  expect(mine?.problem).toContain('另一个单位登记');
  const check = (id: string, tenant: 'home' | 'other') => place.people.call('wxAccount.check', { id }, 'admin', tenant);
  expect(dataOf<{ ok: boolean }>(await check(theirs.id, 'other')).ok).toBe(false);
  expect(dataOf(await check(mine?.id ?? '', 'home'))).toEqual({ ok: true, message: '已连上微信' });
  expect((await own())?.problem).toBeNull();
  // The callback uses the new owner when its cache has expired, after five seconds.
  await expect
    .poll(async () => {
      await place.act(squatted, followerNo(31), 'text', { text: '找对人了' });
      return place.app.sql('select from wx_inbox where tenant_id = $1 and open_id = $2', [
        place.people.home.id,
        followerNo(31),
      ]);
    })
    .not.toEqual([]);
  // The former owner does not get the app id back with an invented secret.
  expect(dataOf<{ ok: boolean }>(await check(theirs.id, 'other')).ok).toBe(false);
  expect((await own())?.problem).toBeNull();
});

test('allows five WeChat messages in the 48-hour window', async () => {
  const openid = followerNo(4);
  await place.act(appId, openid, 'text', { text: '请问' });
  const { wxUserId } = await conversationOf(4);
  const send = (more: object = {}) =>
    place.people.call('wxMessage.send', { appId, wxUserId, repType: 'text', repContent: '好', ...more }, 'regulator');
  for (let no = 0; no < 4; no += 1) expect((await send()).status).toBe(200);
  const response = await send();
  expect(response.json).toMatchObject({ data: { errors: [{ field: 'lastInWindow' }] } });
  expect((await send({ sure: ['lastInWindow'] })).status).toBe(200);
  const over = await send();
  expect(over.status).toBe(400);
  expect(over.text).toContain('条数已用完');
  await place.act(appId, openid, 'text', { text: '在吗' });
  await expect
    .poll(async () => (await call<Conversation>('wxMessage.conversation', { id: wxUserId })).windowLeft)
    .toBe(5);
  await place.pass(48 * 3600 + 60);
  // Signs in again, because the first session has expired two days later.
  const { access_token: token } = await signIn(place.app, place.people.home, 'regulator');
  const wanted = { appId, wxUserId, repType: 'text', repContent: '好' };
  const late = await sendCall(place.app, callNamed(place.app, 'wxMessage.send'), wanted, { token });
  expect(late.text).toContain('48 小时');
});
