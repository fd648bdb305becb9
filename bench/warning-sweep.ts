// The nightly sweep over a tenant's ledger of dates: how long it takes when much climbs, and when nothing does.
// Run by hand: node tools/run.mjs bench/warning-sweep.ts [items], on the database of bench/score.ts; the items belong to
// another tenant of it.
import { addDays, dayOf } from '../packages/contract/src/domain/instant.ts';
import { systemScope } from '../apps/server/src/kernel/scope.ts';
import { sweep, takePapers } from '../apps/server/src/modules/warning/ledger-store.ts';
import { expiryRules } from '../apps/server/src/modules/warning/expiry-rules.ts';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { openDb } from '../apps/server/src/platform/db/index.ts';
import { say, timed } from './measure.ts';
import { openPlace } from './place.ts';

const items = Number(process.argv[2] ?? 1_000_000);
const tenant = '2';
const place = await openPlace('anlan_score', { 1: 12_000 });

const rules = [...expiryRules.values()].filter(({ subject }) => subject !== 'enterprise');
await withConnection(place.superuserUrl, async (client) => {
  const { rows } = await client.query<{ found: number }>(
    'select count(*)::int as found from warning where tenant_id = $1',
    [tenant],
  );
  if ((rows[0]?.found ?? 0) >= items) return;
  say(`makes ${items} items`);
  await client.query(
    `insert into warning (tenant_id, id, enterprise_id, origin, subject, item_type, item_name, valid_to, is_blocking,
       created_at, updated_at)
     select $1, gen_random_uuid(), e.ids[1 + n % array_length(e.ids, 1)], 'entered', r.subject[1 + n % $6::int],
       r.type[1 + n % $6::int], '云A' || lpad((n % 100000)::text, 5, '0') || ' 检验', current_date - 30 + (n::bigint * 7919 % 1095)::int,
       true, now(), now()
     from generate_series(1, $2::int) n,
       (select array_agg(id) as ids from enterprise where tenant_id = $1 and status in ('active', 'suspended')) e,
       (select $3::text[] as type, $4::text[] as subject, $5::int as of_rules) r`,
    [tenant, items, rules.map(({ code }) => code), rules.map(({ subject }) => subject), rules.length, rules.length],
  );
});
await withConnection(place.superuserUrl, (client) => client.query('vacuum analyze warning'));

const db = openDb(place.appUrl, { max: 1 });
try {
  for (const [name, days] of [
    ['the first night, all that is near opens', 0],
    ['the same night again', 0],
    ['the next night, what came near climbs', 1],
    ['the same night again', 1],
    ['a month later', 31],
  ] as const) {
    const at = new Date(Date.now() + days * 86_400_000);
    const moment = { at, today: addDays(dayOf(new Date()), days) };
    let changed = 0;
    const ms = await timed(() =>
      db.scoped(
        systemScope('bench', tenant),
        async (tx) => {
          await takePapers(tx, moment);
          ({ changed } = await sweep(tx, moment));
        },
        { statementMs: 600_000 },
      ),
    );
    say(`${name}: ${changed} of ${items} written in ${(ms / 1000).toFixed(1)} s`);
  }
} finally {
  await db.close();
  await place.stop();
}
