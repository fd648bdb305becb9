// Tests attacks on WeChat accounts of other owners: even with all permits, enterprise roles see only their own
// accounts.
import { Client } from '@stomp/stompjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { systemScope } from '#kernel/scope.ts';
import { dataOf, signIn } from '../../../testing/client.ts';
import { followerNo, openWxApp, type WxApp } from '../../../testing/wx-app.ts';

const ofUnit = 'wxunit0000000001';
const ofFirm = 'wxfirm0000000001';
const ofNeighbour = 'wxnext0000000001';
let place: WxApp;
let firm: string;
let neighbour: string;
const followers: Record<string, string> = {};
const firsts: Record<string, string> = {};

type Who = 'regulator' | 'admin' | 'entadmin' | 'entstaff';
const ask = (name: string, input: Record<string, unknown>, who: Who = 'entstaff') =>
  place.people.call(name, input, who);
const callForData = async <T>(name: string, input: Record<string, unknown>, who: Who = 'entstaff') =>
  dataOf<T>(await ask(name, input, who));
interface Row {
  id: string;
  wxUserId: string;
  appId: string;
  repContent: string | null;
}
const rowsOf = async (name: string, input: Record<string, unknown> = {}, who: Who = 'entstaff') =>
  (await callForData<{ records: Row[] }>(name, { current: 1, size: 50, ...input }, who)).records;

beforeAll(async () => {
  place = await openWxApp();
  const { app, people } = place;
  [firm = '', neighbour = ''] = [people.home.enterpriseIds[0], people.home.enterpriseIds[2]];
  await place.account(ofUnit);
  await place.account(ofFirm, 'safe', firm);
  await place.account(ofNeighbour, 'safe', neighbour);
  // Simulates a mistake of an administrator: every enterprise role gets all permits for public accounts, and the
  // membership plan allows them.
  await app.sql(
    `insert into role_permit (tenant_id, role_id, permit)
     select r.tenant_id, r.id, p.permit from role r
     cross join (select distinct permit from role_permit where tenant_id = $1 and permit like 'wxmp:%') p
     where r.tenant_id = $1 and r.code in ('ROLE_ENT_ADMIN', 'ROLE_ENT_STAFF') on conflict do nothing`,
    [people.home.id],
  );
  await app.sql(
    `insert into membership (tenant_id, enterprise_id, began_on, months, ends_on, plan_code, plan_name, opens, seats,
       storage_mb, lookups, updated_at)
     select $1, id, current_date - 30, 1200, date '2099-01-01', 'standard', '安全会员', '{publicAccount}', 9, 9, 9, now()
     from unnest($2::uuid[]) id on conflict (tenant_id, enterprise_id) do nothing`,
    [people.home.id, people.home.enterpriseIds],
  );
  for (const appId of [ofUnit, ofFirm, ofNeighbour]) {
    await place.act(appId, followerNo(1), 'text', { text: `密语 ${appId}` });
    await place.act(appId, followerNo(1), 'image');
  }
  await app.workOften();
  for (const one of await rowsOf('wxMessage.conversationPage', {}, 'regulator')) {
    followers[one.appId] = one.wxUserId;
    const [oldest] = await rowsOf('wxMessage.page', { wxUserId: one.wxUserId, sort: 'createTime' }, 'regulator');
    firsts[one.appId] = oldest?.id ?? '';
  }
}, 120_000);
afterAll(() => place.close());

test('S39: lists, searches and counts only the own WeChat account for an enterprise', async () => {
  expect((await callForData<Row[]>('wxAccount.list', {})).map(({ appId }) => appId)).toEqual([ofFirm]);
  for (const name of ['wxAccount.page', 'wxFollower.page', 'wxMessage.conversationPage', 'wxMessage.page'])
    expect((await rowsOf(name)).map(({ appId }) => appId)).toEqual([ofFirm]);
  expect((await callForData<Row[]>('wxMessage.search', { keyword: '密语' })).map((one) => one.repContent)).toEqual([
    `密语 ${ofFirm}`,
  ]);
  expect(await callForData('wxMessage.unread', {})).toMatchObject({ all: 2 });
  expect(await callForData('wxMessage.unread', {}, 'regulator')).toMatchObject({ all: 6 });
  const clerks = await callForData<{ name: string }[]>('wxMessage.clerks', {});
  expect(clerks.map(({ name }) => name.replace(/^租户\d+/, ''))).toEqual(['entadmin', 'entstaff']);
});

test.each([ofUnit, ofNeighbour])(
  'S39: refuses users of other owners who read, send, fetch or change account %s',
  async (appId) => {
    const [wxUserId, id] = [followers[appId] ?? '', firsts[appId] ?? ''];
    const media = (await rowsOf('wxMessage.page', { wxUserId }, 'regulator')).length;
    expect(media).toBe(2);
    expect(await rowsOf('wxMessage.page', { wxUserId })).toEqual([]);
    expect(await callForData('wxMessage.search', { keyword: '密语', wxUserId })).toEqual([]);
    const [account] = await place.app.sql<{ id: string }>('select id from wx_account where app_id = $1', [appId]);
    const [temp] = await place.app.sql<{ id: string; media: string }>(
      `select id, rep_media_id as media from wx_message where follower_id = $1 and rep_type = 'image'`,
      [wxUserId],
    );
    const attempts: [string, Record<string, unknown>][] = [
      ['wxAccount.get', { id: account?.id }],
      ['wxAccount.check', { id: account?.id }],
      ['wxFollower.get', { id: wxUserId }],
      ['wxFollower.facts', { id: wxUserId }],
      ['wxFollower.update', { id: wxUserId, version: 1, remark: '我的' }],
      ['wxQuickReply.filled', { wxUserId }],
      ['wxMessage.missed', { wxUserId, afterId: id }],
      ['wxMessage.conversation', { id: wxUserId }],
      ['wxMessage.presence', { wxUserId, typing: true }],
      ['wxMessage.take', { wxUserId }],
      ['wxMessage.end', { wxUserId }],
      ['wxMessage.note', { wxUserId, text: '写进去' }],
      ['wxMessage.handOver', { wxUserId, userId: place.people.home.people.entstaff }],
      ['wxMessage.send', { appId, wxUserId, repType: 'text', repContent: '冒名' }],
      ['wxMessage.send', { appId: ofFirm, wxUserId, repType: 'text', repContent: '冒名' }],
      ['wxMessage.readFlag', { id, readFlag: '0' }],
      ['wxMessage.photo', { id: temp?.id }],
      ['wxMaterial.page', { appId, type: 'image' }],
      ['wxMaterial.tempOther', { appId, mediaId: temp?.media }],
      ['wxMaterial.tempOther', { appId: ofFirm, mediaId: temp?.media }],
      ['wxMaterial.remove', { appId, mediaId: 'media' }],
    ];
    for (const [name, input] of attempts) expect([name, (await ask(name, input)).status]).toEqual([name, 404]);
    const foreign = { accountId: account?.id, name: '截留', type: '3', keyword: '密语' };
    const answer = { repType: 'text', repContent: '我来回答' };
    expect((await ask('wxAutoReply.create', { ...foreign, answer })).status).toBe(400);
    const unread = await place.app.sql<{ found: number }>(
      `select count(*)::int as found from wx_message where follower_id = $1 and read_flag = '1'`,
      [wxUserId],
    );
    expect(unread).toEqual([{ found: 2 }]);
  },
);

test('S39: lets only users of the enterprise answer for its WeChat account', async () => {
  const sent = { appId: ofFirm, wxUserId: followers[ofFirm], repType: 'text', repContent: '您好' };
  expect(await callForData('wxMessage.send', sent)).toMatchObject({ sendState: 'sent' });
  const fresh = { name: '别家的', kind: '2', mode: '2', appId: 'wxelse0000000001' };
  expect((await ask('wxAccount.create', { ...fresh, enterpriseId: neighbour })).status).toBe(400);
  await callForData('wxAccount.create', { ...fresh, name: '自家的' });
  const [own] = await place.app.sql<{ owner: string }>(
    `select enterprise_id as owner from wx_account where app_id = 'wxelse0000000001'`,
  );
  expect(own?.owner).toBe(firm);
  await callForData('wxQuickReply.create', { title: '单位的', content: '单位答复' }, 'regulator');
  await callForData('wxQuickReply.create', { title: '自家的', content: '自家答复' });
  const filled = async (appId: string, who: Who) =>
    (await callForData<{ title: string }[]>('wxQuickReply.filled', { wxUserId: followers[appId] }, who)).map(
      ({ title }) => title,
    );
  expect(await filled(ofFirm, 'entstaff')).toEqual(['自家的']);
  expect(await filled(ofUnit, 'regulator')).toEqual(['单位的']);
});

async function listen(token: string, wxUserId: string) {
  const heard: string[] = [];
  const errors: string[] = [];
  const client = new Client({
    webSocketFactory: () =>
      new WebSocket(`${place.here.replace('http', 'ws')}/weixin/ws`, ['v12.stomp'], {
        headers: { origin: new URL(place.here).origin },
      }) as never,
    connectHeaders: { Authorization: `Bearer ${token}` },
    reconnectDelay: 0,
  });
  client.onStompError = ({ headers }) => errors.push(headers['message'] ?? '');
  const connected = new Promise<void>((done) => (client.onConnect = () => done()));
  client.activate();
  await connected;
  client.subscribe(`/weixin/wx_msg${wxUserId}`, ({ body }) => heard.push(body));
  return { client, heard, errors };
}

test('S63: refuses live-channel subscriptions to followers of another owner’s WeChat account', async () => {
  const token = (await signIn(place.app, place.people.home, 'entstaff')).access_token;
  for (const appId of [ofUnit, ofNeighbour]) {
    const one = await listen(token, followers[appId] ?? '');
    await expect.poll(() => one.errors).toEqual(['当前操作没有权限']);
    await place.act(appId, followerNo(1), 'text', { text: '听不到' });
    await one.client.deactivate();
    expect(one.heard).toEqual([]);
  }
  const own = await listen(token, followers[ofFirm] ?? '');
  await place.act(ofFirm, followerNo(1), 'text', { text: '听得到' });
  await expect.poll(() => own.heard.length).toBe(1);
  await own.client.deactivate();
});

test('transfers WeChat account and chats of a merged enterprise to the remaining enterprise', async () => {
  await place.app.db.scoped(systemScope('test', place.people.home.id), ({ client }) =>
    client.query('update wx_account set enterprise_id = $1 where app_id = $2', [firm, ofNeighbour]),
  );
  expect((await rowsOf('wxMessage.conversationPage')).map(({ appId }) => appId).toSorted()).toEqual([
    ofFirm,
    ofNeighbour,
  ]);
  expect(await callForData<Row[]>('wxMessage.search', { keyword: '密语' })).toHaveLength(2);
  expect(await rowsOf('wxMessage.page', { wxUserId: followers[ofNeighbour] })).not.toEqual([]);
});
