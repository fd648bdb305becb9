// Followers who attack: one floods, documents and names are hostile; two clerks answer one follower; nodes share the work.
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

test('one follower floods with 3,000 messages; another is seen within a second', async () => {
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

test('S39: names and texts lose what makes one pass for another; addresses that are none lead nowhere', async () => {
  await place.act(appId, followerNo(9), 'text', { text: '正常\u202e反转\u0000\u200b<img src=x onerror=alert(1)>👨‍👩‍👧' });
  await place.app.workOften();
  const one = await conversationOf(9);
  const { records } = await call<{ records: { repContent: string }[] }>('wxMessage.page', {
    appId,
    wxUserId: one?.wxUserId,
  });
  expect(records[0]?.repContent).toBe('正常反转<img src=x onerror=alert(1)>👨‍👩‍👧');
});

test('two clerks on one follower: who took it has it; a second answer is held back with a question; handing over leaves a note', async () => {
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
  await call('wxMessage.send', { appId, wxUserId, repType: 'text', repContent: '在的', seenId }, 'admin');
  const second = { appId, wxUserId, repType: 'text', repContent: '您好', seenId };
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

test('a refused message says why and is sent once more; a token that ended is replaced by itself', async () => {
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

test('automatic answers: words before kinds; the conversation still waits for a person', async () => {
  const [{ id: accountId = '' } = {}] = await place.app.sql<{ id: string }>(
    'select id from wx_account where app_id = $1',
    [appId],
  );
  const rule = (more: Record<string, unknown>, text: string) =>
    call('wxAutoReply.create', { accountId, name: text, answer: { repType: 'text', repContent: text }, ...more });
  await rule({ type: '2', reqType: 'text' }, '收到您的消息');
  await rule({ type: '3', keyword: '整改', match: '2' }, '请在平台提交整改');
  await place.act(appId, followerNo(12), 'text', { text: '怎么整改' });
  const said = async () => {
    const one = await conversationOf(12);
    if (!one) return [];
    const { records } = await call<{ records: { repContent: string; auto: boolean; sendState: string }[] }>(
      'wxMessage.page',
      { appId, wxUserId: one.wxUserId, type: '2' },
    );
    return records.map(({ repContent, auto, sendState }) => [repContent, auto, sendState]);
  };
  await expect.poll(said).toEqual([['请在平台提交整改', true, 'sent']]);
  expect(await conversationOf(12)).toMatchObject({ state: 'pending' });
});

test('a node that was killed after its answer: another node does the work', async () => {
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
