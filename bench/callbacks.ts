// Time from a WeChat callback to the screens: 5,000 sockets on two nodes with Redis, each subscribed to a follower's
// chat.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { readSecrets } from '../apps/server/src/platform/secrets/index.ts';
import { WebSocket } from '../apps/server/testing/websockets.ts';
import { openTestRedis } from '../apps/server/testing/redis.ts';
import type { Figure } from './measured-results.ts';
import { forEachOf, percentile, secondsOr } from './measure.ts';
import { makePeople, removePeople } from './people.ts';
import { scaled, type Place } from './database.ts';
import { serveApp, type Server } from './servers.ts';
import { openWechat, sendCallback } from './wechat.ts';

const people = scaled(1_000);
const socketsEach = 5;
const rate = 50;
const tenantId = '1';

/** Creates one follower of the tenant's account for each person. Five sockets subscribe to each follower. */
async function makeFollowers(place: Place) {
  const mark = randomUUID().slice(0, 6);
  const openIds = Array.from({ length: people }, (_, no) => `oLine${mark}${String(no).padStart(17, '0')}`);
  return place.sql<{ id: string; openId: string }>(
    `insert into wx_follower (tenant_id, id, account_id, open_id, nick_name, subscribed_at, created_at, updated_at)
     select $1, gen_random_uuid(), (select id from wx_account where tenant_id = $1 and app_id = 'wxdemo000000000001'), one,
       one, now(), now(), now() from unnest($2::text[]) as one returning id, open_id as "openId"`,
    [tenantId, openIds],
  );
}

const frame = (command: string, headers: Record<string, string>) =>
  `${command}\n${Object.entries(headers)
    .map(([name, value]) => `${name}:${value}\n`)
    .join('')}\n\0`;

/** Opens a socket and subscribes to a follower, as the page does. */
async function subscribe(url: string, token: string, followerId: string, onText: (text: string) => void) {
  const options = { origin: url, perMessageDeflate: false };
  const socket = new WebSocket(`${url.replace('http', 'ws')}/weixin/ws`, ['v12.stomp'], options);
  await once(socket, 'open');
  socket.send(frame('CONNECT', { 'accept-version': '1.2', 'heart-beat': '0,0', Authorization: `Bearer ${token}` }));
  await new Promise<void>((done, fail) => {
    socket.on('error', fail);
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('CONNECTED'))
        socket.send(frame('SUBSCRIBE', { id: '0', destination: `/weixin/wx_msg${followerId}`, receipt: 'open' }));
      else if (text.startsWith('RECEIPT')) done();
      else if (text.startsWith('ERROR')) fail(new Error(text));
      else if (text.startsWith('MESSAGE'))
        onText(JSON.parse(text.slice(text.indexOf('\n\n') + 2, text.lastIndexOf('\0'))).repContent);
    });
  });
  return socket;
}

export async function callbacks(place: Place): Promise<Figure[]> {
  const redis = await openTestRedis();
  const wechat = await openWechat();
  // Several nodes get the secrets by configuration, not from a folder.
  const { clientId, clientSecret, passwordKey, fileLinkKey } = readSecrets(place.dataDir);
  const client = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret };
  const keys = { PASSWORD_KEY: passwordKey, FILE_LINK_KEY: fileLinkKey };
  const config = { ...wechat.config, REDIS_URL: redis.url, ...client, ...keys };
  const nodes: Server[] = [];
  const sockets: WebSocket[] = [];
  try {
    for (let no = 0; no < 2; no += 1) nodes.push(await serveApp(place, config));
    const urlOf = (no: number) => nodes[no % nodes.length]?.url ?? '';
    const followers = await makeFollowers(place);
    const sessions = await makePeople(place, tenantId, people);
    const waits: number[] = [];
    const onText = (text: string) => void waits.push(Date.now() - Number(text.split(' ')[1]));
    await forEachOf(
      Array.from({ length: people * socketsEach }, (_, no) => no),
      40,
      async (no) => {
        const follower = followers[no % people]?.id ?? '';
        const token = sessions[Math.floor(no / socketsEach)]?.token ?? '';
        sockets.push(await subscribe(urlOf(no), token, follower, onText));
      },
    );
    let sent = 0;
    const write = async (count: number) => {
      const pending: Promise<unknown>[] = [];
      for (let no = 0; no < count; no += 1) {
        sent += 1;
        const openId = followers[sent % people]?.openId ?? '';
        pending.push(sendCallback(urlOf(sent), openId, `bench ${Date.now()} 第${sent}条`, `${Date.now()}${sent}`));
        await pause(1000 / rate);
      }
      await Promise.all(pending);
      await pause(3_000);
    };
    // The first message of a follower opens its conversation.
    await write(people);
    waits.length = 0;
    const before = sent;
    await write(rate * secondsOr(60));
    const missing = (sent - before) * socketsEach - waits.length;
    return [
      { what: 'callback to screen on 5,000 sockets, p99 ms', value: percentile(waits, 0.99), target: '<= 500' },
      { what: 'frames of callbacks lost or doubled', value: Math.abs(missing), target: '<= 0' },
    ];
  } finally {
    for (const socket of sockets) socket.terminate();
    for (const node of nodes) await node.stop();
    wechat.close();
    await redis.kill();
    await removePeople(place, tenantId);
  }
}
