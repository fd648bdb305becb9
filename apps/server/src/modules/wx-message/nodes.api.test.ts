// Two nodes with one database and one Redis: sockets of one node receive messages of the other node. Without Redis,
// messages are still stored and reconnecting clients fetch the missed messages.
import { Client } from '@stomp/stompjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { dataOf, send, signIn } from '../../../testing/client.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { openTestRedis } from '../../../testing/redis.ts';
import { followerNo, openWxApp, type WxApp } from '../../../testing/wx-app.ts';

const redis = await openTestRedis();
const env = {
  REDIS_URL: redis.url,
  FILE_LINK_KEY: 'k'.repeat(40),
  CLIENT_ID: 'browser',
  CLIENT_SECRET: 's'.repeat(40),
  PASSWORD_KEY: 'abcdefgh12345678',
};
let one: WxApp;
let two: TestApp;
let twoAt: string;
const appId = 'wxnodes000000001';
let wxUserId: string;
let token: string;

beforeAll(async () => {
  one = await openWxApp({ env });
  two = await openTestApp({ env, database: one.app.database });
  twoAt = await two.app.listen({ host: '127.0.0.1', port: 0 });
  await one.account(appId);
  await one.act(appId, followerNo(1), 'text', { text: '第一条' });
  await one.app.workOften();
  const { records } = dataOf<{ records: { wxUserId: string }[] }>(
    await one.people.call('wxMessage.conversationPage', { current: 1, size: 10 }),
  );
  wxUserId = records[0]?.wxUserId ?? '';
  token = (await signIn(two, one.people.home, 'regulator')).access_token;
}, 120_000);
afterAll(async () => {
  await two.close();
  await one.close();
  await redis.kill();
});

async function listener(at = twoAt) {
  const heard: string[] = [];
  const client = new Client({
    webSocketFactory: () =>
      new WebSocket(`${at.replace('http', 'ws')}/weixin/ws`, ['v12.stomp'], {
        origin: new URL(at).origin,
      }) as never,
    connectHeaders: { Authorization: `Bearer ${token}` },
    reconnectDelay: 0,
  });
  const connected = new Promise<void>((done) => (client.onConnect = () => done()));
  client.activate();
  await connected;
  const subscribed = new Promise<void>((done) => client.watchForReceipt('open', () => done()));
  client.subscribe(
    `/weixin/wx_msg${wxUserId}`,
    ({ body }) => {
      const { repContent }: { repContent: string } = JSON.parse(body);
      heard.push(repContent);
    },
    { receipt: 'open' },
  );
  await subscribed;
  return { client, heard };
}
const missedAfter = async (afterId: string) =>
  dataOf<{ id: string; repContent: string }[]>(
    await send(two, 'GET', `/weixin/wxmsg/missed?wxUserId=${wxUserId}&afterId=${afterId}`, { token }),
  );
const newest = async () =>
  dataOf<{ records: { id: string }[] }>(
    await one.people.call('wxMessage.page', { current: 1, size: 1, appId, wxUserId }),
  ).records[0]?.id ?? '';

test('CA-11: sends a callback that one node received to the sockets of both nodes once', async () => {
  const { client, heard } = await listener();
  const near = await listener(one.here);
  for (const text of ['甲', '乙', '丙']) await one.act(appId, followerNo(1), 'text', { text });
  await expect.poll(() => heard).toEqual(['甲', '乙', '丙']);
  dataOf(await one.people.call('wxMessage.send', { appId, wxUserId, repType: 'text', repContent: '收到' }));
  await expect.poll(() => heard).toEqual(['甲', '乙', '丙', '收到']);
  await expect.poll(() => near.heard).toEqual(['甲', '乙', '丙', '收到']);
  await client.deactivate();
  await near.client.deactivate();
});

test('CA-11: stores WeChat messages without Redis', async () => {
  const { client, heard } = await listener();
  const seen = await newest();
  await redis.kill();
  for (const text of ['断一', '断二']) {
    const { status } = await one.act(appId, followerNo(1), 'text', { text });
    expect(status).toBe(200);
  }
  await one.app.workOften();
  await expect
    .poll(async () => (await missedAfter(seen)).map(({ repContent }) => repContent))
    .toEqual(['断一', '断二']);
  await redis.start();
  // The nodes reconnect to Redis by themselves. Later messages reach both nodes as before.
  await expect
    .poll(
      async () => {
        await one.act(appId, followerNo(1), 'text', { text: '恢复' });
        return heard.includes('恢复');
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true);
  const missedMessages = await missedAfter(seen);
  expect(new Set(missedMessages.map(({ id }) => id)).size).toBe(missedMessages.length);
  await client.deactivate();
}, 60_000);
