import { sql } from 'kysely';
import type { AnsweredItem } from '@anlan/contract/modules/checklist/check-item';
import type { Control } from '@anlan/contract/modules/risk-point/hazards-controls';
import { rowsOf, type Tx } from '#platform/db/index.ts';

export interface AnalysedPoint {
  id: string;
  no: string;
  enterprise_code: string;
  enterprise_name: string;
  analysis_object: string;
  analysis_unit: string | null;
  risk_event: string | null;
  name: string;
  level: string | null;
  control_layer: string;
  department: string;
  owner: string | null;
  controls: readonly Control[];
}
export async function analysedPoints(tx: Tx, enterpriseId: string | null, most: number): Promise<AnalysedPoint[]> {
  return rowsOf<AnalysedPoint>(tx)`select p.id, p.no, f.enterprise_code, f.name as enterprise_name,
      p.analysis_object, p.analysis_unit, p.risk_event, p.name, p.level, p.control_layer, p.department,
      e.name as owner, p.controls
    from risk_point p
    join enterprise f on f.tenant_id = p.tenant_id and f.id = p.enterprise_id
    left join employee e on e.tenant_id = p.tenant_id and e.id = p.owner_id
    where p.tenant_id = ${tx.scope.tenantId} and p.status = 'inForce' and p.removed_at is null
      and coalesce(p.analysis_object, '') <> ''
      ${enterpriseId === null ? sql`` : sql`and p.enterprise_id = ${enterpriseId}`}
    order by f.enterprise_code, p.analysis_object, p.analysis_unit, p.no limit ${most + 1}`;
}

export interface ExchangedCheck {
  id: string;
  risk_point_id: string;
  layer: string;
  opens_at: Date;
  due_at: Date;
  status: string;
  done_at: Date | null;
  received_at: Date | null;
  resent: boolean;
  far: boolean;
  done_by_name: string | null;
  presence: string | null;
  items: readonly AnsweredItem[];
}
export async function checksBetween(
  tx: Tx,
  pointIds: readonly string[],
  from: string,
  to: string,
  most: number,
): Promise<ExchangedCheck[]> {
  return rowsOf<ExchangedCheck>(tx)`select id, risk_point_id, layer, opens_at, due_at, status, done_at,
      received_at, resent, far,
      done_by_name, presence, items
    from risk_check where tenant_id = ${tx.scope.tenantId} and risk_point_id = any(${[...pointIds]}::uuid[])
      and due_on between ${from}::date and ${to}::date and removed_at is null
    order by risk_point_id, due_on, id limit ${most + 1}`;
}

export interface ExchangedDanger {
  no: string;
  risk_point_id: string;
  title: string;
  level: string;
  found_at: Date;
  deadline_on: string | null;
  status: string;
}
export async function dangersBetween(
  tx: Tx,
  pointIds: readonly string[],
  from: string,
  to: string,
  most: number,
): Promise<ExchangedDanger[]> {
  return rowsOf<ExchangedDanger>(tx)`select no, risk_point_id, title, level, found_at,
      deadline_on::text as deadline_on, status
    from danger where tenant_id = ${tx.scope.tenantId} and risk_point_id = any(${[...pointIds]}::uuid[])
      and found_at >= ${`${from} 00:00:00+08`}::timestamptz
      and found_at < ${`${to} 00:00:00+08`}::timestamptz + interval '1 day' and removed_at is null
    order by risk_point_id, found_at, id limit ${most + 1}`;
}
