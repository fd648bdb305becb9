import type { StoredFile } from '@anlan/contract/kit/field';
import type { AttendanceProof } from '@anlan/contract/modules/class-session/views';
import { sql } from 'kysely';
import { newId } from '#kernel/ids.ts';
import { firstOf, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export interface StoredAttendee {
  id: string;
  employeeId: string;
  name: string;
  department: string | null;
  way: 'code' | 'keeper';
  proof: AttendanceProof | null;
  /** Distance between the class session and the scan in metres. */
  metres: number | null;
  arrivedAt: Date;
  minutes: number | null;
  signature: StoredFile | null;
  signedAt: Date | null;
  hours: string | null;
}
const columns = sql`id, employee_id as "employeeId", name, department, way, proof, metres, arrived_at as "arrivedAt", minutes, signature,
  signed_at as "signedAt", hours`;

export async function attendeesOf(tx: Tx, sessionId: string): Promise<StoredAttendee[]> {
  return rowsOf<StoredAttendee>(tx)`select ${columns} from class_attendance
    where tenant_id = ${scopedTenant} and session_id = ${sessionId} order by arrived_at, id limit 2000`;
}

export async function countsOf(tx: Tx, sessionIds: readonly string[]) {
  const { rows } = await sql<{ id: string; people: number; signed: number }>`select session_id as id,
      count(*)::int as people, (count(*) filter (where signed_at is not null))::int as signed
    from class_attendance where tenant_id = ${scopedTenant} and session_id = any(${[...sessionIds]}::uuid[])
      and proof is distinct from 'far'
    group by session_id`.execute(tx.kysely);
  return new Map(rows.map(({ id, people, signed }) => [id, { people, signed }]));
}

/** Number of people who have to learn each plan. */
export async function learnersOf(tx: Tx, planIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{
    id: string;
    found: number;
  }>`select plan_id as id, count(*)::int as found from learning_task
    where tenant_id = ${scopedTenant} and plan_id = any(${[...planIds]}::uuid[]) and status <> 'exempted'
      and removed_at is null group by plan_id`.execute(tx.kysely);
  return new Map(rows.map(({ id, found }) => [id, found]));
}

interface Arrival {
  sessionId: string;
  enterpriseId: string;
  way: 'code' | 'keeper';
  at: Date;
  proof: AttendanceProof | null;
  metres: number | null;
}
/** Stores attendees. Existing rows do not change, except that an entry by the leader replaces a far position. */
export async function addAttendees(
  tx: Tx,
  { sessionId, enterpriseId, way, at, proof, metres }: Arrival,
  people: readonly { id: string; name: string; department: string | null }[],
): Promise<void> {
  const attendeeRows = JSON.stringify(people.map((one) => ({ ...one, row: newId() })));
  await sql`insert into class_attendance as there (tenant_id, id, enterprise_id, session_id, employee_id, name,
      department, way, arrived_at, proof, metres)
    select ${tx.scope.tenantId}, one."row", ${enterpriseId}::uuid, ${sessionId}::uuid, one.id, one.name, one.department,
      ${way}::text, ${at}::timestamptz, ${proof}::text, ${metres}::int
    from jsonb_to_recordset(${attendeeRows}::jsonb) as one ("row" uuid, id uuid, name text, department text)
    on conflict (tenant_id, session_id, employee_id) do update
      set way = excluded.way, arrived_at = excluded.arrived_at, proof = null, metres = null
      where there.proof = 'far' and excluded.way = 'keeper'`.execute(tx.kysely);
}

export const proveAttendance = (
  tx: Tx,
  id: string,
  { proof, metres, at }: { proof: AttendanceProof; metres: number | null; at: Date },
) =>
  sql`update class_attendance set proof = ${proof}, metres = ${metres}, arrived_at = ${at}
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);

/** Locks people until the transaction ends, so that nobody arrives at two sessions at once. */
export const lockPeople = (tx: Tx, employeeIds: readonly string[]) =>
  sql`select id from employee where tenant_id = ${scopedTenant} and id = any(${[...employeeIds]}::uuid[])
    order by id for no key update`.execute(tx.kysely);

export async function presentElsewhere(tx: Tx, sessionId: string, employeeIds: readonly string[], day: string) {
  return rowsOf<{ name: string; topic: string }>(tx)`select a.name, s.topic
    from class_attendance a join class_session s on s.tenant_id = a.tenant_id and s.id = a.session_id
    where a.tenant_id = ${scopedTenant} and a.employee_id = any(${[...employeeIds]}::uuid[])
      and a.arrived_at >= ${`${day} 00:00:00+08`}::timestamptz and a.session_id <> ${sessionId}
      and a.proof is distinct from 'far' and s.status = 'open' and s.removed_at is null
    order by a.arrived_at desc limit 1`;
}

/** Position of the session, with accuracy in metres. Null until the leader sets it. */
export async function placeOf(
  tx: Tx,
  sessionId: string,
): Promise<{ lng: number; lat: number; accuracy: number } | null> {
  const { rows } = await sql<{ lng: number; lat: number; accuracy: number }>`
    select lng, lat, coalesce(accuracy, 0) as accuracy from class_session
    where tenant_id = ${scopedTenant} and id = ${sessionId} and lng is not null and lat is not null`.execute(tx.kysely);
  return rows[0] ?? null;
}

/**
 * Stores the position of an open class session, unless an attendee has already scanned its attendance code. Returns
 * whether the position was stored.
 */
export async function placeSession(
  tx: Tx,
  id: string,
  { lng, lat, accuracy }: { lng: number; lat: number; accuracy: number },
  at: Date,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update class_session s set lng = ${lng}, lat = ${lat},
      accuracy = ${accuracy}, updated_at = ${at}, updated_by = ${tx.scope.userId}
    where s.tenant_id = ${scopedTenant} and s.id = ${id} and s.status = 'open' and not exists (
      select from class_attendance a where a.tenant_id = s.tenant_id and a.session_id = s.id and a.way = 'code')`.execute(
    tx.kysely,
  );
  return numAffectedRows > 0n;
}

/**
 * Stores the minutes of each attendee, at most the planned minutes. The minutes count from the later of start and
 * arrival to the end or the arrival at another session. Attendees with a far position get none.
 */
export const keepMinutes = (tx: Tx, sessionId: string) =>
  sql`update class_attendance a set minutes = case when a.proof = 'far' then 0 else greatest(0, least(s.minutes,
      floor(extract(epoch from least(s.ended_at, (select min(n.arrived_at) from class_attendance n
          where n.tenant_id = a.tenant_id and n.employee_id = a.employee_id and n.session_id <> a.session_id
            and n.arrived_at > a.arrived_at and n.proof is distinct from 'far'))
        - greatest(s.begun_at, a.arrived_at)) / 60)::int)) end
    from class_session s where s.tenant_id = a.tenant_id and s.id = a.session_id and a.tenant_id = ${scopedTenant}
      and a.session_id = ${sessionId}`.execute(tx.kysely);

/** Attendance of one person. Locks the session, so that it does not end during this transaction. */
export async function attendanceOf(tx: Tx, id: string, employeeId: string) {
  return firstOf<{
    id: string;
    sessionId: string;
    enterpriseId: string;
    planId: string | null;
    status: string;
    endedAt: Date | null;
    proof: AttendanceProof | null;
    signed: boolean;
  }>(tx)`
    select a.id, a.session_id as "sessionId", a.enterprise_id as "enterpriseId", s.plan_id as "planId", a.proof,
      s.status, s.ended_at as "endedAt", a.signed_at is not null as signed
    from class_attendance a join class_session s on s.tenant_id = a.tenant_id and s.id = a.session_id
      and s.removed_at is null
    where a.tenant_id = ${scopedTenant} and a.id = ${id} and a.employee_id = ${employeeId}
    for update of a for share of s`;
}

export const storeSignature = (tx: Tx, id: string, file: StoredFile, at: Date) =>
  sql`update class_attendance set signature = ${JSON.stringify(file)}::jsonb, signed_at = ${at}
    where tenant_id = ${scopedTenant} and id = ${id}`.execute(tx.kysely);

export async function keepHours(tx: Tx, sessionId: string, hours: ReadonlyMap<string, number>): Promise<void> {
  if (hours.size === 0) return;
  await sql`update class_attendance a set hours = one.hours
    from unnest(${[...hours.keys()]}::uuid[], ${[...hours.values()]}::numeric[]) as one (id, hours)
    where a.tenant_id = ${scopedTenant} and a.session_id = ${sessionId} and a.employee_id = one.id`.execute(tx.kysely);
}

export async function heldIn(tx: Tx, enterpriseIds: readonly string[], { from, to }: { from: string; to: string }) {
  return rowsOf<{ id: string; kind: 'talk' | 'meeting' | 'class'; sessions: number; people: number }>(tx)`
    select s.enterprise_id as id, s.kind, count(distinct s.id)::int as sessions, (count(a.id) filter (where a.signed_at is not null and a.proof is distinct from 'far'))::int as people
    from class_session s left join class_attendance a on a.tenant_id = s.tenant_id and a.session_id = s.id
    where s.tenant_id = ${scopedTenant} and s.enterprise_id = any(${[...enterpriseIds]}::uuid[]) and s.removed_at is null
      and s.status = 'ended' and s.held_at >= ${`${from} 00:00:00+08`}::timestamptz
      and s.held_at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'
    group by s.enterprise_id, s.kind`;
}
