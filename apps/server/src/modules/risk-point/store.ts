import { sql, type RawBuilder } from 'kysely';
import type { Control, Proposal } from '@anlan/contract/modules/risk-point/hazards-controls';
import type { FilterValues } from '#kit/list-store.ts';
import { idsOf, type Tx } from '#platform/db/index.ts';
import { anyOfIds, preparedStatement } from '#platform/db/prepared-statement.ts';

const due = (today: string) =>
  sql`(risk_point.status = 'inForce' and (risk_point.proposed_on is not null or risk_point.next_assess_on < ${today}::date))`;
const former = sql`(risk_point.basis_id is not null and risk_point.status = 'retired')`;

export function conditionsOf(filter: FilterValues, today: string): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [];
  // The plain list shows only current points. Former editions appear with the filter `former` or `basisId`.
  if (filter['former'] === true) all.push(former);
  else if (filter['basisId'] === undefined) all.push(sql`not ${former}`);
  if (filter['assessDue'] === true) all.push(due(today));
  else if (filter['assessDue'] === false) all.push(sql`not ${due(today)}`);
  if (filter['placed'] === true) all.push(sql`risk_point.plan_id is not null`);
  else if (filter['placed'] === false) all.push(sql`risk_point.plan_id is null`);
  return all;
}

export async function countPoints(tx: Tx, enterpriseId: string | undefined, today: string) {
  const { rows } = await sql<Record<string, number>>`select
      (count(*) filter (where status = 'inForce' and level = 'major'))::int as major,
      (count(*) filter (where status = 'inForce' and level = 'considerable'))::int as considerable,
      (count(*) filter (where status = 'inForce' and level = 'general'))::int as general,
      (count(*) filter (where status = 'inForce' and level = 'low'))::int as low,
      (count(*) filter (where status = 'underReview'))::int as review,
      (count(*) filter (where status = 'draft'))::int as draft,
      (count(*) filter (where ${due(today)}))::int as assess,
      (count(*) filter (where status = 'inForce' and plan_id is null))::int as unplaced
    from risk_point where tenant_id = ${tx.scope.tenantId} and removed_at is null
      ${enterpriseId === undefined ? sql`` : sql`and enterprise_id = ${enterpriseId}`}`.execute(tx.kysely);
  const [row = {}] = rows;
  const of = (key: string) => row[key] ?? 0;
  return {
    major: of('major'),
    considerable: of('considerable'),
    general: of('general'),
    low: of('low'),
    review: of('review'),
    draft: of('draft'),
    assess: of('assess'),
    unplaced: of('unplaced'),
  };
}

export async function openDangers(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; dangers: number }>`select risk_point_id as id, count(*)::int as dangers
    from danger where tenant_id = ${tx.scope.tenantId} and risk_point_id = any(${[...ids]}::uuid[])
      and status in ('open', 'rectifying', 'returned', 'submitted') and removed_at is null
    group by risk_point_id`.execute(tx.kysely);
  return new Map(rows.map(({ id, dangers }) => [id, dangers]));
}

/**
 * Replaces the assessment in force. The point retains its id, number and place, so its QR code, checks and dangers
 * remain valid. The row of the new assessment then holds the former edition.
 */
export async function replaceAssessment(tx: Tx, pointId: string, newId: string, at: Date): Promise<void> {
  const { tenantId, userId } = tx.scope;
  // The columns that are not listed belong to the point itself: number, place on a floor plan, pauses, proposals.
  await sql`update risk_point p set (name, name_search, kind, place, department, station_id, owner_id, hazards, method, factors, direct_basis,
      adjusted_level, adjust_reason, assessed_on, controls, control_layer, check_cycle, cycles,
      checklist_id, checklist_name, residual, analysis_object, analysis_unit, risk_event, score,
      computed_level, level, rank, residual_level, next_assess_on, edition, reassess_cause, opinion,
      approved_on, approved_by)
      = (q.name, q.name_search, q.kind, q.place, q.department, q.station_id, q.owner_id, q.hazards, q.method, q.factors,
      q.direct_basis, q.adjusted_level, q.adjust_reason, q.assessed_on, q.controls, q.control_layer,
      q.check_cycle, q.cycles, q.checklist_id, q.checklist_name, q.residual, q.analysis_object,
      q.analysis_unit, q.risk_event, q.score, q.computed_level, q.level, q.rank, q.residual_level,
      q.next_assess_on, q.edition, q.reassess_cause, q.opinion, q.approved_on, q.approved_by),
      status = case when p.id = ${newId}::uuid then 'retired' else 'inForce' end,
      proposals = case when p.id = ${pointId}::uuid then '[]'::jsonb else p.proposals end,
      proposed_on = case when p.id = ${pointId}::uuid then null else p.proposed_on end,
      version = p.version + 1, updated_at = ${at}, updated_by = ${userId}
    from risk_point q
    where p.tenant_id = ${tenantId} and q.tenant_id = ${tenantId}
      and ((p.id = ${pointId} and q.id = ${newId}) or (p.id = ${newId} and q.id = ${pointId}))`.execute(tx.kysely);
}

/** Copies a point into a new row for its new assessment. Controls may be added in the same call. */
export async function copyAssessment(
  tx: Tx,
  pointId: string,
  newId: string,
  more: { cause: string; edition: number; controls: readonly Control[] },
): Promise<void> {
  await sql`update risk_point set basis_id = ${pointId}, reassess_cause = ${more.cause}, edition = ${more.edition},
      controls = controls || ${JSON.stringify(more.controls)}::jsonb
    where tenant_id = ${tx.scope.tenantId} and id = ${newId}`.execute(tx.kysely);
}

export async function renewCode(tx: Tx, id: string, code: string, at: Date): Promise<number> {
  const { rows } = await sql<{ version: number }>`update risk_point
    set former_codes = former_codes || presence_code, presence_code = ${code}, version = version + 1,
      updated_at = ${at}, updated_by = ${tx.scope.userId}
    where tenant_id = ${tx.scope.tenantId} and id = ${id} returning version`.execute(tx.kysely);
  return rows[0]?.version ?? 0;
}
export async function locatePoint(tx: Tx, id: string, at: { lng: number; lat: number }, now: Date): Promise<number> {
  const { rows } = await sql<{
    version: number;
  }>`update risk_point set lng = ${at.lng}::float8, lat = ${at.lat}::float8,
      version = version + 1, updated_at = ${now}, updated_by = ${tx.scope.userId}
    where tenant_id = ${tx.scope.tenantId} and id = ${id} returning version`.execute(tx.kysely);
  return rows[0]?.version ?? 0;
}
export async function movePoint(
  tx: Tx,
  id: string,
  { planId, x, y }: { planId: string | null; x: number | null; y: number | null },
  at: Date,
): Promise<number> {
  const { rows } = await sql<{
    version: number;
  }>`update risk_point set plan_id = ${planId}::uuid, plan_x = ${x}::float8,
      plan_y = ${y}::float8, version = version + 1, updated_at = ${at}, updated_by = ${tx.scope.userId}
    where tenant_id = ${tx.scope.tenantId} and id = ${id} returning version`.execute(tx.kysely);
  return rows[0]?.version ?? 0;
}

export async function saveProposals(
  tx: Tx,
  id: string,
  proposals: readonly Proposal[],
  on: string | null,
  at: Date,
): Promise<number> {
  const { rows } = await sql<{ version: number }>`update risk_point set proposals = ${JSON.stringify(proposals)},
      proposed_on = ${on}::date, version = version + 1, updated_at = ${at}
    where tenant_id = ${tx.scope.tenantId} and id = ${id} returning version`.execute(tx.kysely);
  return rows[0]?.version ?? 0;
}

export interface FoundAtPoint {
  id: string;
  no: string;
  title: string;
  repeats: number;
  cause: string | null;
  pointId: string;
}
export async function findRepeatedDangers(tx: Tx, ids: readonly string[], least: number): Promise<FoundAtPoint[]> {
  return repeated(tx, tx.scope.tenantId, [...ids], least);
}
const repeated = preparedStatement<FoundAtPoint, [tenantId: string, ids: readonly string[], least: number]>(
  'riskPoint.repeated',
  (tenantId, ids, least) => sql`select id, no, title, repeats, repeat_cause as cause, risk_point_id as "pointId"
    from danger where tenant_id = ${tenantId} and id = ${anyOfIds(ids)} and risk_point_id is not null
      and repeats >= ${least} and status <> 'voided' and removed_at is null`,
);

export async function waitingAfter(tx: Tx, id: string, limit: number, today: string): Promise<string[]> {
  return idsOf(tx)`select id from risk_point where tenant_id = ${tx.scope.tenantId}
      and id > ${id} and removed_at is null and (status = 'underReview' or ${due(today)})
    order by id limit ${limit}`;
}

export async function dueOnDay(tx: Tx, yesterday: string): Promise<string[]> {
  return idsOf(tx)`select id from risk_point where tenant_id = ${tx.scope.tenantId}
      and status = 'inForce' and next_assess_on = ${yesterday}::date and removed_at is null
    order by id limit 50000`;
}

/** Sets the inherent risk of each enterprise to the worst level of its points in force; null without points. */
export async function updateInherentRisk(tx: Tx, enterpriseIds: readonly string[]): Promise<void> {
  await sql`update enterprise e set inherent_color = worst.level
    from (select f.id, (select p.level from risk_point p where p.tenant_id = f.tenant_id and p.enterprise_id = f.id
        and p.status = 'inForce' and p.removed_at is null order by p.rank desc limit 1) as level
      from enterprise f where f.tenant_id = ${tx.scope.tenantId} and f.id = any(${[...enterpriseIds]}::uuid[])) worst
    where e.tenant_id = ${tx.scope.tenantId} and e.id = worst.id
      and e.inherent_color is distinct from worst.level`.execute(tx.kysely);
}

export async function isBeingAssessed(tx: Tx, pointId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (select from risk_point
    where tenant_id = ${tx.scope.tenantId} and basis_id = ${pointId} and status in ('draft', 'underReview')
      and removed_at is null) as found`.execute(tx.kysely);
  return rows[0]?.found === true;
}

/** The code in the posted QR code, which proves presence; null when the point does not exist. */
export async function presenceCodeOf(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`select presence_code as code from risk_point
    where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);
  return rows[0]?.code ?? null;
}
