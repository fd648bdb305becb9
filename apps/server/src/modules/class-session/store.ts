import type { StoredFile } from '@anlan/contract/kit/field';
import { sql } from 'kysely';
import { newId } from '#kernel/ids.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';

/** Somebody who was there, as stored. */
export interface StoredAttendee {
  id: string;
  employeeId: string;
  name: string;
  department: string | null;
  way: 'code' | 'keeper';
  arrivedAt: Date;
  signature: StoredFile | null;
  signedAt: Date | null;
  hours: string | null;
}
const columns = sql`id, employee_id as "employeeId", name, department, way, arrived_at as "arrivedAt", signature,
  signed_at as "signedAt", hours`;

/** Those who were there. */
export async function attendeesOf(tx: Tx, sessionId: string): Promise<StoredAttendee[]> {
  const { rows } = await sql<StoredAttendee>`select ${columns} from class_attendance
    where tenant_id = ${scopedTenant} and session_id = ${sessionId} order by arrived_at, id limit 2000`.execute(
    tx.kysely,
  );
  return rows;
}

/** How many were there, and signed, by session. */
export async function countsOf(tx: Tx, sessionIds: readonly string[]) {
  const { rows } = await sql<{ id: string; people: number; signed: number }>`select session_id as id,
      count(*)::int as people, (count(*) filter (where signed_at is not null))::int as signed
    from class_attendance where tenant_id = ${scopedTenant} and session_id = any(${[...sessionIds]}::uuid[])
    group by session_id`.execute(tx.kysely);
  return new Map(rows.map(({ id, people, signed }) => [id, { people, signed }]));
}

/** Writes down who was there; somebody who is already stays as they are. */
export async function addAttendees(
  tx: Tx,
  { sessionId, enterpriseId, way, at }: { sessionId: string; enterpriseId: string; way: 'code' | 'keeper'; at: Date },
  people: readonly { id: string; name: string; department: string | null }[],
): Promise<void> {
  const given = JSON.stringify(people.map((one) => ({ ...one, row: newId() })));
  await sql`insert into class_attendance (tenant_id, id, enterprise_id, session_id, employee_id, name, department, way,
      arrived_at)
    select ${tx.scope.tenantId}, one."row", ${enterpriseId}::uuid, ${sessionId}::uuid, one.id, one.name, one.department,
      ${way}::text, ${at}::timestamptz
    from jsonb_to_recordset(${given}::jsonb) as one ("row" uuid, id uuid, name text, department text)
    on conflict (tenant_id, session_id, employee_id) do nothing`.execute(tx.kysely);
}

/** One attendance of one of the people with its session, which does not end before this transaction does. */
export async function attendanceOf(tx: Tx, id: string, employeeId: string) {
  const { rows } = await sql<{
    id: string;
    sessionId: string;
    enterpriseId: string;
    planId: string | null;
    minutes: number;
    status: string;
    endedAt: Date | null;
    signed: boolean;
  }>`
    select a.id, a.session_id as "sessionId", a.enterprise_id as "enterpriseId", s.plan_id as "planId", s.minutes,
      s.status, s.ended_at as "endedAt", a.signed_at is not null as signed
    from class_attendance a join class_session s on s.tenant_id = a.tenant_id and s.id = a.session_id
      and s.removed_at is null
    where a.tenant_id = ${scopedTenant} and a.id = ${id} and a.employee_id = ${employeeId}
    for update of a for share of s`.execute(tx.kysely);
  return rows[0];
}

/** Keeps a signature. */
export const keepSignature = (tx: Tx, id: string, file: StoredFile, at: Date) =>
  sql`update class_attendance set signature = ${JSON.stringify(file)}::jsonb, signed_at = ${at}
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);

/** Keeps what was credited to those who signed. */
export const keepHours = (tx: Tx, sessionId: string, employeeIds: readonly string[], hours: number) =>
  sql`update class_attendance set hours = ${hours} where tenant_id = ${scopedTenant} and session_id = ${sessionId}
    and employee_id = any(${[...employeeIds]}::uuid[])`.execute(tx.kysely);

/** Sessions of enterprises that ended within a span of days, by kind, with those who signed. */
export async function heldIn(tx: Tx, enterpriseIds: readonly string[], { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ id: string; kind: 'talk' | 'meeting' | 'class'; sessions: number; people: number }>`
    select s.enterprise_id as id, s.kind, count(distinct s.id)::int as sessions, (count(a.id) filter (where a.signed_at is not null))::int as people
    from class_session s left join class_attendance a on a.tenant_id = s.tenant_id and a.session_id = s.id
    where s.tenant_id = ${scopedTenant} and s.enterprise_id = any(${[...enterpriseIds]}::uuid[]) and s.removed_at is null
      and s.status = 'ended' and s.held_at >= ${`${from} 00:00:00+08`}::timestamptz
      and s.held_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'
    group by s.enterprise_id, s.kind`.execute(tx.kysely);
  return rows;
}
