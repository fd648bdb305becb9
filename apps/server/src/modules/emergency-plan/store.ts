import { sql, type RawBuilder } from 'kysely';
import type { ArchiveSource } from '#kit/archive.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

export const conditionsOf = (
  { id, reviewDue }: { id?: unknown; reviewDue?: unknown },
  until: string,
): RawBuilder<unknown>[] => [
  ...(typeof id === 'string' ? [sql`emergency_plan.id = ${id}`] : []),
  ...(reviewDue === true
    ? [sql`emergency_plan.status = 'effective' and emergency_plan.next_review_on <= ${until}::date`]
    : []),
  ...(reviewDue === false
    ? [sql`(emergency_plan.status <> 'effective' or emergency_plan.next_review_on > ${until}::date)`]
    : []),
];

export async function tradeOf(tx: Tx, enterpriseId: string): Promise<string> {
  const { rows } = await sql<{ trade: string }>`select supervision_kind as trade from enterprise
    where tenant_id = ${scopedTenant} and id = ${enterpriseId}`.execute(tx.kysely);
  return rows[0]?.trade ?? 'other';
}

/** Day of the last drill of a plan. Null if there was none. */
export async function lastDrillOn(tx: Tx, planId: string): Promise<string | null> {
  const { rows } = await sql<{ on: string | null }>`select max(held_on)::text as on from drill
    where tenant_id = ${scopedTenant} and plan_id = ${planId} and removed_at is null`.execute(tx.kysely);
  return rows[0]?.on ?? null;
}

export const keepNextDrill = (tx: Tx, planId: string, day: string) =>
  sql`update emergency_plan set next_drill_on = ${day}::date, version = version + 1
    where tenant_id = ${scopedTenant} and id = ${planId}`.execute(tx.kysely);

export const planRows: ArchiveSource = {
  from: '应急预案',
  path: '/bus/emergencyPlan/index',
  rows: (tx, ids) => sql`select enterprise_id, 'plan' as item, title as name, filing_no as no, issued_on,
      next_review_on as valid_to, papers as files
    from emergency_plan where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...ids]}::uuid[])
      and removed_at is null and status = 'effective'`,
};
