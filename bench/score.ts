// `node tools/run.mjs bench/score.ts`, by hand: scores of 10,000 enterprises, and the home of a tenant with 1,000,000 dangers.
import { connect, withConnection } from '../apps/server/src/platform/db/connection.ts';
import { openDb } from '../apps/server/src/platform/db/index.ts';
import { systemScope } from '../apps/server/src/kernel/scope.ts';
import { createHomes } from '../apps/server/src/modules/home/service.ts';
import { seedScores } from '../apps/server/src/modules/score/seed.ts';
import { settingsOf } from '../apps/server/src/modules/setting/index.ts';
import { say } from './measure.ts';
import { openPlace } from './place.ts';

const dangers = Number(process.env['BENCH_DANGERS'] ?? 1_000_000);
const items = 100_000;
const tenant = '1';

/** Dangers of 18 months, some 47 in 1,000 not closed, and items with a last day, spread over the tenant's enterprises. */
const fill = `
with e as (select array_agg(id) as ids, array_agg(oversight_code) as codes, count(*)::int as n from enterprise
  where tenant_id = '${tenant}' and status in ('active', 'suspended')),
made as (select g, 1 + (g * 7919::bigint % e.n)::int as at, now() - (g % 540) * interval '1 day' as found,
    case when g % 1000 < 953 then 'accepted' when g % 3 = 0 then 'open' when g % 3 = 1 then 'rectifying' else 'submitted' end as status,
    e.ids, e.codes from generate_series($1::int + 1, $2::int) g, e)
insert into danger (tenant_id, id, enterprise_id, no, title, level, category, source, place, found_at, found_by, deadline_on,
  status, turn, turn_since, submitted_at, verified_at, created_at, updated_at, oversight_code)
select '${tenant}', gen_random_uuid(), ids[at], 'YHB' || g, '隐患' || g, case when g % 67 = 0 then 'major' else 'general' end, 'other',
  'self', '车间', found, '张三', (found + interval '7 days')::date, status,
  case status when 'accepted' then 'nobody' when 'submitted' then 'regulator' else 'enterprise' end, found,
  case when status in ('accepted', 'submitted') then found + interval '4 days' end,
  case when status = 'accepted' then found + interval '6 days' end, found, found, codes[at] from made`;
const fillItems = `
with e as (select array_agg(id) as ids, array_agg(oversight_code) as codes, count(*)::int as n from enterprise
  where tenant_id = '${tenant}' and status in ('active', 'suspended'))
insert into warning (tenant_id, id, enterprise_id, subject, item_type, item_name, valid_to, created_at, updated_at, oversight_code)
select '${tenant}', gen_random_uuid(), ids[1 + g % n], 'equipment', 'craneInspection', '行车' || g,
  current_date - 30 + (g % 1000), now(), now(), codes[1 + g % n] from generate_series(1, $1::int) g, e`;

const place = await openPlace('anlan_score', { 1: 12_000 });
const batch = 100_000;
await withConnection(place.superuserUrl, async (client) => {
  const { rows } = await client.query<{ n: string }>(`select count(*) as n from danger where no like 'YHB%'`);
  let made = Number(rows[0]?.n);
  if (made >= dangers) return;
  const began = performance.now();
  // Past the triggers, and in batches that a run which was stopped leaves behind.
  await client.query('set session_replication_role = replica');
  if (made === 0) await client.query(fillItems, [items]);
  while (made < dangers) {
    await client.query(fill, [made, made + batch]);
    made += batch;
    say(`${made} dangers after ${((performance.now() - began) / 1000).toFixed(0)} s`);
  }
  await client.query('set session_replication_role = origin');
  await client.query('select danger_fact_recount($1)', [tenant]);
  for (const table of ['danger', 'danger_fact', 'warning']) await client.query(`vacuum analyze ${table}`);
});
const db = openDb(place.appUrl, { max: 6 });
const scope = systemScope('bench', tenant);
const clock = { now: () => new Date() };
for (const round of ['first', 'second']) {
  const began = performance.now();
  await db.scoped(
    scope,
    (tx) =>
      seedScores(tx, {
        now: clock.now(),
        updateStatistics: () => Promise.resolve(),
        vault: { of: () => Promise.reject(new Error('no vault')) },
        seed: 1,
        enterprises: [],
        own: [],
        accounts: new Map(),
        photos: () => [],
      }),
    { statementMs: 120_000 },
  );
  say(
    `scores of 12,000 enterprises with ${dangers} dangers, ${round} run: ${((performance.now() - began) / 1000).toFixed(1)} s`,
  );
}
/** Ids of dangers that writers change in turns. */
const changing = await withConnection(place.superuserUrl, async (client) => {
  const { rows } = await client.query<{ id: string }>(
    `select id from danger where status in ('open', 'rectifying') and removed_at is null limit 5000`,
  );
  return rows.map(({ id }) => id);
});
const changesASecond = 20;
const writers = await connect(place.superuserUrl);
/** Moves one danger to and fro, triggers and all. */
async function changed(id: string) {
  const { rows } = await writers.query<{ id: string }>(
    `update danger set status = case status when 'open' then 'rectifying' else 'open' end, version = version + 1,
       turn_since = now(), updated_at = now() where tenant_id = $1 and id = $2 returning id`,
    [tenant, id],
  );
  return rows.length;
}
/** Starts changes of dangers, so many a second; answers what stops them and says how many were written. */
function write() {
  let written = 0;
  const under = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    const id = changing[written % changing.length];
    written += 1;
    const one = changed(id ?? '');
    under.add(one);
    void one.finally(() => under.delete(one));
  }, 1000 / changesASecond);
  return async () => {
    clearInterval(timer);
    await Promise.all(under);
    return written;
  };
}
for (const [together, writing] of [
  [1, false],
  [4, false],
  [4, true],
] as const) {
  const times: number[] = [];
  const stop = writing ? write() : () => Promise.resolve(0);
  const began = performance.now();
  // The first round is unmeasured.
  for (let round = -1; round < 12; round += 1)
    await Promise.all(
      Array.from({ length: together }, async () => {
        // Each opens its own, so that nobody is given what another one has just counted.
        const homes = createHomes({
          db,
          clock,
          dictionaries: { ...noDictionaries(), regionPaths: () => Promise.resolve(new Map()) },
          settingsOf,
          workdayAfter: (_tx, day) => Promise.resolve(day),
          postsOf: () => Promise.resolve(null),
          certified: () => Promise.resolve({ needed: 0, held: 0, posts: [] }),
        });
        const from = performance.now();
        await homes.regulator(scope, {});
        if (round >= 0) times.push(performance.now() - from);
      }),
    );
  const seconds = (performance.now() - began) / 1000;
  const written = await stop();
  times.sort((one, other) => one - other);
  const at = (share: number) => (times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0).toFixed(0);
  say(
    `home of a regulator, ${together} at once${writing ? `, ${(written / seconds).toFixed(0)} changes a second` : ''}: ` +
      `median ${at(0.5)} ms, p95 ${at(0.95)} ms`,
  );
}
await writers.end();
await db.close();
await place.stop();

function noDictionaries() {
  return {
    endedRegions: () => Promise.resolve(new Map<string, never>()),
    industryNames: () => Promise.resolve(new Map<string, string>()),
    offered: () => Promise.resolve(new Set<string>()),
    itemsOf: () => Promise.resolve([]),
  };
}
