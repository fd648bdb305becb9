import { sql, type RawBuilder } from 'kysely';
import type { AnsweredItem } from '@anlan/contract/modules/checklist/check-item';
import type { ControlLayer, LayerCycles } from '@anlan/contract/modules/risk-point/check-cycle';
import type { Control } from '@anlan/contract/modules/risk-point/hazards-controls';
import { newId } from '#kernel/ids.ts';
import type { FilterValues } from '#kit/list-store.ts';
import { idsOf, rowsOf, type Tx } from '#platform/db/index.ts';
import { anyOfIds, preparedStatement } from '#platform/db/prepared-statement.ts';
import { searchText } from '#platform/pinyin/search-text.ts';

export function conditionsOf(filter: FilterValues, now: Date, today: string): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [];
  const flag = (key: string, condition: RawBuilder<unknown>) => {
    if (filter[key] === true) all.push(condition);
    else if (filter[key] === false) all.push(sql`not (${condition})`);
  };
  flag('missed', sql`risk_check.status = 'pending' and risk_check.due_at <= ${now}`);
  flag('failed', sql`risk_check.fail_count > 0`);
  flag('today', todays(now, today));
  flag('counted', counted(today));
  flag('onTime', onTime);
  flag('resent', resent);
  flag('unproven', unproven);
  return all;
}
/** Checks of today: due today, or open now and due later. */
const todays = (
  now: Date,
  today: string,
) => sql`(risk_check.status in ('pending', 'done') and risk_check.due_on >= ${today}::date
  and risk_check.opens_at <= ${now} and (risk_check.due_on = ${today}::date or risk_check.status = 'pending'))`;
/**
 * Checks that count: due within the 30 days before today, without paused and cancelled checks. The score uses the
 * same rule.
 */
const counted = (today: string) => sql`(risk_check.planned and risk_check.status in ('pending', 'done')
  and risk_check.due_on >= ${today}::date - 30 and risk_check.due_on < ${today}::date)`;

/** Done in time with proof of presence. */
const onTime = sql`(risk_check.status = 'done' and risk_check.done_at < risk_check.due_at and not risk_check.far)`;
/** Received after the due time but proven to be done in time; shown as 补传. */
const resent = sql`(risk_check.resent and not risk_check.far)`;
/** Done in time but without proof of presence; shown as 未到点. */
const unproven = sql`(risk_check.far and risk_check.status = 'done' and risk_check.done_at < risk_check.due_at)`;

export interface PlannedPoint {
  id: string;
  enterprise_id: string;
  name: string;
  place: string;
  department: string;
  level: string | null;
  control_layer: ControlLayer;
  check_cycle: string;
  cycles: LayerCycles | null;
  controls: readonly Control[];
  checklist_id: string | null;
  owner_id: string;
  owner_name: string | null;
  presence_code: string;
  former_codes: readonly string[];
  lng: number | null;
  lat: number | null;
  paused_from: string | null;
  paused_to: string | null;
  status: string;
}
const columns = sql`p.id, p.enterprise_id, p.name, p.place, p.department, p.level, p.control_layer, p.check_cycle, p.cycles, p.controls,
  p.checklist_id, p.owner_id, p.presence_code, p.former_codes, p.lng::float8, p.lat::float8, p.paused_from, p.paused_to, p.status`;

export async function pointsAfter(tx: Tx, after: string, limit: number): Promise<PlannedPoint[]> {
  return rowsOf<PlannedPoint>(tx)`select ${columns}, null as owner_name from risk_point p
    join enterprise f on f.tenant_id = p.tenant_id and f.id = p.enterprise_id and f.status = 'active' and f.removed_at is null
    where p.tenant_id = ${tx.scope.tenantId} and p.status = 'inForce' and p.removed_at is null and p.id > ${after}
    order by p.id limit ${limit}`;
}
export async function pointsById(tx: Tx, ids: readonly string[]): Promise<Map<string, PlannedPoint>> {
  if (ids.length === 0) return new Map();
  const rows = await byId(tx, tx.scope.tenantId, [...new Set(ids)]);
  return new Map(rows.map((row) => [row.id, row]));
}
const byId = preparedStatement<PlannedPoint, [tenantId: string, ids: readonly string[]]>(
  'riskCheck.points',
  (tenantId, ids) => sql`select ${columns}, e.name as owner_name from risk_point p
    left join employee e on e.tenant_id = p.tenant_id and e.id = p.owner_id
    where p.tenant_id = ${tenantId} and p.id = ${anyOfIds(ids)}`,
);

export interface Planned {
  point: Pick<PlannedPoint, 'id' | 'enterprise_id' | 'name'>;
  layer: ControlLayer;
  opensAt: Date;
  dueAt: Date;
  dueOn: string;
}
export async function addPlanned(tx: Tx, all: readonly Planned[], at: Date): Promise<number> {
  if (all.length === 0) return 0;
  const { numAffectedRows = 0n } = await sql`insert into risk_check (tenant_id, id, enterprise_id, risk_point_id, layer,
      due_on, point_name, point_name_search, opens_at, due_at, planned, created_at, updated_at, oversight_code)
    select ${tx.scope.tenantId}, g.id, g.enterprise, g.point, g.layer, g.due_on, g.name, p.name_search, g.opens, g.due, true,
      ${at}::timestamptz, ${at}::timestamptz, ''
    from unnest(${all.map(() => newId())}::uuid[], ${all.map(({ point }) => point.enterprise_id)}::uuid[],
      ${all.map(({ point }) => point.id)}::uuid[], ${all.map(({ layer }) => layer)}::text[],
      ${all.map(({ dueOn }) => dueOn)}::date[], ${all.map(({ point }) => point.name)}::text[],
      ${all.map(({ opensAt }) => opensAt)}::timestamptz[], ${all.map(({ dueAt }) => dueAt)}::timestamptz[])
      as g (id, enterprise, point, layer, due_on, name, opens, due)
    left join risk_point p on p.tenant_id = ${tx.scope.tenantId} and p.id = g.point
    -- Most are planned already: finding those costs less than a conflict each.
    where not exists (select from risk_check c where c.tenant_id = ${tx.scope.tenantId} and c.risk_point_id = g.point
      and c.layer = g.layer and c.opens_at = g.opens and c.planned and c.removed_at is null)
    on conflict (tenant_id, risk_point_id, layer, opens_at) where planned and removed_at is null do nothing`.execute(
    tx.kysely,
  );
  return Number(numAffectedRows);
}

/** Sets the waiting checks of a point to the state that the point requires: cancelled, paused or waiting. */
export async function followPoint(
  tx: Tx,
  point: Pick<PlannedPoint, 'id' | 'name' | 'status' | 'paused_from' | 'paused_to'>,
  today: string,
  at: Date,
): Promise<void> {
  const of = sql`tenant_id = ${tx.scope.tenantId} and risk_point_id = ${point.id} and removed_at is null`;
  const become = (status: string, where: RawBuilder<unknown>) =>
    sql`update risk_check set status = ${status}, version = version + 1, updated_at = ${at} where ${of} and ${where}`.execute(
      tx.kysely,
    );
  if (point.status !== 'inForce') {
    await become('cancelled', sql`status in ('pending', 'paused') and due_on >= ${today}::date`);
    return;
  }
  const { paused_from: from, paused_to: to } = point;
  if (from !== null)
    await become(
      'paused',
      sql`status = 'pending' and done_count = 0 and due_on >= greatest(${from}::date, ${today}::date)
        ${to === null ? sql`` : sql`and due_on <= ${to}::date`}`,
    );
  await become(
    'pending',
    from === null
      ? sql`status = 'paused' and due_on >= ${today}::date`
      : sql`status = 'paused' and due_on >= ${today}::date and (due_on < ${from}::date or due_on > ${to}::date)`,
  );
  await sql`update risk_check set point_name = ${point.name}, point_name_search = ${await searchText(point.name)}
    where ${of} and status = 'pending' and point_name <> ${point.name}`.execute(tx.kysely);
}

/** Stores the item results and their counts of a locked check. Returns the new version. */
export async function saveItems(
  tx: Tx,
  id: string,
  items: readonly AnsweredItem[],
  counts: { total: number; done: number; fail: number },
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`update risk_check
    set items = ${JSON.stringify(items)}, item_count = ${counts.total}, done_count = ${counts.done},
      fail_count = ${counts.fail}, updated_at = ${at}, updated_by = ${tx.scope.userId}, version = version + 1
    where tenant_id = ${tx.scope.tenantId} and id = ${id} returning version`.execute(tx.kysely);
  return rows[0]?.version ?? 0;
}

/** Begins a locked check: stores its items, start time and proof of presence. Returns the new version. */
export async function beginCheck(
  tx: Tx,
  id: string,
  begun: {
    items: readonly AnsweredItem[];
    checklistName: string | null;
    presence: string;
    metres: number | null;
    far: boolean;
    presentAt: Date | null;
    at: Date;
  },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`update risk_check set
      items = case when item_count = 0 then ${JSON.stringify(begun.items)}::jsonb else items end,
      item_count = case when item_count = 0 then ${begun.items.length}::int else item_count end,
      checklist_name = coalesce(checklist_name, ${begun.checklistName}::text),
      started_at = coalesce(started_at, ${begun.at}::timestamptz),
      presence = ${begun.presence}, presence_metres = ${begun.metres}::int, far = ${begun.far},
      present_at = ${begun.presentAt}::timestamptz,
      updated_at = ${begun.at}, updated_by = ${tx.scope.userId}, version = version + 1
    where tenant_id = ${tx.scope.tenantId} and id = ${id} returning version`.execute(tx.kysely);
  return rows[0]?.version ?? 0;
}

export async function countChecks(tx: Tx, enterpriseId: string | undefined, now: Date, today: string) {
  const few = sql`tenant_id = ${tx.scope.tenantId} and removed_at is null and ${counted(today)}
    ${enterpriseId === undefined ? sql`` : sql`and enterprise_id = ${enterpriseId}`}`;
  const { rows } = await sql<Record<string, number>>`select
      (count(*) filter (where ${todays(now, today)} and due_on = ${today}::date))::int as today,
      (count(*) filter (where ${todays(now, today)} and due_on = ${today}::date and status = 'done'))::int as done,
      (count(*) filter (where ${counted(today)}))::int as due,
      (count(*) filter (where ${counted(today)} and status = 'pending'))::int as missed,
      (count(*) filter (where ${counted(today)} and ${onTime}))::int as on_time,
      (select count(*)::int from risk_check where ${few} and ${resent}) as resent,
      (select count(*)::int from risk_check where ${few} and ${unproven}) as unproven
    from risk_check where tenant_id = ${tx.scope.tenantId} and removed_at is null
      and due_on >= ${today}::date - 30 and due_on <= ${today}::date
      ${enterpriseId === undefined ? sql`` : sql`and enterprise_id = ${enterpriseId}`}`.execute(tx.kysely);
  const [row = {}] = rows;
  const of = (key: string) => row[key] ?? 0;
  return {
    today: of('today'),
    done: of('done'),
    missed: of('missed'),
    due: of('due'),
    onTime: of('on_time'),
    resent: of('resent'),
    unproven: of('unproven'),
  };
}

export async function waitingNow(tx: Tx, enterpriseIds: readonly string[], now: Date, today: string) {
  if (enterpriseIds.length === 0) return [];
  return rowsOf<{ enterprise_id: string; layer: ControlLayer; owner: string | null; waiting: number }>(tx)`
    select c.enterprise_id, c.layer, e.user_id as owner, sum(c.waiting)::int as waiting
    -- Counted by point first: who answers for it is looked up once, not for each of its checks.
    from (select enterprise_id, layer, risk_point_id, count(*) as waiting from risk_check
      where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...enterpriseIds]}::uuid[])
        and removed_at is null and status = 'pending' and due_on = ${today}::date
        and opens_at <= ${now} and due_at > ${now}
      group by 1, 2, 3) c
    join risk_point p on p.tenant_id = ${tx.scope.tenantId} and p.id = c.risk_point_id
    left join employee e on e.tenant_id = p.tenant_id and e.id = p.owner_id and e.status <> 'left'
    group by 1, 2, 3`;
}
export async function enterprisesDue(tx: Tx, after: string, limit: number, today: string): Promise<string[]> {
  return idsOf(tx)`select distinct enterprise_id as id from risk_check
    where tenant_id = ${tx.scope.tenantId} and enterprise_id > ${after} and removed_at is null and status = 'pending'
      and due_on = ${today}::date
    order by 1 limit ${limit}`;
}
