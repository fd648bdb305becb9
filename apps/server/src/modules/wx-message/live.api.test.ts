// Tests the live channel with third-party clients: stompjs 2.3 with sockjs-client, and stompjs 7.
import { Client } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import Stomp from 'stompjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { dataOf, signIn } from '../../../testing/client.ts';
import { followerNo, openWxApp, type WxApp } from '../../../testing/wx-app.ts';

let place: WxApp;
let appId: string;
let wxUserId: string;
let token: string;
beforeAll(async () => {
  place = await openWxApp();
  appId = await place.account('wxlive0000000001');
  await place.act(appId, followerNo(1), 'text', { text: '第一条' });
  await place.app.workOften();
  const { records } = dataOf<{ records: { wxUserId: string }[] }>(
    await place.people.call('wxMessage.conversationPage', { current: 1, size: 10 }),
  );
  wxUserId = records[0]?.wxUserId ?? '';
  token = (await signIn(place.app, place.people.home, 'regulator')).access_token;
}, 120_000);
afterAll(() => place.close());

const bearer = (of = token) => ({ Authorization: `Bearer ${of}` });
const origin = () => ({ origin: new URL(place.here).origin });
const socketAddress = (path: string) => `${place.here.replace('http', 'ws')}${path}`;
const contentOf = (body: string): string => {
  const message: { repContent: string; type: string } = JSON.parse(body);
  return `${message.type} ${message.repContent}`;
};

test('CA-11 ST-11: sends messages of the open follower to the legacy client (stompjs 2.3 over SockJS)', async () => {
  const carrier = new SockJS(`${place.here}/weixin/ws`, null, {
    transports: 'websocket',
    transportOptions: { websocket: { headers: origin() } },
  } as object);
  const client = Stomp.over(carrier as never);
  client.debug = () => {};
  const heard: string[] = [];
  await new Promise<void>((done, failed) =>
    client.connect(
      bearer(),
      () => done(),
      (error: unknown) => failed(new Error(String(error))),
    ),
  );
  client.subscribe(`/weixin/wx_msg${wxUserId}`, ({ body }) => heard.push(contentOf(body)));
  // The old client sends this heartbeat so that the connection stays open.
  client.send('test', {}, '');
  await place.act(appId, followerNo(1), 'text', { text: '听得到吗' });
  await expect.poll(() => heard).toEqual(['1 听得到吗']);
  await new Promise<void>((done) => client.disconnect(() => done()));
});

function modern(path: string, options: { headers?: Record<string, string>; versions?: string } = {}) {
  const heard: string[] = [];
  const errors: string[] = [];
  const client = new Client({
    webSocketFactory: () =>
      new WebSocket(socketAddress(path), ['v12.stomp', 'v11.stomp'], { headers: origin() }) as never,
    connectHeaders: options.headers ?? bearer(),
    reconnectDelay: 0,
    heartbeatIncoming: 5_000,
    heartbeatOutgoing: 5_000,
  });
  client.onStompError = ({ headers }) => errors.push(headers['message'] ?? '');
  const connected = new Promise<void>((done) => (client.onConnect = () => done()));
  client.activate();
  return { client, heard, errors, connected };
}

test('CA-11: sends messages of both directions and receipts to stompjs 7 over WebSocket', async () => {
  const one = modern('/weixin/ws');
  await one.connected;
  const receipt = new Promise<void>((done) => one.client.watchForReceipt('r1', () => done()));
  one.client.subscribe(`/weixin/wx_msg${wxUserId}`, ({ body }) => one.heard.push(contentOf(body)), { receipt: 'r1' });
  await receipt;
  await place.act(appId, followerNo(1), 'text', { text: '新客户端' });
  await expect.poll(() => one.heard).toEqual(['1 新客户端']);
  dataOf(await place.people.call('wxMessage.send', { appId, wxUserId, repType: 'text', repContent: '听到了' }));
  await expect.poll(() => one.heard.at(-1)).toBe('2 听到了');
  await one.client.deactivate();
});

test('S63: refuses a live connection without a token or permit', async () => {
  const nobody = modern('/weixin/ws/websocket', { headers: {} });
  await expect.poll(() => nobody.errors).toEqual(['登录过期']);
  const shop = modern('/weixin/ws', { headers: bearer(place.people.token('entadmin')) });
  await expect.poll(() => shop.errors).toEqual(['当前操作没有权限']);
  const other = modern('/weixin/ws', { headers: bearer(place.people.token('regulator', 'other')) });
  await other.connected;
  other.client.subscribe(`/weixin/wx_msg${wxUserId}`, ({ body }) => other.heard.push(body));
  await expect.poll(() => other.errors).toEqual(['当前操作没有权限']);
  const publisher = modern('/weixin/ws');
  await publisher.connected;
  publisher.client.publish({ destination: `/weixin/wx_msg${wxUserId}`, body: '假的' });
  await expect.poll(() => publisher.errors).toEqual(['不能向这个地址发送']);
  const status = await new Promise<number | undefined>((done) => {
    const foreign = new WebSocket(socketAddress('/weixin/ws'), { origin: 'https://evil.example.com' });
    foreign.on('unexpected-response', (_request, answer) => done(answer.statusCode));
    foreign.on('error', () => {});
  });
  expect(status).toBe(403);
  for (const one of [nobody, shop, other, publisher]) await one.client.deactivate();
});

test('CA-11: fetches missed WeChat messages once', async () => {
  const seen = dataOf<{ records: { id: string }[] }>(
    await place.people.call('wxMessage.page', { current: 1, size: 1, appId, wxUserId }),
  ).records[0]?.id;
  for (const text of ['一', '二', '三']) await place.act(appId, followerNo(1), 'text', { text });
  const missed = async () =>
    dataOf<{ repContent: string }[]>(await place.people.call('wxMessage.missed', { wxUserId, afterId: seen })).map(
      ({ repContent }) => repContent,
    );
  await expect.poll(missed).toEqual(['一', '二', '三']);
});

test('S63: ends the live connection when a permit was revoked without notification', async () => {
  const one = modern('/weixin/ws');
  await one.connected;
  const receipt = new Promise<void>((done) => one.client.watchForReceipt('r2', () => done()));
  one.client.subscribe(`/weixin/wx_msg${wxUserId}`, ({ body }) => one.heard.push(body), { receipt: 'r2' });
  await receipt;
  await place.app.sql(`delete from role_permit where tenant_id = $1 and permit = 'wxmp:wxmsg:index'`, [
    place.people.home.id,
  ]);
  await expect.poll(() => one.errors, { timeout: 10_000 }).toEqual(['当前操作没有权限']);
  await one.client.deactivate();
});
