import { sql, type RawBuilder } from 'kysely';
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import { hasRows, idsOf, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';
import type { Paper } from './rules.ts';

export interface HeldPaper extends Paper {
  id: string;
  employeeId: string;
  status: string;
  source: string;
}

/** Certificates of employees: verified certificates, and uploaded certificates that were not returned. */
export async function papersOf(tx: Tx, employeeIds: readonly string[]): Promise<Map<string, HeldPaper[]>> {
  const held = new Map<string, HeldPaper[]>();
  if (employeeIds.length === 0) return held;
  const { rows } = await sql<HeldPaper>`select id, employee_id as "employeeId", kind, valid_to as "validTo",
      next_review_on as "nextReviewOn", status, source
    from certificate
    where tenant_id = ${scopedTenant} and employee_id = any(${[...employeeIds]}::uuid[])
      and status in ('submitted', 'verified') and removed_at is null
    order by valid_to desc`.execute(tx.kysely);
  for (const row of rows) held.set(row.employeeId, [...(held.get(row.employeeId) ?? []), row]);
  return held;
}

export async function idsOfHolders(tx: Tx, employeeIds: readonly string[]): Promise<string[]> {
  return idsOf(tx)`select id from certificate
    where tenant_id = ${scopedTenant} and employee_id = any(${[...employeeIds]}::uuid[]) and removed_at is null
    limit 5000`;
}

export async function ofLeavers(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select c.id from certificate c
    join employee e on e.tenant_id = c.tenant_id and e.id = c.employee_id
    where c.tenant_id = ${scopedTenant} and c.id = any(${[...ids]}::uuid[])
      and (e.status = 'left' or e.removed_at is not null)`.execute(tx.kysely);
  return new Set(rows.map(({ id }) => id));
}

export interface Posted {
  id: string;
  name: string;
  postKind: PostKind;
}
export async function atWork(tx: Tx, enterpriseId: string, posts: readonly PostKind[]): Promise<Posted[]> {
  return rowsOf<Posted>(tx)`select id, name, post_kind as "postKind" from employee
    where tenant_id = ${scopedTenant} and enterprise_id = ${enterpriseId} and post_kind in (${sql.join([...posts])})
      and status = 'onDuty' and removed_at is null
    order by name, id limit 5000`;
}

export async function isTaken(tx: Tx, kind: string, certNo: string, exceptId: string | null): Promise<boolean> {
  return hasRows(tx)`select from certificate
    where tenant_id = ${scopedTenant} and cert_no = ${certNo} and kind = ${kind} and id is distinct from ${exceptId}
      and status <> 'voided' and removed_at is null limit 1`;
}

export async function enterprisesOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(tx)`select distinct enterprise_id as id from certificate
    where tenant_id = ${scopedTenant} and id = any(${[...ids]}::uuid[])`;
}

export const onlyId = (id: unknown): RawBuilder<unknown>[] =>
  typeof id === 'string' ? [sql`certificate.id = ${id}`] : [];
