// Checks that are made for the benches of work on site, of somebody who leads a team.
import type { withConnection } from '../apps/server/src/platform/db/connection.ts';

type Client = Parameters<Parameters<typeof withConnection<unknown>>[1]>[0];

/** Makes begun checks of one point in force, each with a list of so many items; answers their ids. */
export async function makeChecks(client: Client, tenant: string, checks: number, items: number): Promise<string[]> {
  const list = Array.from({ length: items }, (_, at) => ({
    item: { key: `c${at + 1}`, kind: 'judgement', text: `检查内容 ${at + 1}` },
    result: null,
    said: null,
    amount: null,
    note: null,
    photos: [],
    rest: false,
    at: null,
    by: null,
    dangerId: null,
  }));
  const { rows } = await client.query<{ id: string }>(
    `insert into risk_check (tenant_id, id, enterprise_id, risk_point_id, layer, due_on, point_name, opens_at, due_at, planned,
       items, item_count, started_at, presence, created_at, updated_at, oversight_code)
     select p.tenant_id, gen_random_uuid(), p.enterprise_id, p.id, 'team', (now() at time zone 'Asia/Shanghai')::date, p.name,
       now() - interval '1 hour', now() + interval '5 hours', false, $2::jsonb, $3, now(), 'none', now(), now(),
       p.oversight_code
     from (select p.* from risk_point p join user_enterprise b on b.tenant_id = p.tenant_id and b.enterprise_id = p.enterprise_id
       join app_user u on u.tenant_id = b.tenant_id and u.id = b.user_id and u.username = 'leader1'
       where p.tenant_id = $1 and p.status = 'inForce' limit 1) p, generate_series(1, $4::int)
     returning id`,
    [tenant, JSON.stringify(list), items, checks],
  );
  return rows.map(({ id }) => id);
}
