// Attacks by followers: floods, hostile documents and hostile names. Also two users who answer one follower, and
// several nodes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dataOf } from '../../../testing/client.ts';
import { openTestApp } from '../../../testing/app.ts';
import { followerNo, openWxApp, type WxApp } from '../../../testing/wx-app.ts';

let place: WxApp;
let appId: string;
beforeAll(async () => {
  place = await openWxApp();
  appId = await place.account('wxflood000000001');
}, 120_000);
afterAll(() => place.close());

const call = async <T>(name: string, input: Record<string, unknown>, who: 'regulator' | 'admin' = 'regulator') =>
  dataOf<T>(await place.people.call(name, input, who));
interface Conversation {
  wxUserId: string;
  assigneeName: string | null;
  state: string;
}
const conversationOf = async (no: number) =>
  (
    await call<{ records: Conversation[] }>('wxMessage.conversationPage', {
      nickName: `微信用户${followerNo(no).slice(-4)}`,
    })
  ).records[0];

test('delays another follower by at most a second during a flood of 3,000 messages', async () => {
  const [{ tenant_id: tenantId, id: accountId } = { tenant_id: '', id: '' }] = await place.app.sql<{
    tenant_id: string;
    id: string;
  }>('select tenant_id, id from wx_account where app_id = $1', [appId]);
  await place.app.sql(
    `insert into wx_inbox (tenant_id, id, account_id, open_id, event_key, nonce_key, body_hash, body, received_at)
     select $1, ('00000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, $2, $3, 'm:' || n, 'n:' || n, 'h',
       jsonb_build_object('MsgType', 'text', 'FromUserName', $3::text, 'Content', '刷屏 ' || n), $4
     from generate_series(1, 3000) n`,
    [tenantId, accountId, followerNo(7), place.app.clock.now()],
  );
  await place.act(appId, followerNo(8), 'text', { text: '燃气泄漏！' });
  const since = performance.now();
  await expect.poll(() => conversationOf(8), { interval: 20 }).toBeTruthy();
  expect(performance.now() - since).toBeLessThan(1_000);
  await place.app.workOften();
  const flooder = await conversationOf(7);
  const { total } = await call<{ total: number }>('wxMessage.page', { appId, wxUserId: flooder?.wxUserId, size: 1 });
  expect(total).toBe(3_000);
});

test('S39: removes misleading characters from WeChat messages', async () => {
  await place.act(appId, followerNo(9), 'text', { text: '正常\u202e反转\u0000\u200b<img src=x onerror=alert(1)>👨‍👩‍👧' });
  await place.app.workOften();
  const one = await conversationOf(9);
  const { records } = await call<{ records: { repContent: string }[] }>('wxMessage.page', {
    appId,
    wxUserId: one?.wxUserId,
  });
  expect(records[0]?.repContent).toBe('正常反转<img src=x onerror=alert(1)>👨‍👩‍👧');
});

test('lets only the assigned user answer a follower without confirmation', async () => {
  await place.act(appId, followerNo(10), 'text', { text: '有人吗' });
  await place.app.workOften();
  const one = await conversationOf(10);
  const wxUserId = one?.wxUserId ?? '';
  const { records } = await call<{ records: { id: string }[] }>('wxMessage.page', { appId, wxUserId });
  const seenId = records[0]?.id;
  expect(await call('wxMessage.presence', { wxUserId, typing: true }, 'admin')).toEqual([]);
  expect(await call('wxMessage.presence', { wxUserId, typing: false })).toMatchObject([{ typing: true }]);
  await call('wxMessage.take', { wxUserId }, 'admin');
  expect((await place.people.call('wxMessage.take', { wxUserId })).text).toContain('已经接手');
  const second = { appId, wxUserId, repType: 'text', repContent: '您好', seenId };
  expect((await place.people.call('wxMessage.send', second)).json).toMatchObject({
    data: { errors: [{ field: 'takenByOther' }] },
  });
  await call('wxMessage.send', { appId, wxUserId, repType: 'text', repContent: '在的', seenId }, 'admin');
  expect((await place.people.call('wxMessage.send', second)).json).toMatchObject({
    data: { errors: [{ field: 'answeredMeanwhile' }] },
  });
  expect(await call('wxMessage.send', { ...second, sure: ['answeredMeanwhile'] })).toMatchObject({ sendState: 'sent' });
  await call('wxMessage.handOver', { wxUserId, userId: place.people.home.people.regulator, note: '请跟进' }, 'admin');
  const noted = await call<{ records: { type: string; repContent: string }[] }>('wxMessage.page', {
    appId,
    wxUserId,
    notes: true,
  });
  expect(noted.records[0]).toMatchObject({ type: '3' });
  expect(noted.records[0]?.repContent).toContain('请跟进');
  expect(await call('wxMessage.end', { wxUserId })).toMatchObject({ state: 'ended' });
  await place.act(appId, followerNo(10), 'text', { text: '又来了' });
  await place.app.workOften();
  expect(await conversationOf(10)).toMatchObject({ state: 'pending' });
});

test('lists followers who wait for an answer before all others, and orders the bell by time (LY-15)', async () => {
  await place.act(appId, followerNo(12), 'text', { text: '先来的' });
  await place.app.workOften();
  const wxUserId = (await conversationOf(12))?.wxUserId ?? '';
  await call('wxMessage.send', { appId, wxUserId, repType: 'text', repContent: '已答' });
  await place.act(appId, followerNo(13), 'text', { text: '后来的' });
  await place.app.workOften();
  const { records } = await call<{ records: Conversation[] }>('wxMessage.conversationPage', { size: 50 });
  const isPending = records.map(({ state }) => state === 'pending');
  expect(isPending).toContain(false);
  expect(isPending.lastIndexOf(true)).toBeLessThan(isPending.indexOf(false));
  const bell = async (order: object) =>
    (
      await call<{ records: { id: string }[] }>('wxMessage.page', { notInRepType: 'event', size: 50, ...order })
    ).records.map(({ id }) => id);
  const latestFirst = await bell({ descs: 'create_time' });
  expect(latestFirst).toEqual(latestFirst.toSorted().toReversed());
  expect(await bell({ ascs: 'create_time' })).toEqual(latestFirst.toReversed());
  expect(await bell({})).toEqual(latestFirst);
});

test('shows the reason of a refused WeChat message and retries it', async () => {
  await place.act(appId, followerNo(11), 'text', { text: '你好' });
  await place.app.workOften();
  const wxUserId = (await conversationOf(11))?.wxUserId ?? '';
  const lever = (what: string) => place.lever('wx/switch', { appId, openid: followerNo(11), what });
  await lever('expireToken');
  expect(await call('wxMessage.send', { appId, wxUserId, repType: 'text', repContent: '一' })).toMatchObject({
    sendState: 'sent',
  });
  await place.lever('fault', { service: 'wx', mode: 'error', times: 1 });
  const failed = await call<{ id: string }>('wxMessage.send', { appId, wxUserId, repType: 'text', repContent: '二' });
  expect(failed).toMatchObject({ sendState: 'failed', failReason: '暂时连不上微信，请稍后再试' });
  expect(await call('wxMessage.retry', { id: failed.id })).toMatchObject({ id: failed.id, sendState: 'sent' });
  expect((await place.people.call('wxMessage.retry', { id: failed.id })).status).toBe(400);
  await lever('useUpQuota');
  expect(await call('wxMessage.send', { appId, wxUserId, repType: 'text', repContent: '三' })).toMatchObject({
    sendState: 'failed',
    failReason: '可发送的条数已用完，请等对方再次来信',
  });
  expect(await call('wxMessage.conversation', { id: wxUserId })).toMatchObject({ windowLeft: 0 });
});

test('prefers keywords for automatic replies to a WeChat message', async () => {
  const [{ id: accountId = '' } = {}] = await place.app.sql<{ id: string }>(
    'select id from wx_account where app_id = $1',
    [appId],
  );
  const rule = (more: Record<string, unknown>, text: string) =>
    call('wxAutoReply.create', { accountId, name: text, answer: { repType: 'text', repContent: text }, ...more });
  await rule({ type: '2', reqType: 'text' }, '收到您的消息');
  await rule({ type: '3', keyword: '整改', match: '2' }, '请在平台提交整改');
  await place.act(appId, followerNo(14), 'text', { text: '怎么整改' });
  const loadTexts = async () => {
    const one = await conversationOf(14);
    if (!one) return [];
    const { records } = await call<{ records: { repContent: string; auto: boolean; sendState: string }[] }>(
      'wxMessage.page',
      { appId, wxUserId: one.wxUserId, type: '2' },
    );
    return records.map(({ repContent, auto, sendState }) => [repContent, auto, sendState]);
  };
  await expect.poll(loadTexts).toEqual([['请在平台提交整改', true, 'sent']]);
  expect(await conversationOf(14)).toMatchObject({ state: 'pending' });
});

test('processes the WeChat callbacks of a crashed node on another node', async () => {
  const other = await openTestApp({ database: place.app.database });
  try {
    await place.app.sql(
      `insert into wx_inbox (tenant_id, id, account_id, open_id, event_key, nonce_key, body_hash, body, received_at)
       select tenant_id, gen_random_uuid(), id, $2, 'm:left', 'n:left', 'h',
         jsonb_build_object('MsgType', 'text', 'FromUserName', $2::text, 'Content', '没做完的'), $3
       from wx_account where app_id = $1`,
      [appId, followerNo(13), place.app.clock.now()],
    );
    await other.workOften();
    expect(await conversationOf(13)).toBeTruthy();
  } finally {
    await other.close();
  }
});
