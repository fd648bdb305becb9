import { sql, type RawBuilder } from 'kysely';
import { endOfDay } from '@anlan/contract/domain/instant';
import type { PhotoFact } from '@anlan/contract/modules/danger/treatment-plan';
import type { FilterValues } from '#kit/list-store.ts';
import type { Tx } from '#platform/db/index.ts';
import { preparedStatement } from '#platform/db/prepared-statement.ts';

const unfixed = sql`danger.status in ('open', 'rectifying', 'returned')`;
const unclosed = sql`danger.status in ('open', 'rectifying', 'returned', 'submitted')`;
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export function inRegions(regions: readonly string[]): RawBuilder<unknown> {
  const ranges = regions.map((code) => {
    const prefix = code.length === 6 ? code.replace(/(00){1,2}$/, '') : code;
    return sql`(danger.oversight_code >= ${prefix} and danger.oversight_code < ${`${prefix}\u{10ffff}`})`;
  });
  return sql`(${sql.join(ranges, sql` or `)})`;
}

/** The party that accepted a danger. */
export const acceptedBy = sql`case
  when exists (select from app_user u where u.tenant_id = danger.tenant_id and u.id = danger.verifier_id
    and u.type = 'regulator') then 'regulator'
  when danger.level = 'major' then 'head' else 'verifier' end`;

/**
 * SQL conditions for filters without a column. `lateSince`: a verification is late if it waits since this day or
 * longer. `employeeId`: the caller as an employee.
 */
export function conditionsOf(
  filter: FilterValues,
  today: string,
  { lateSince, employeeId }: { lateSince?: string; employeeId?: string | null } = {},
): RawBuilder<unknown>[] {
  const all: RawBuilder<unknown>[] = [];
  const flag = (key: string, condition: RawBuilder<unknown>) => {
    if (filter[key] === true) all.push(condition);
    else if (filter[key] === false) all.push(sql`not (${condition})`);
  };
  flag('overdue', sql`${unfixed} and danger.deadline_on < ${today}`);
  if (lateSince !== undefined)
    flag(
      'late',
      sql`(${unfixed} and danger.deadline_on < ${today} or danger.status = 'submitted' and
        coalesce(danger.turn_since, danger.submitted_at, danger.updated_at) < ${endOfDay(lateSince)}
        or danger.sampled_on <= ${lateSince} and danger.sample_result is null)`,
    );
  flag(
    'onTime',
    sql`(danger.status in ('submitted', 'accepted')
      and (danger.submitted_at at time zone 'Asia/Shanghai')::date <= danger.deadline_on)`,
  );
  flag('repeat', sql`danger.repeats > 0`);
  flag('unclosed', unclosed);
  if (employeeId !== undefined)
    flag('mine', sql`(danger.duty_person_id is not distinct from ${employeeId}::uuid and ${unfixed})`);
  flag('listed', sql`danger.listed_on is not null and danger.delisted_on is null`);
  flag('sampled', sql`danger.sampled_on is not null and danger.sample_result is null`);
  if (typeof filter['regionOnly'] === 'string') all.push(sql`left(danger.oversight_code, 6) = ${filter['regionOnly']}`);
  if (typeof filter['acceptedBy'] === 'string')
    all.push(sql`danger.status = 'accepted' and ${acceptedBy} = ${filter['acceptedBy']}`);
  const regions = textsOf(filter['region']);
  if (regions.length > 0) all.push(inRegions(regions));
  return all;
}

/** Latest day on which a regulator urged each of these dangers, since a time. */
export async function urgedByRegulator(
  tx: Tx,
  ids: readonly string[],
  since: Date,
): Promise<ReadonlyMap<string, Date>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; at: Date }>`select h.row_id as id, max(h.at) as at from resource_history h
      join app_user u on u.tenant_id = h.tenant_id and u.id = h.by_id and u.type = 'regulator'
    where h.tenant_id = ${tx.scope.tenantId} and h.row_id = any(${[...ids]}::uuid[]) and h.resource = 'danger'
      and h.move = 'urge' and h.at >= ${since} group by h.row_id`.execute(tx.kysely);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

export interface Earlier {
  id: string;
  no: string;
  title: string;
  found_at: Date;
  verified_at: Date | null;
}
export async function earlierAt(
  tx: Tx,
  { enterpriseId, category, place }: { enterpriseId: string; category: string; place: string },
  since: Date,
): Promise<Earlier[]> {
  return earlier(tx, tx.scope.tenantId, enterpriseId, category, place, since);
}
const earlier = preparedStatement<
  Earlier,
  [tenantId: string, enterpriseId: string, category: string, place: string, since: Date]
>(
  'danger.earlier',
  (tenantId, enterpriseId, category, place, since) => sql`select id, no, title, found_at, verified_at from danger
    where tenant_id = ${tenantId} and enterprise_id = ${enterpriseId} and category = ${category}
      and place = ${place} and status = 'accepted' and verified_at >= ${since} and removed_at is null
    order by verified_at desc, id desc limit 20`,
);

export async function photosTwice(
  tx: Tx,
  fileIds: readonly string[],
): Promise<{ fileId: string; no: string | null }[]> {
  if (fileIds.length === 0) return [];
  const { tenantId } = tx.scope;
  // Compare photos by storage key. Each upload has its own key; demo photos created before migration 0106 share one.
  const { rows } = await sql<{ fileId: string; no: string | null }>`
    select f.id as "fileId", (select d.no from danger d where d.tenant_id = ${tenantId}
        and d.enterprise_id = g.enterprise_id and d.removed_at is null
        and (d.photos_before @> jsonb_build_array(jsonb_build_object('id', g.id))
          or d.photos_after @> jsonb_build_array(jsonb_build_object('id', g.id)))
      limit 1) as no
    from file f cross join lateral (select id, enterprise_id from file o
      where o.tenant_id = ${tenantId} and o.purpose = 'photo' and o.expires_at is null and o.sha256 = f.sha256
        and o.id <> f.id and o.key <> f.key limit 1) g
    where f.tenant_id = ${tenantId} and f.id = any(${[...fileIds]}::uuid[]) and f.sha256 <> ''`.execute(tx.kysely);
  return rows;
}

export async function photoFactsOf(tx: Tx, fileIds: readonly string[]): Promise<PhotoFact[]> {
  if (fileIds.length === 0) return [];
  const { rows } = await sql<PhotoFact>`select id as "fileId", taken_at as "takenAt", taken_lng as lng, taken_lat as lat
    from file where tenant_id = ${tx.scope.tenantId} and id = any(${[...fileIds]}::uuid[])
      and (taken_at is not null or taken_lng is not null)`.execute(tx.kysely);
  return rows;
}

export async function waitingAfter(tx: Tx, id: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select danger.id from danger where danger.tenant_id = ${tx.scope.tenantId}
      and danger.id > ${id} and danger.removed_at is null
      and (${unclosed} or (danger.sampled_on is not null and danger.sample_result is null))
    order by danger.id limit ${limit}`.execute(tx.kysely);
  return rows.map((row) => row.id);
}

export async function dueOn(tx: Tx, days: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select danger.id from danger where danger.tenant_id = ${tx.scope.tenantId}
      and danger.removed_at is null and ${unfixed} and danger.deadline_on = any(${[...days]}::date[])
    order by danger.id limit 10000`.execute(tx.kysely);
  return rows.map((row) => row.id);
}

export async function unfinishedOf(tx: Tx, employeeIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select danger.id from danger where danger.tenant_id = ${tx.scope.tenantId}
      and danger.duty_person_id = any(${[...employeeIds]}::uuid[]) and ${unclosed} and danger.removed_at is null
    order by danger.id limit 10000`.execute(tx.kysely);
  return rows.map((row) => row.id);
}

/** Picks a random share of the dangers accepted between two instants for a sample check; returns their ids. */
export async function drawSample(
  tx: Tx,
  { from, to, percent, on }: { from: Date; to: Date; percent: number; on: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`with accepted as (
      select id, enterprise_id, row_number() over (order by md5(id::text || ${on})) as place, count(*) over () as total
      from danger where tenant_id = ${tx.scope.tenantId} and status = 'accepted' and removed_at is null
        and verified_at >= ${from} and verified_at < ${to} and sampled_on is null)
    update danger set sampled_on = ${on}, version = version + 1 from accepted
    where danger.tenant_id = ${tx.scope.tenantId} and danger.id = accepted.id
      and accepted.place <= ceil(accepted.total * ${percent}::int / 100.0)
    returning danger.id`.execute(tx.kysely);
  return rows.map((row) => row.id);
}

export async function kindOfEnterprise(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await sql<{ kind: string }>`select supervision_kind as kind from enterprise
    where tenant_id = ${tx.scope.tenantId} and id = ${id} and removed_at is null`.execute(tx.kysely);
  return rows[0]?.kind ?? null;
}

/** Names and places of the risk points in force of an enterprise. */
export async function pointPlaces(tx: Tx, enterpriseId: string): Promise<{ name: string; place: string }[]> {
  const { rows } = await sql<{ name: string; place: string }>`select name, place from risk_point
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = ${enterpriseId} and status = 'inForce'
      and removed_at is null order by place, name limit 500`.execute(tx.kysely);
  return rows;
}

export interface SeedPerson {
  id: string;
  enterpriseId: string;
  name: string;
  post: string;
  department: string;
  userId: string | null;
}
export async function peopleForSeeds(tx: Tx): Promise<SeedPerson[]> {
  const { rows } =
    await sql<SeedPerson>`select id, enterprise_id as "enterpriseId", name, post_kind as post, department,
      user_id as "userId" from employee
    where tenant_id = ${tx.scope.tenantId} and removed_at is null and status <> 'left' order by id`.execute(tx.kysely);
  return rows;
}
export const linkRepeats = (tx: Tx, pairs: readonly { id: string; earlier: string }[]) =>
  sql`update danger set repeat_of_id = p.earlier from unnest(${pairs.map(({ id }) => id)}::uuid[],
      ${pairs.map(({ earlier }) => earlier)}::uuid[]) p (id, earlier)
    where danger.tenant_id = ${tx.scope.tenantId} and danger.id = p.id`.execute(tx.kysely);
