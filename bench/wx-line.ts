// `node tools/run.mjs bench/wx-line.ts`, by hand, with redis-server there: 5,000 sockets on two nodes and one Redis, each with
// a follower open. How long a callback takes to them all; then all are cut off for ten minutes while messages go on (some
// told twice, as WeChat does), come back and fetch what they missed, as the page does. Shorter by BENCH_CUT=2 (minutes),
// BENCH_SOCKETS, BENCH_SECONDS; BENCH_RATE is callbacks a second.
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { readSecrets } from '../apps/server/src/platform/secrets/index.ts';
import { WebSocket } from '../apps/server/testing/bare-sockets.ts';
import { openTestRedis } from '../apps/server/testing/redis.ts';
import { until } from './faults/installation.ts';
import { openReport } from './faults/report.ts';
import { say } from './measure.ts';
import { cpuSpent } from './processor.ts';
import { ask, serveApp, type Server } from './servers.ts';
import { openChats, openKnocking, openVendor } from './wx-vendor.ts';

const total = Number(process.env['BENCH_SOCKETS'] ?? 5_000);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const rate = Number(process.env['BENCH_RATE'] ?? 50);
const cutMs = Number(process.env['BENCH_CUT'] ?? 10) * 60_000;
const perPerson = 5;
const perFollower = 5;
const tenantId = '1';

interface Listener {
  token: string;
  followerId: string;
  /** The youngest that is shown, and the youngest that was when the line stood again. */
  last: string;
  from: string;
  /** Ids of messages that are shown, with how often each came over one line. */
  shown: Map<string, number>;
  socket: WebSocket | null;
}
/** Frames of one line that came twice. */
const doubled: string[] = [];
const waits: number[] = [];
let counting = false;

const place = await openChats();
const mark = randomUUID().slice(0, 6);
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
const openIdOf = (no: number) => `oLine${mark}${String(no).padStart(17, '0')}`;

/** People of the unit with a session each, and followers of its account. */
const listeners = await withConnection(place.superuserUrl, async (client): Promise<Listener[]> => {
  const people = Array.from({ length: Math.ceil(total / perPerson) }, () => ({
    user: randomUUID(),
    session: randomUUID(),
    token: randomUUID(),
  }));
  const rows = JSON.stringify(people.map((one, n) => ({ ...one, n, hash: hashOf(one.token) })));
  const from = 'from jsonb_to_recordset($1::jsonb) p(n int, "user" uuid, session uuid, hash text)';
  await client.query('begin');
  await client.query(
    `insert into app_user (tenant_id, id, username, nick_name, type, created_at, updated_at)
     select $2, p.user, 'line-' || $3 || '-' || p.n, '值班' || p.n, 'regulator', now(), now() ${from}`,
    [rows, tenantId, mark],
  );
  await client.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select $2, p.user, r.role_id ${from} cross join (select distinct ur.role_id from user_role ur join app_user u
       on u.tenant_id = ur.tenant_id and u.id = ur.user_id where u.tenant_id = $2 and u.username = 'regulator1') r`,
    [rows, tenantId],
  );
  await client.query(
    `insert into session (tenant_id, id, user_id, client_id, started_at, ends_at, last_seen_at, address, network, user_agent)
     select $2, p.session, p.user, 'bench', now(), now() + interval '1 day', now(), '127.0.0.1', '127.0.0.1', 'bench' ${from}`,
    [rows, tenantId],
  );
  await client.query(
    `insert into session_token (tenant_id, id, session_id, access_hash, refresh_hash, issued_at, access_ends_at)
     select $2, gen_random_uuid(), p.session, p.hash, 'none-' || p.session, now(), now() + interval '1 day' ${from}`,
    [rows, tenantId],
  );
  const { rows: made } = await client.query<{ id: string }>(
    `insert into wx_follower (tenant_id, id, account_id, open_id, nick_name, subscribed_at, created_at, updated_at)
     select $1, gen_random_uuid(), (select id from wx_account where tenant_id = $1 and app_id = 'wxdemo000000000001'), one,
       one, now(), now(), now() from unnest($2::text[]) as one returning id`,
    [tenantId, Array.from({ length: Math.ceil(total / perFollower) }, (_, no) => openIdOf(no))],
  );
  await client.query('commit');
  await client.query('analyze wx_follower');
  return Array.from({ length: total }, (_, n) => ({
    token: people[Math.floor(n / perPerson)]?.token ?? '',
    followerId: made[n % made.length]?.id ?? '',
    last: '',
    from: '',
    shown: new Map(),
    socket: null,
  }));
});
const followers = Math.ceil(total / perFollower);

const redis = await openTestRedis();
const vendor = await openVendor();
const { clientId, clientSecret, passwordKey, fileLinkKey } = readSecrets(place.dataDir);
const config = {
  ...vendor.config,
  REDIS_URL: redis.url,
  CLIENT_ID: clientId,
  CLIENT_SECRET: clientSecret,
  PASSWORD_KEY: passwordKey,
  FILE_LINK_KEY: fileLinkKey,
};
const nodes: Server[] = [];
for (let no = 0; no < 2; no += 1) nodes.push(await serveApp(place, [], 'unlimited', config));
const nodeOf = (no: number) => nodes[no % nodes.length]?.url ?? '';

const frame = (command: string, headers: Record<string, string>) =>
  `${command}\n${Object.entries(headers)
    .map(([name, value]) => `${name}:${value}\n`)
    .join('')}\n\0`;

/** Opens the line of a listener and its follower, as the page does; answers once it hears. */
async function listen(one: Listener, no: number) {
  const address = nodeOf(no).replace('http', 'ws');
  const socket = new WebSocket(`${address}/weixin/ws`, ['v12.stomp'], { origin: nodeOf(no), perMessageDeflate: false });
  one.socket = socket;
  const onThisLine = new Set<string>();
  await once(socket, 'open');
  socket.send(frame('CONNECT', { 'accept-version': '1.2', 'heart-beat': '0,0', Authorization: `Bearer ${one.token}` }));
  await new Promise<void>((done, failed) => {
    socket.on('error', failed);
    socket.on('message', (data) => {
      const text = String(data);
      if (text.startsWith('CONNECTED'))
        socket.send(frame('SUBSCRIBE', { id: '0', destination: `/weixin/wx_msg${one.followerId}`, receipt: 'open' }));
      else if (text.startsWith('RECEIPT')) {
        one.from = one.last;
        done();
      } else if (text.startsWith('ERROR')) failed(new Error(text));
      else if (text.startsWith('MESSAGE')) {
        const body = text.slice(text.indexOf('\n\n') + 2, text.lastIndexOf('\0'));
        const { id, repContent }: { id: string; repContent: string } = JSON.parse(body);
        if (onThisLine.has(id)) doubled.push(id);
        onThisLine.add(id);
        if (counting) waits.push(Date.now() - Number(repContent.split(' ')[1]));
        show(one, id);
      }
    });
  });
}
function show(one: Listener, id: string) {
  one.shown.set(id, (one.shown.get(id) ?? 0) + 1);
  if (id > one.last) one.last = id;
}
async function listenAll() {
  for (let from = 0; from < total; from += 40)
    await Promise.all(listeners.slice(from, from + 40).map((one, at) => listen(one, from + at)));
}

const knocking = openKnocking(16);
const said = { callbacks: 0, tries: 0, refused: 0 };
/** Followers write one after the other; one in ten is told twice, the second time to the other node. */
async function write(count: number, perSecond: number) {
  const began = performance.now();
  const under = new Set<Promise<unknown>>();
  for (let no = 0; no < count; no += 1) {
    said.callbacks += 1;
    const which = said.callbacks;
    const one = {
      openId: openIdOf((which * 7) % followers),
      text: `${mark} ${Date.now()} 第${which}条`,
      messageId: `${Date.now()}${which}`,
      createdAt: Math.floor(Date.now() / 1000),
    };
    for (let tries = which % 10 === 0 ? 2 : 1; tries > 0; tries -= 1) {
      said.tries += 1;
      const knock = knocking.knock(one, nodeOf(which + tries)).then((taken) => {
        if (!taken) said.refused += 1;
        under.delete(knock);
      });
      under.add(knock);
    }
    await pause(Math.max(0, began + ((no + 1) * 1000) / perSecond - performance.now()));
  }
  await Promise.all(under);
  // What was kept last is worked on and told.
  await pause(3_000);
}
/** What a line left out, as the page asks for it. */
async function catchUp(one: Listener, no: number) {
  for (let afterId = one.from; ;) {
    const path = `/weixin/wxmsg/missed?wxUserId=${one.followerId}&afterId=${afterId}`;
    const missed: { id: string }[] = await ask(`${nodeOf(no)}${path}`, one.token);
    for (const { id } of missed) if (!one.shown.has(id)) show(one, id);
    const newest = missed.at(-1);
    if (newest === undefined) return;
    afterId = newest.id;
  }
}

const report = openReport(`${total} sockets on two nodes, ${rate} callbacks a second`);
try {
  await listenAll();
  say(`${total} lines stand`);
  // Every follower has said something: where a line is cut, the page knows what it saw last.
  await write(followers, 100);
  await until('every line to have heard something', 120_000, () => listeners.every(({ shown }) => shown.size > 0));
  const spent = () => nodes.map((node) => cpuSpent(node.process.pid ?? 0, place.dataDir));
  const before = spent();
  counting = true;
  const began = performance.now();
  await write(seconds * rate, rate);
  counting = false;
  const took = (performance.now() - began) / 1000;
  const after = spent();
  waits.sort((one, other) => one - other);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))] ?? 0;
  const cores = (one: number, other: number) => ((other - one) / took).toFixed(2);
  report.line('frames heard', waits.length);
  report.line('callback to screen', `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`, 'p99 ≤ 500 ms', at(0.99) <= 500);
  report.line(
    'cores of each node, and of the database',
    `${nodes.map((_, n) => cores(before[n]?.server ?? 0, after[n]?.server ?? 0)).join(', ')}; ${cores(before[0]?.database ?? 0, after[0]?.database ?? 0)}`,
  );

  for (const one of listeners) one.socket?.terminate();
  await write((cutMs / 1000) * (rate / 5), rate / 5);
  // They come back while messages go on.
  const meanwhile = write(20 * (rate / 5), rate / 5);
  await listenAll();
  for (let from = 0; from < total; from += 10)
    await Promise.all(listeners.slice(from, from + 10).map((one, at) => catchUp(one, from + at)));
  await meanwhile;
  await write(rate, rate / 5);
  // On a busy machine work goes on for a while behind the door.
  await until('the work behind the door to end', 120_000, async () => {
    const { rows } = await withConnection(place.superuserUrl, (client) =>
      client.query("select from wx_inbox where tenant_id = $1 and state = 'waiting' limit 1", [tenantId]),
    );
    return rows.length === 0;
  });
  await pause(3_000);

  const kept = await withConnection(place.superuserUrl, (client) =>
    client.query<{ followerId: string; id: string; text: string }>(
      `select follower_id as "followerId", id, rep_content as text from wx_message
       where tenant_id = $1 and follower_id = any($2::uuid[]) and type = '1'`,
      [tenantId, [...new Set(listeners.map(({ followerId }) => followerId))]],
    ),
  );
  const texts = new Set(kept.rows.map(({ text }) => text));
  const byFollower = Map.groupBy(kept.rows, ({ followerId }) => followerId);
  report.line('callbacks, with those told twice', `${said.callbacks}, ${said.tries}`);
  report.line('callbacks that the door did not take', said.refused, '0', said.refused === 0);
  report.line('callbacks without a message', said.callbacks - texts.size, '0', said.callbacks === texts.size);
  report.line('callbacks with two', kept.rows.length - texts.size, '0', kept.rows.length === texts.size);
  report.none(
    `missed on a screen after ${cutMs / 60_000} minutes cut`,
    listeners.flatMap(({ followerId, shown }) =>
      (byFollower.get(followerId) ?? []).flatMap(({ id, text }) => (shown.has(id) ? [] : [text])),
    ),
  );
  report.none('told twice over one line', doubled);
} finally {
  report.end();
  knocking.close();
  for (const one of listeners) one.socket?.terminate();
  for (const node of nodes) await node.stop();
  vendor.close();
  await redis.kill();
  await withConnection(place.superuserUrl, async (client) => {
    await client.query("delete from session where tenant_id = $1 and client_id = 'bench'", [tenantId]);
  }).catch(() => {});
  await place.stop();
}
