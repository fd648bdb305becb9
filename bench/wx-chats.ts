// `node tools/run.mjs bench/wx-chats.ts`, by hand: 100,000 conversations and 3,000,000 messages of one account, made at the
// first run, then lists, unread counts and searches, sends alone, and searches while a hundred messages a second are sent.
// Shorter by BENCH_SECONDS=5, or with fewer rows in another database: BENCH_CHATS=anlan_chats_few BENCH_MESSAGES=300000
// BENCH_FOLLOWERS=10000.
import { Agent, request } from 'node:http';
import { loadavg } from 'node:os';
import { gramsOf } from '../apps/server/src/modules/wx-message/rules.ts';
import { withConnection, type Connection } from '../apps/server/src/platform/db/connection.ts';
import { say } from './measure.ts';
import { cpuSpent } from './processor.ts';
import { serveApp, signIn } from './servers.ts';
import { openChats, openVendor } from './wx-vendor.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 15);
const rate = Number(process.env['BENCH_SENDS'] ?? 100);
const tenantId = '1';
const counts = {
  followers: Number(process.env['BENCH_FOLLOWERS'] ?? 100_000),
  messages: Number(process.env['BENCH_MESSAGES'] ?? 3_000_000),
  texts: 20_000,
};
const syllables =
  '仓库东门消防通道货物堵住灭火器过期配电箱没有锁叉车司机证件培训考试合格安全帽脚手架临时用电动火作业许可有限空间检测气体报警皮带护罩缺失油漆房通风设备检修挂牌罐区液位雷雨停工应急演练疏散路线值班室电话联系请问什么时候可以复查已经整改完毕照片发给您了谢谢领导';

const random = (() => {
  let state = 7;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
})();
function sentence(): string {
  const parts = Array.from({ length: 4 + Math.floor(random() * 5) }, () => {
    const at = Math.floor(random() * (syllables.length - 4));
    return syllables.slice(at, at + 2 + Math.floor(random() * 3));
  });
  return parts.join('');
}

async function fill(client: Connection) {
  const began = performance.now();
  await client.query('begin');
  await client.query("set local session_replication_role = 'replica'");
  const { rows: accounts } = await client.query<{ id: string }>(
    'select id from wx_account where tenant_id = $1 and removed_at is null order by id limit 1',
    [tenantId],
  );
  const account = accounts[0]?.id;
  await client.query('create temp table said (no int primary key, text text, grams int8[]) on commit drop');
  for (let from = 0; from < counts.texts; from += 2_000) {
    const texts = Array.from({ length: 2_000 }, () => sentence());
    await client.query(
      `insert into said select $1 + (one ->> 0)::int, one ->> 1, array(select jsonb_array_elements_text(one -> 2)::int8)
       from jsonb_array_elements($2::jsonb) as one`,
      [from, JSON.stringify(texts.map((text, at) => [at, text, gramsOf(tenantId, text)]))],
    );
  }
  // An id that was made at a moment, as kernel/ids.ts makes them.
  await client.query(`create function pg_temp.id_at(moment timestamptz, no int) returns uuid language sql immutable as $$
    select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7' || substr(md5(no::text), 1, 3) || '-8' || substr(md5(no::text), 4, 3)
      || '-' || substr(md5(no::text), 7, 12))::uuid
    from (select lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') as h) as made $$`);
  await client.query(
    `insert into wx_follower (tenant_id, id, account_id, open_id, nick_name, subscribed_at, created_at, updated_at)
     select $1, pg_temp.id_at(now() - interval '300 days', no), $2, 'oChats' || lpad(no::text, 22, '0'), '关注者' || no,
       now() - interval '300 days', now(), now() from generate_series(1, $3::int) as no`,
    [tenantId, account, counts.followers],
  );
  say(`followers after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  await client.query('drop index wx_message_word_idx');
  const perFollower = counts.messages / counts.followers;
  for (let part = 0; part < perFollower; part += 1) {
    // The youngest of each follower came within the last two days: its window is open.
    const moment = `now() - interval '40 hours' * (no::float8 / ${counts.followers}) - interval '11 days' * (${perFollower - 1 - part})`;
    await client.query(
      `with made as (
         select pg_temp.id_at(${moment}, no * 64 + ${part}) as id, pg_temp.id_at(now() - interval '300 days', no) as follower,
           ${moment} as at, (no * 7919 + ${part} * 104729) % ${counts.texts} as text
         from generate_series(1, ${counts.followers}) as no),
       kept as (
         insert into wx_message (tenant_id, id, account_id, follower_id, type, rep_type, rep_content, read_flag, create_time)
         select '${tenantId}', made.id, $1, follower, case when ${part} % 2 = 1 then '1' else '2' end, 'text', said.text,
           case when ${part} = ${perFollower - 1} and right(made.id::text, 1) in ('0', '1', '2') then '1' else '0' end, at
         from made join said on said.no = made.text)
       insert into wx_message_word (tenant_id, id, grams)
       select '${tenantId}', made.id, said.grams from made join said on said.no = made.text`,
      [account],
    );
  }
  say(`messages after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  await client.query('create index wx_message_word_idx on wx_message_word using gin (grams) with (fastupdate = off)');
  await client.query(
    `insert into wx_conversation (tenant_id, follower_id, account_id, state, unread, window_ends_at, window_left, last_id,
       last_at, last_rep_type, last_said_id, last_user_id, waiting_since)
     select m.tenant_id, m.follower_id, m.account_id, 'pending', m.read_flag::int, m.create_time + interval '48 hours', 5, m.id,
       m.create_time, 'text', m.id, m.id, m.create_time
     from wx_message m join wx_follower f on f.tenant_id = m.tenant_id and f.id = m.follower_id
     where m.tenant_id = $1 and f.open_id like 'oChats%' and m.create_time > now() - interval '41 hours'`,
    [tenantId],
  );
  await client.query('commit');
  await client.query('vacuum analyze');
  say(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

interface Times {
  p50: number;
  p95: number;
  p99: number;
  count: number;
}
function timesOf(all: number[]): Times {
  all.sort((a, b) => a - b);
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), count: all.length };
}
const told = (what: string, { p50, p95, p99, count }: Times) =>
  say(`${what}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms (${count})`);

// Lighter than fetch: the client is on the same two cores.
const agent = new Agent({ keepAlive: true, maxSockets: 256 });
/** Asks or sends; anything but success is refused. */
const call = (path: string, body?: object): Promise<void> =>
  new Promise((done, failed) => {
    const text = body && JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      ...(text ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
    };
    const asking = request(`${app.url}${path}`, { agent, method: body ? 'POST' : 'GET', headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const said = Buffer.concat(parts);
        if (answer.statusCode === 200 && said.includes('"code":0')) done();
        else failed(new Error(`${path}: ${answer.statusCode} ${said.toString().slice(0, 300)}`));
      });
      answer.on('error', failed);
    });
    asking.on('error', failed);
    asking.end(text);
  });

/** Asks from so many connections for a while. */
async function asked(connections: number, path: () => string): Promise<Times> {
  const all: number[] = [];
  const until = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (performance.now() < until) {
        const since = performance.now();
        await call(path());
        all.push(performance.now() - since);
      }
    }),
  );
  return timesOf(all);
}

/** Sends so many a second until told to end, to one follower after the other. */
function sending(followers: readonly { appId: string; wxUserId: string }[]) {
  const all: number[] = [];
  const under = new Set<Promise<void>>();
  let no = 0;
  let failed = 0;
  const timer = setInterval(() => {
    const to = followers[no++ % followers.length];
    if (to === undefined) return;
    const since = performance.now();
    const one = call('/weixin/wxmsg', {
      ...to,
      repType: 'text',
      repContent: sentence(),
      sure: ['lastInWindow', 'answeredMeanwhile'],
    })
      .then(() => void all.push(performance.now() - since))
      .catch((error: unknown) => {
        if (failed++ === 0) say(String(error));
      })
      .finally(() => under.delete(one));
    under.add(one);
  }, 1000 / rate);
  return async () => {
    clearInterval(timer);
    await Promise.all(under);
    return { times: timesOf(all), failed };
  };
}

/** Conversations that may be answered; where the time of most has run out they are given another. */
async function openOnes(client: Connection) {
  const open = () =>
    client.query<{ appId: string; wxUserId: string }>(
      `select a.app_id as "appId", c.follower_id as "wxUserId" from wx_conversation c
       join wx_account a on a.tenant_id = c.tenant_id and a.id = c.account_id
       where c.tenant_id = $1 and c.window_ends_at > now() + interval '1 hour' and c.window_left > 1
       order by random() limit 20000`,
      [tenantId],
    );
  const { rows } = await open();
  if (rows.length >= Math.min(20_000, counts.followers / 5)) return rows;
  await client.query(
    `update wx_conversation set window_left = 5, window_ends_at = now() + interval '1 hour' + interval '40 hours' * random()
     where tenant_id = $1`,
    [tenantId],
  );
  await client.query('vacuum analyze wx_conversation');
  return (await open()).rows;
}

const place = await openChats();
const followers = await withConnection(place.superuserUrl, async (client) => {
  const { rows } = await client.query(
    "select from wx_follower where tenant_id = $1 and open_id like 'oChats%' limit 1",
    [tenantId],
  );
  if (rows.length === 0) await fill(client);
  return openOnes(client);
});
const vendor = await openVendor();
const app = await serveApp(place, [], 'unlimited', vendor.config);
const token = await signIn(app, place, tenantId, 'regulator1');

/** Does something for a while; says what one of its calls took of the processors. */
async function measured(what: string, work: () => Promise<Times>) {
  const before = cpuSpent(app.process.pid ?? 0, place.dataDir);
  const times = await work();
  const after = cpuSpent(app.process.pid ?? 0, place.dataDir);
  told(what, times);
  const each = (one: 'server' | 'database') => (((after[one] - before[one]) * 1000) / times.count).toFixed(1);
  say(
    `  processor of one: server ${each('server')} ms, database ${each('database')} ms; load ${loadavg()[0]?.toFixed(1)}`,
  );
}
async function sendsAlone(): Promise<Times> {
  const end = sending(followers);
  await new Promise((done) => setTimeout(done, seconds * 1000));
  const { times, failed } = await end();
  if (failed > 0) say(`${failed} sends were refused`);
  return times;
}

const pageOfList = () =>
  `/weixin/wxmsg/conversation/page?current=${1 + Math.floor(random() * 20)}&size=20${random() < 0.5 ? '&state=pending' : ''}`;
const rare = ['zq', '鑫鑫', '龘龘', '氢氟', '碳化'];
const word = () => {
  const at = Math.floor(random() * (syllables.length - 2));
  return random() < 0.25 ? (rare[Math.floor(random() * rare.length)] ?? '') : syllables.slice(at, at + 2);
};
const search = () => `/weixin/wxmsg/search?keyword=${encodeURIComponent(word())}`;
try {
  await measured('list, ten connections', () => asked(10, pageOfList));
  await measured('list, one connection', () => asked(1, pageOfList));
  await measured('unread, one connection', () => asked(1, () => '/weixin/wxmsg/unread'));
  await measured('search, one connection', () => asked(1, search));
  await measured(`sends, ${rate} a second`, sendsAlone);
  const end = sending(followers);
  told('search while messages are sent', await asked(2, search));
  const sent = await end();
  told(`sends beside searches, ${sent.failed} refused; load ${loadavg()[0]?.toFixed(1)}`, sent.times);
} finally {
  agent.destroy();
  await app.stop();
  vendor.close();
  await place.stop();
}
