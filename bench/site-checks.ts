// Creates started checks of a risk point, for the benches of work on site.
import type { Place } from './database.ts';

const empty = Object.fromEntries(
  ['result', 'said', 'amount', 'note', 'at', 'by', 'dangerId'].map((name) => [name, null]),
);

/** Starts checks of one risk point that the demo team leader may do, each with `items` items; returns their ids. */
export async function makeChecks(place: Place, checks: number, items: number): Promise<string[]> {
  const list = Array.from({ length: items }, (_, at) => ({
    item: { key: `c${at + 1}`, kind: 'judgement', text: `检查内容 ${at + 1}` },
    ...empty,
    photos: [],
    rest: false,
  }));
  const rows = await place.sql<{ id: string }>(
    `insert into risk_check (tenant_id, id, enterprise_id, risk_point_id, layer, due_on, point_name, opens_at, due_at, planned,
       items, item_count, started_at, presence, created_at, updated_at, oversight_code)
     select p.tenant_id, gen_random_uuid(), p.enterprise_id, p.id, 'team', (now() at time zone 'Asia/Shanghai')::date, p.name,
       now() - interval '1 hour', now() + interval '5 hours', false, $1::jsonb, $2, now(), 'none', now(), now(),
       p.oversight_code
     from (select p.* from risk_point p join user_enterprise b on b.tenant_id = p.tenant_id and b.enterprise_id = p.enterprise_id
       join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id and u.username = 'leader1'
       where p.tenant_id = '1' and p.status = 'inForce' limit 1) p, generate_series(1, $3::int)
     returning id`,
    [JSON.stringify(list), items, checks],
  );
  return rows.map(({ id }) => id);
}
