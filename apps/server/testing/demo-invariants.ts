// What must hold in a whole demonstration database. Each statement lists the rows that break an invariant, and reads
// every tenant. A day that is about the present is counted from `$1`.
import type { Move } from '@anlan/contract/kit/state-machine';
import { certificate } from '@anlan/contract/modules/certificate/resource';
import { danger } from '@anlan/contract/modules/danger/resource';
import { inspection } from '@anlan/contract/modules/inspection/resource';
import { report } from '@anlan/contract/modules/report/resource';
import { riskPoint } from '@anlan/contract/modules/risk-point/resource';
import { shift } from '@anlan/contract/modules/shift/resource';
import { shop } from '@anlan/contract/modules/shop/resource';
import { accident } from '@anlan/contract/modules/accident/resource';
import { classSession } from '@anlan/contract/modules/class-session/resource';
import { drill } from '@anlan/contract/modules/drill/resource';
import { emergencyPlan } from '@anlan/contract/modules/emergency-plan/resource';
import { enforcement } from '@anlan/contract/modules/enforcement/resource';
import { staffReport } from '@anlan/contract/modules/staff-report/resource';
import { vehicleAlarm } from '@anlan/contract/modules/vehicle-alarm/resource';
import { initialState } from '#kit/direct-row-writes.ts';
import { tableOf, type AnyResource } from '#kit/table.ts';

const withStates: readonly AnyResource[] = [
  accident,
  certificate,
  classSession,
  danger,
  drill,
  emergencyPlan,
  enforcement,
  inspection,
  report,
  riskPoint,
  shift,
  shop,
  staffReport,
  vehicleAlarm,
];

/** Rows whose history does not lead, step by step, from nothing to the state of the row. */
function brokenHistory(resource: AnyResource): string {
  const { states, name } = resource;
  const initial = initialState(resource);
  const moves = Object.entries<Move>(states?.moves ?? {}).flatMap(([move, { from, to }]) =>
    from.map((source) => `${move} ${source} ${to ?? source}`),
  );
  return `select r.tenant_id || ' ' || r.id || ' ' || r.status as row from ${tableOf(resource).name} r
    left join lateral (
      select bool_and(h.from_state is not distinct from h.before) as whole,
        bool_and(h.from_state is null or h.move || ' ' || h.from_state || ' ' || h.to_state = any(array['${moves.join("','")}'])) as declared,
        (array_agg(h.to_state order by h.at desc, h.id desc))[1] as last
      from (select *, lag(to_state) over (order by at, id) as before from resource_history h
        where h.tenant_id = r.tenant_id and h.resource = '${name}' and h.row_id = r.id) h) h on true
    where r.status <> '${initial}' and (h.last is distinct from r.status or not h.whole or not h.declared)`;
}

/** Rows for which somebody must act, by the subject type of their to-dos. */
const waitingRows: Readonly<Record<string, string>> = {
  accident: `select * from accident where status in ('reported', 'investigating')`,
  archiveWaiver: `select * from archive_waiver where status = 'claimed'`,
  certificate: `select * from certificate where status = 'submitted'`,
  danger: `select * from danger where status not in ('accepted', 'voided') or sampled_on is not null and sample_result is null`,
  drill: `select * from drill where status in ('planned', 'held')`,
  enforcement: `select * from enforcement where status in ('issued', 'received', 'replied')`,
  enterprise: `select *, id as enterprise_id from enterprise where status = 'underReview'`,
  learningTask: `select t.* from learning_task t
    join training_plan p on p.tenant_id = t.tenant_id and p.id = t.plan_id and p.status = 'running' and p.removed_at is null
    join employee e on e.tenant_id = t.tenant_id and e.id = t.employee_id and e.user_id is not null
    where t.status in ('notStarted', 'learning', 'examPending', 'signPending')`,
  report: `select * from report where status in ('draft', 'returned', 'sent')`,
  riskCheck: `select distinct tenant_id, enterprise_id as id, enterprise_id, removed_at from risk_check
    where status = 'pending' and opens_at <= $1 and due_at > $1 and due_on = ($1 at time zone 'Asia/Shanghai')::date`,
  riskPoint: `select * from risk_point where status = 'underReview'`,
  vehicleAlarm: `select * from vehicle_alarm where status = 'open'`,
  warning: `select distinct tenant_id, enterprise_id as id, enterprise_id, removed_at from warning
    where level is not null and status in ('open', 'acknowledged') and origin <> 'enterprise'
      and (snoozed_to is null or snoozed_to <= ($1 at time zone 'Asia/Shanghai')::date)`,
  expiredItems: `select distinct tenant_id, enterprise_id as id, enterprise_id, removed_at from warning
    where level = 'expired' and status in ('open', 'acknowledged') and urged_at is null`,
};
const withoutTodo = (type: string, rows: string) => `select w.tenant_id || ' ' || w.id as row from (${rows}) w
  join enterprise e on e.tenant_id = w.tenant_id and e.id = w.enterprise_id and e.status <> 'closed' and e.removed_at is null
  where w.removed_at is null
    and not exists (select from todo t where t.tenant_id = w.tenant_id and t.subject_type = '${type}'
      and t.subject_id = w.id and t.done_at is null)
    and not exists (select from own_todo t where t.tenant_id = w.tenant_id and t.subject_type = '${type}'
      and t.subject_id = w.id and t.done_at is null)`;

const share = (part: string) => `round(100.0 * count(*) filter (where ${part}) / count(*), 1)`;

const invariants: Readonly<Record<string, string>> = {
  'no danger is found before its enterprise is activated': `select d.tenant_id || ' ' || d.no as row
    from danger d join enterprise e on e.tenant_id = d.tenant_id and e.id = d.enterprise_id
    where e.activated_at is null or d.found_at < e.activated_at`,
  // The first check of an enterprise may have a month that began before it was activated.
  'no check is due or done before its enterprise is activated': `select c.tenant_id || ' ' || c.id as row
    from risk_check c join enterprise e on e.tenant_id = c.tenant_id and e.id = c.enterprise_id
    where e.activated_at is null or least(c.due_at, c.done_at) < e.activated_at`,
  'nothing has happened in the future': `select tenant_id || ' danger ' || no as row from danger
      where greatest(found_at, started_at, submitted_at, verified_at) > $1
    union all select tenant_id || ' check ' || id from risk_check where done_at > $1
    union all select tenant_id || ' shift ' || no from shift where greatest(departed_at, arrived_at) > $1
    union all select tenant_id || ' history ' || resource || ' ' || row_id from resource_history where at > $1`,
  ...Object.fromEntries(
    withStates.map((resource) => [`a whole history leads to the state: ${resource.name}`, brokenHistory(resource)]),
  ),
  ...Object.fromEntries(
    Object.entries(waitingRows).map(([type, rows]) => [
      `a row that waits has a to-do: ${type}`,
      withoutTodo(type, rows),
    ]),
  ),
  'a photo belongs to one danger and one side': `select tenant_id || ' ' || (p->>'id') as row
    from danger, lateral jsonb_array_elements(photos_before || photos_after) p group by tenant_id, p->>'id' having count(*) > 1
    union all select d.tenant_id || ' ' || f.sha256 from danger d,
      lateral jsonb_array_elements(d.photos_before || d.photos_after) p
      join file f on f.id = (p->>'id')::uuid group by d.tenant_id, f.sha256 having count(*) > 1`,
  'a mark of the plan is in the area of its place': `select r.tenant_id || ' ' || r.no || ' ' || r.place as row
    from risk_point r join risk_plan p on p.tenant_id = r.tenant_id and p.id = r.plan_id
    where not exists (select from jsonb_array_elements(p.areas) a
      where a->>'name' = r.place
        and r.plan_x between (select min((c->>'x')::numeric) from jsonb_array_elements(a->'corners') c)
          and (select max((c->>'x')::numeric) from jsonb_array_elements(a->'corners') c)
        and r.plan_y between (select min((c->>'y')::numeric) from jsonb_array_elements(a->'corners') c)
          and (select max((c->>'y')::numeric) from jsonb_array_elements(a->'corners') c))`,
  'the ledger of expiry dates has the dates of vehicles, certificates and equipment': `select r.tenant_id || ' ' || r.type || ' ' || r.id as row
    from (select tenant_id, enterprise_id, id, 'vehicleInspection' as type from vehicle
        where removed_at is null and inspection_to is not null
      union all select tenant_id, enterprise_id, id, 'transportCertificate' from vehicle
        where removed_at is null and transport_cert_to is not null
      union all select tenant_id, enterprise_id, id, 'driverLicence' from certificate
        where removed_at is null and kind = 'driverLicence' and valid_to is not null
      union all select tenant_id, enterprise_id, id, 'elevatorInspection' from equipment
        where removed_at is null and special_kind = 'elevator' and next_inspection_on is not null) r
    where not exists (select from warning w where w.tenant_id = r.tenant_id and w.enterprise_id = r.enterprise_id
      and w.item_type = r.type and w.item_id = r.id::text and w.removed_at is null)`,
  'goods have pictures of their own': `select g.tenant_id || ' ' || string_agg(g.name, '、') as row
    from goods g, lateral jsonb_array_elements(g.pictures) p join file f on f.id = (p->>'id')::uuid
    group by g.tenant_id, f.sha256 having count(*) > 1`,
  'a question with one answer has exactly one right option': `select tenant_id || ' ' || stem as row from question
    where form = 'single' and (answer !~ '^[A-D]$'
      or (array[option_a, option_b, option_c, option_d])[ascii(answer) - 64] is null
      or (select count(*) <> count(distinct o) from unnest(array[option_a, option_b, option_c, option_d]) o where o is not null))`,
  'pass rates differ between enterprises and between months': `select 'enterprises ' || count(*) as row from (
      select round(100.0 * count(*) filter (where status = 'passed') / count(*)) as rate from learning_task
      where due_on < $1::date group by tenant_id, enterprise_id) r having stddev(rate) < 5 or count(distinct rate) < 8
    union all select 'months of ' || tenant_id from (
      select tenant_id, date_trunc('month', due_on) as month,
        ${share(`status = 'passed'`)} as rate
      from learning_task where due_on < $1::date group by 1, 2) r group by tenant_id having count(distinct rate) < 6`,
  'an address is in the divisions of its tenant': `select e.tenant_id || ' ' || e.name || ' ' || e.registered_address as row
    from enterprise e where e.town is not null and (not starts_with(e.registered_address, e.town)
      or exists (select from region r where r.name = e.town and left(r.code, 6) <> e.region_code))
    union all select tenant_id || ' ' || name || ' ' || address from shop
      where tenant_id = '2' and address ~ '临澜|澜东|望潮|清潭|石梁' or tenant_id <> '2' and address ~ '云岭|岭东|青崖|雾溪|松坪'
    union all select tenant_id || ' ' || line_name from shift
      where tenant_id = '2' and line_name ~ '临澜|澜东|望潮|清潭|石梁' or tenant_id <> '2' and line_name ~ '云岭|岭东|青崖|雾溪|松坪'`,
  'only transport enterprises run coaches': `select v.tenant_id || ' ' || e.name || ' ' || v.plate_no as row
    from vehicle v join enterprise e on e.tenant_id = v.tenant_id and e.id = v.enterprise_id
    where v.car_type like '%Bus' and (e.supervision_kind <> 'transport' or not v.car_type = any(e.car_types))`,
  'colours mix as the demonstration describes': `select tenant_id || ' ' || color || ' ' || percent || ' %' as row from (
      select t.tenant_id, c.color, c.least, c.most, round(100.0 * count(e.id) filter (where e.color = c.color) / count(e.id)) as percent
      from (values ('1'), ('2')) t (tenant_id)
      cross join (values ('blue', 46, 68), ('yellow', 18, 38), ('orange', 5, 19), ('red', 2, 9)) c (color, least, most)
      join enterprise e on e.tenant_id = t.tenant_id and e.status in ('active', 'suspended') and e.removed_at is null
        and e.color <> 'unrated'
      group by 1, 2, 3, 4) m where percent not between least and most`,
};

export interface Broken {
  invariant: string;
  count: number;
  examples: string[];
}

/** Runs every invariant with a superuser's `query`. */
export async function brokenInvariants(
  query: (text: string, values: unknown[]) => Promise<{ row: string }[]>,
  now: Date,
): Promise<Broken[]> {
  const broken: Broken[] = [];
  for (const [invariant, text] of Object.entries(invariants)) {
    const rows = await query(text, text.includes('$1') ? [now] : []);
    if (rows.length > 0)
      broken.push({ invariant, count: rows.length, examples: rows.slice(0, 5).map(({ row }) => row) });
  }
  return broken;
}
