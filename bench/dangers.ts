// The home page of a regulator in a tenant with 1,000,000 dangers: the server's code without HTTP and without cache.
import { systemScope } from '../apps/server/src/kernel/scope.ts';
import { createHomes } from '../apps/server/src/modules/home/service.ts';
import { settingsOf } from '../apps/server/src/modules/setting/index.ts';
import { openDb, type Db } from '../apps/server/src/platform/db/index.ts';
import type { Figure } from './measured-results.ts';
import { percentile, roundsOr } from './measure.ts';
import { openPlace, scaled, type Place } from './database.ts';

const dangerCount = scaled(1_000_000);
const batch = Math.min(dangerCount, 100_000);
const tenant = '1';
/** Creates dangers of 18 months, spread over the tenant's enterprises. 47 in 1,000 are not closed. */
const addDangers = `
with e as (select array_agg(id) as ids, array_agg(oversight_code) as codes, count(*)::int as n
  from enterprise where tenant_id = '${tenant}' and status in ('active', 'suspended')),
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
/** Adds missing dangers without triggers. Continues a run that was stopped. */
const fill = (place: Place) =>
  place.withSuperuser(async (client) => {
    const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from danger where no like 'YHB%'`);
    let count = rows[0]?.n ?? 0;
    if (count >= dangerCount) return;
    await client.query('set session_replication_role = replica');
    for (; count < dangerCount; count += batch) await client.query(addDangers, [count, count + batch]);
    await client.query('set session_replication_role = origin');
    await client.query('select danger_fact_recount($1)', [tenant]);
    for (const table of ['danger', 'danger_fact']) await client.query(`vacuum analyze ${table}`);
  });

const newHomes = (db: Db) =>
  createHomes({
    db,
    clock: { now: () => new Date() },
    dictionaries: {
      regionPaths: () => Promise.resolve(new Map()),
      endedRegions: () => Promise.resolve(new Map<string, never>()),
      industryNames: () => Promise.resolve(new Map<string, string>()),
      offered: () => Promise.resolve(new Set<string>()),
      itemsOf: () => Promise.resolve([]),
    },
    settingsOf,
    workdayAfter: (_tx, day) => Promise.resolve(day),
    postsOf: () => Promise.resolve(null),
    certified: () => Promise.resolve({ needed: 0, held: 0, posts: [] }),
  });

export async function dangers(): Promise<Figure[]> {
  const place = await openPlace('anlan_score', { 1: 12_000 });
  const db = openDb(place.appUrl, { max: 6 });
  try {
    await fill(place);
    const figures: Figure[] = [];
    for (const atOnce of [1, 4]) {
      const times: number[] = [];
      for (let round = 0; round <= roundsOr(12); round += 1)
        await Promise.all(
          Array.from({ length: atOnce }, async () => {
            // Uses a separate service for each call, because a shared service would count only once for all calls.
            const homes = newHomes(db);
            const began = performance.now();
            await homes.regulator(systemScope('bench', tenant), {});
            if (round > 0) times.push(performance.now() - began);
          }),
        );
      const what = `home of a regulator with 1,000,000 dangers${atOnce > 1 ? ', four at once' : ''}, p95 ms`;
      figures.push({ what, value: percentile(times, 0.95), target: '<= 300' });
    }
    return figures;
  } finally {
    await db.close();
    await place.stop();
  }
}
