import { sql } from 'kysely';
import type { PostKind } from '@anlan/contract/modules/staff/resource';
import { firstOf, hasRows, idsOf, type Tx } from '#platform/db/index.ts';
import { anyOfIds, anyOfTexts, preparedStatement } from '#platform/db/prepared-statement.ts';
import type { Trade } from '../staffing.ts';

export interface Colleague {
  id: string;
  name: string;
  userId: string | null;
  postKind: PostKind;
  department: string | null;
  /** Search text of the name: characters, initials and pinyin. */
  letters: string;
}

const standing = preparedStatement<
  { id: string | null; name: string; department: string | null; post_kind: PostKind; isOwn: boolean },
  [tenantId: string, userId: string, enterpriseId: string]
>(
  'staff.standing',
  (tenantId, userId, enterpriseId) => sql`select id, name, department, post_kind, true as "isOwn" from employee
   where tenant_id = ${tenantId} and user_id = ${userId} and enterprise_id = ${enterpriseId} and removed_at is null and status <> 'left'
   union all
   select distinct null::uuid, '', null, post_kind, false from employee
   where tenant_id = ${tenantId} and enterprise_id = ${enterpriseId} and post_kind in ('head', 'safetyManager', 'teamLeader')
     and user_id is not null and removed_at is null and status = 'onDuty'`,
);
export async function readStanding(tx: Tx, enterpriseId: string, userId: string) {
  const rows = await standing(tx, tx.scope.tenantId, userId, enterpriseId);
  return {
    own: rows.filter((row) => row.isOwn),
    held: new Set(rows.filter((row) => !row.isOwn).map((row) => row.post_kind)),
  };
}

export async function peopleInPosts(tx: Tx, enterpriseId: string, posts: readonly PostKind[]): Promise<Colleague[]> {
  if (posts.length === 0) return [];
  return inPosts(tx, tx.scope.tenantId, enterpriseId, [...posts]);
}
const inPosts = preparedStatement<Colleague, [tenantId: string, enterpriseId: string, posts: readonly PostKind[]]>(
  'staff.inPosts',
  (tenantId, enterpriseId, posts) => sql`select id, name, user_id as "userId", post_kind as "postKind",
      department, name_search as letters from employee
    where tenant_id = ${tenantId} and enterprise_id = ${enterpriseId} and post_kind = ${anyOfTexts(posts)}
      and removed_at is null and status <> 'left'
    order by id limit 1000`,
);

export const peopleById = (tx: Tx, ids: readonly string[]) =>
  ids.length === 0 ? Promise.resolve([]) : byId(tx, tx.scope.tenantId, [...new Set(ids)]);
const byId = preparedStatement<
  {
    id: string;
    name: string;
    enterpriseId: string;
    userId: string | null;
    department: string | null;
    hasLeft: boolean;
  },
  [tenantId: string, ids: readonly string[]]
>(
  'staff.byId',
  (tenantId, ids) => sql`select id, name, enterprise_id as "enterpriseId", nullif(department, '') as department,
      case when status <> 'left' then user_id end as "userId", status = 'left' as "hasLeft" from employee
    where tenant_id = ${tenantId} and id = ${anyOfIds(ids)} and removed_at is null`,
);

export async function enterprisesOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  return idsOf(tx)`select distinct enterprise_id as id from employee
    where tenant_id = ${tx.scope.tenantId} and id = any(${[...ids]}::uuid[])`;
}

export async function hasAccount(tx: Tx, enterpriseId: string, userId: string, exceptId: string | null) {
  return hasRows(tx)`select 1 from employee
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId} and user_id = ${userId}
      and id is distinct from ${exceptId} and removed_at is null and status <> 'left' limit 1`;
}

export async function byPhoneIndex(
  tx: Tx,
  enterpriseId: string,
  phoneIndex: string,
  exceptId: string | null = null,
): Promise<{ id: string; name: string } | undefined> {
  return firstOf<{ id: string; name: string }>(tx)`select id, name from employee
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId} and phone_index = ${phoneIndex}
      and id is distinct from ${exceptId} and removed_at is null and status <> 'left' limit 1`;
}

/** Takes a lock, so that changes of an enterprise's register run one after the other and no person is added twice. */
export const oneAtATime = (tx: Tx, enterpriseId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`employee ${enterpriseId}`}, 0))`.execute(tx.kysely);

export const dutySignedIs = (signed: boolean) => sql`(employee.duty_signed_on is not null) = ${signed}`;
export const phoneIs = (phoneIndex: string) => sql`employee.phone_index = ${phoneIndex}`;

export async function accountsTaken(tx: Tx, enterpriseId: string): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`select user_id from employee
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId} and user_id is not null
      and removed_at is null and status <> 'left'`.execute(tx.kysely);
  return new Set(rows.map((row) => row.user_id));
}

export async function departmentsIn(tx: Tx, enterpriseId: string): Promise<string[]> {
  const { rows } = await sql<{ department: string }>`select distinct department from employee
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId} and removed_at is null
      and status <> 'left'
    order by department limit 200`.execute(tx.kysely);
  return rows.map((row) => row.department);
}

export async function tradeOf(tx: Tx, enterpriseId: string): Promise<Trade | undefined> {
  return firstOf<Trade>(tx)`select industry_code as "industryCode", supervision_kind as "supervisionKind", headcount
    from enterprise where tenant_id = ${tx.scope.tenantId} and id = ${enterpriseId} and removed_at is null`;
}

export async function safetyStaffOf(tx: Tx, enterpriseId: string, today: string) {
  const { rows } = await sql<{ managers: number; certified: number; vehicles: number }>`
    select count(*)::int as managers,
      count(*) filter (where exists (select from certificate c
        where c.tenant_id = e.tenant_id and c.employee_id = e.id and c.removed_at is null and c.valid_to >= ${today}
          and c.kind in ('safetyManager', 'registeredSafetyEngineer') and c.status in ('submitted', 'verified')))::int as certified,
      (select count(*)::int from vehicle v where v.tenant_id = ${tx.scope.tenantId} and v.enterprise_id = ${enterpriseId}
        and v.removed_at is null and v.status in ('operating', 'stopped', 'repairing')) as vehicles
    from employee e where e.tenant_id = ${tx.scope.tenantId} and e.enterprise_id = ${enterpriseId}
      and e.post_kind = 'safetyManager' and e.status = 'onDuty' and e.removed_at is null`.execute(tx.kysely);
  return rows[0] ?? { managers: 0, certified: 0, vehicles: 0 };
}
