// `node tools/run.mjs bench/site-work.ts`, by hand: 500 checks of 40 items with 1,000 photos from phones whose line doubles
// every request and cuts every third one, and 50,000 checks planned at once. Nothing may be lost or doubled.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatInstant } from '../packages/contract/src/domain/instant.ts';
import { worksMost } from '../packages/contract/src/modules/delivery/delivery.ts';
import { systemScope } from '../apps/server/src/kernel/scope.ts';
import { createPlanning } from '../apps/server/src/modules/risk-check/planning.ts';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { openDb } from '../apps/server/src/platform/db/index.ts';
import { loadavg } from 'node:os';
import { processorOf, say } from './measure.ts';
import { openPlace } from './place.ts';
import { serveApp, signIn } from './servers.ts';
import { makeChecks } from './site-checks.ts';

const checks = Number(process.env['BENCH_CHECKS'] ?? 500);
const items = 40;
const phones = 8;
/** Checks that a phone has kept when it sends. */
const checksEach = 12;
const photosEach = Number(process.env['BENCH_PHOTOS'] ?? 1);
const planned = 50_000;
const tenant = '1';
const only = process.env['BENCH_ONLY'];
const picture = readFileSync(new URL('../apps/server/data/demo-licence.png', import.meta.url));

const place = await openPlace('anlan_site', { 1: 500 });
type Client = Parameters<Parameters<typeof withConnection<unknown>>[1]>[0];
const asked = <T>(work: (client: Client) => Promise<T>) => withConnection(place.superuserUrl, work);

interface Sending {
  url: string;
  token: string;
}
let requests = 0;
let lost = 0;
/** Sends everything twice at once and loses every third answer, until one has come. */
async function roughly({ url, token }: Sending, path: string, make: () => RequestInit): Promise<unknown> {
  for (;;) {
    const both = await Promise.all(
      [1, 2].map(async () => {
        const init = make();
        const headers = new Headers(init.headers);
        headers.set('authorization', `Bearer ${token}`);
        requests += 1;
        const answer = await fetch(`${url}${path}`, { ...init, method: 'POST', headers });
        return { status: answer.status, body: await answer.json() };
      }),
    );
    if (requests % 3 === 0) {
      lost += 1;
      continue;
    }
    const good = both.find(({ status }) => status === 200);
    if (good) return good.body.data;
    const bad = both.find(({ status }) => status !== 429 && status < 500);
    if (bad) throw new Error(`${path}: ${bad.status} ${JSON.stringify(bad.body).slice(0, 300)}`);
  }
}
const clocks = (id: string) => {
  const at = formatInstant(new Date());
  return { id, at, sentAt: at };
};
const piece = (kind: string, body: object) => {
  const { id, at } = clocks(crypto.randomUUID());
  return { id, at, kind, body: JSON.stringify(body) };
};
/** Much work in its order, in as many requests as it takes. */
async function work(line: Sending, pieces: ReturnType<typeof piece>[]): Promise<void> {
  for (let from = 0; from < pieces.length;) {
    const whole = JSON.stringify({ sentAt: formatInstant(new Date()), works: pieces.slice(from, from + worksMost) });
    const receipts = await roughly(line, '/bus/delivery/sendMany', () => ({
      body: whole,
      headers: { 'content-type': 'application/json' },
    }));
    if (!Array.isArray(receipts) || receipts.length === 0) throw new Error(`not taken: ${whole.slice(0, 300)}`);
    from += receipts.length;
  }
}
let pictures = 0;
async function photo(line: Sending): Promise<{ id: string; name: string }> {
  const id = crypto.randomUUID();
  // Every photo is another one.
  const bytes = Buffer.concat([picture, Buffer.from(String((pictures += 1)))]);
  const hash = createHash('sha256').update(bytes).digest('hex');
  await roughly(line, '/bus/delivery/photo', () => {
    const form = new FormData();
    for (const [key, value] of Object.entries({ ...clocks(id), purpose: 'photo', hash })) form.set(key, value);
    form.set('file', new File([bytes], '现场.png', { type: 'image/png' }));
    return { body: form };
  });
  return { id, name: '现场.png' };
}
/** Checks as a person does them: in each two things are wrong, with a photo each, the rest passes. */
async function kept(line: Sending, ids: readonly string[]) {
  const pieces: ReturnType<typeof piece>[] = [];
  for (const id of ids) {
    for (const key of ['c3', 'c17']) {
      const photos = photosEach > 0 ? [await photo(line)] : [];
      pieces.push(piece('riskCheck.answer', { id, key, seen: null, given: { result: 'fail', note: '损坏', photos } }));
    }
    const keys = Array.from({ length: items }, (_, at) => `c${at + 1}`).filter((key) => key !== 'c3' && key !== 'c17');
    pieces.push(piece('riskCheck.passRest', { id, keys }), piece('riskCheck.finish', { id }));
  }
  await work(line, pieces);
}

async function sending() {
  const ids = await asked((client) => makeChecks(client, tenant, checks, items));
  const app = await serveApp(place, (process.env['BENCH_FLAGS'] ?? '').split(' ').filter(Boolean));
  try {
    const { rows: who } = await asked((client) =>
      client.query<{ username: string }>(
        `select distinct u.username from app_user u join employee e on e.tenant_id = u.tenant_id and e.user_id = u.id
         where u.tenant_id = $1 and e.enterprise_id = (select enterprise_id from risk_check where id = $2)
           and e.post_kind in ('head', 'safetyManager', 'teamLeader') and u.username !~ '^demo' limit 6`,
        [tenant, ids[0]],
      ),
    );
    say(`people: ${who.map(({ username }) => username).join(' ')}`);
    const lines: Sending[] = [];
    for (const { username } of who) lines.push({ url: app.url, token: await signIn(app, place, tenant, username) });
    // One enterprise stands for many here, and each sends 500 files a day at most.
    await asked((client) =>
      client.query(
        `insert into file_use (tenant_id, enterprise_id, day, files)
         select tenant_id, enterprise_id, (now() at time zone 'Asia/Shanghai')::date, -100000 from risk_check where id = $1
         on conflict (tenant_id, enterprise_id) do update set day = excluded.day, files = excluded.files`,
        [ids[0]],
      ),
    );
    const before = await asked((client) => client.query<{ n: string }>(`select count(*) as n from delivery`));
    const waiting = [...ids];
    const database = Number(readFileSync(join(place.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    const sides = { server: app.process.pid ?? 0, database };
    const spent = () => Object.entries(sides).map(([name, pid]) => [name, processorOf(pid)] as const);
    const spentBefore = new Map(spent());
    const ownBefore = process.cpuUsage();
    const began = performance.now();
    await Promise.all(
      Array.from({ length: phones }, async (_, at) => {
        const line = lines[at % lines.length];
        if (line === undefined) throw new Error('nobody is signed in');
        while (waiting.length > 0) await kept(line, waiting.splice(0, checksEach));
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    for (const [name, ms] of spent())
      say(`processor time of the ${name}: ${((ms - (spentBefore.get(name) ?? 0)) / checks).toFixed(1)} ms a check`);
    // The phones stand on the same two cores, and are no part of what a check costs.
    const own = process.cpuUsage(ownBefore);
    say(`processor time of the phones: ${((own.user + own.system) / 1000 / checks).toFixed(1)} ms a check`);
    const { rows } = await asked((client) =>
      client.query<Record<string, string>>(
        `select count(*) filter (where status = 'done' and done_count = ${items} and fail_count = 2) as done,
           (select count(*) from danger where tenant_id = '1' and inspection_id is null and description like '检查内容 %损坏%'
              and id in (select (i->>'dangerId')::uuid from risk_check c, jsonb_array_elements(c.items) i
                where c.id = any($1) and i->>'dangerId' is not null)) as dangers,
           (select count(*) from file where name = '现场.png' and id in (select (f->>'id')::uuid from risk_check c,
              jsonb_array_elements(c.items) i, jsonb_array_elements(i->'photos') f where c.id = any($1))) as photos,
           (select count(*) from file where name = '现场.png' and created_at > now() - interval '1 hour') as files,
           (select count(*) from delivery) as receipts
         from risk_check where id = any($1)`,
        [ids],
      ),
    );
    say(
      `sent: ${JSON.stringify(rows[0])}, receipts before ${before.rows[0]?.n}, ${requests} requests, ${lost} answers lost`,
    );
    say(
      `${checks} checks in ${seconds.toFixed(1)} s: ${(checks / seconds).toFixed(1)} checks/s, ${(requests / seconds).toFixed(0)} requests/s, load ${loadavg()[0]?.toFixed(1)}`,
    );
  } finally {
    await app.stop();
  }
}

async function planning() {
  await asked(async (client) => {
    await client.query(`delete from risk_check where tenant_id = $1 and planned and status = 'pending'`, [tenant]);
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from risk_point where no like 'FXB%'`,
    );
    if (!rows[0]?.n)
      await client.query(
        `insert into risk_point select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'no', 'FXB' || g,
           'control_layer', 'company', 'check_cycle', 'daily', 'cycles', null, 'paused_from', null, 'paused_to', null))).*
         from risk_point p, generate_series(1, $2::int) g
         where p.id = (select id from risk_point where tenant_id = $1 and status = 'inForce' limit 1)`,
        [tenant, planned / 8],
      );
    await client.query('analyze risk_point; analyze risk_check');
  });
  const db = openDb(place.appUrl, { max: 2 });
  const module = createPlanning({ clock: { now: () => new Date() }, isWorkday: () => Promise.resolve(true) });
  for (const which of ['first', 'again']) {
    const began = performance.now();
    const count = await db.scoped(systemScope('bench', tenant), (tx) => module.planAll(tx));
    say(`planned ${which}: ${count} checks in ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  await db.close();
}

try {
  if (only !== 'planning') await sending();
  if (only !== 'sending') await planning();
} finally {
  await place.stop();
}
