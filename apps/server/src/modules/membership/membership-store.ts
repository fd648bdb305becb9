import { sql } from 'kysely';
import { rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export interface StoredMembership {
  enterpriseId: string;
  beganOn: string;
  months: number;
  endsOn: string;
  isTrial: boolean;
  tried: boolean;
  planCode: string | null;
  planName: string | null;
  opens: string[];
  seats: number;
  storageMb: number;
  lookups: number;
  lookupsUsed: number;
  told: string | null;
}

const columns = sql`enterprise_id as "enterpriseId", began_on as "beganOn", months, ends_on as "endsOn",
  is_trial as "isTrial", tried, plan_code as "planCode", plan_name as "planName", opens, seats,
  storage_mb as "storageMb", lookups,
  lookups_used as "lookupsUsed", told`;

export async function findMembership(
  tx: Tx,
  enterpriseId: string,
  { lock = false } = {},
): Promise<StoredMembership | null> {
  const { rows } = await sql<StoredMembership>`select ${columns} from membership
    where tenant_id = ${scopedTenant} and enterprise_id = ${enterpriseId}${lock ? sql` for update` : sql``}`.execute(
    tx.kysely,
  );
  return rows[0] ?? null;
}

/** Advisory lock for the membership of an enterprise. It also works if there is no row yet. */
export const holdMembership = (tx: Tx, enterpriseId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`membership ${tx.scope.tenantId} ${enterpriseId}`}, 0))`.execute(
    tx.kysely,
  );

/** Replaces the membership row, and copies its last day to the row of the enterprise. */
export async function keepMembership(tx: Tx, one: StoredMembership, now: Date): Promise<void> {
  await sql`insert into membership (tenant_id, enterprise_id, began_on, months, ends_on, is_trial, tried, plan_code,
      plan_name, opens, seats, storage_mb, lookups, lookups_used, told, updated_at)
    values (${tx.scope.tenantId}, ${one.enterpriseId}, ${one.beganOn}, ${one.months}, ${one.endsOn}, ${one.isTrial},
      ${one.tried}, ${one.planCode}, ${one.planName}, ${one.opens}, ${one.seats}, ${one.storageMb}, ${one.lookups}, ${one.lookupsUsed},
      ${one.told}, ${now})
    on conflict (tenant_id, enterprise_id) do update set version = membership.version + 1, began_on = excluded.began_on,
      months = excluded.months, ends_on = excluded.ends_on, is_trial = excluded.is_trial, tried = excluded.tried,
      plan_code = excluded.plan_code, plan_name = excluded.plan_name, opens = excluded.opens, seats = excluded.seats,
      storage_mb = excluded.storage_mb, lookups = excluded.lookups, lookups_used = excluded.lookups_used, told = excluded.told,
      updated_at = excluded.updated_at`.execute(tx.kysely);
  await sql`update enterprise set membership_to = ${one.endsOn}, plan_code = ${one.planCode}
    where tenant_id = ${scopedTenant} and id = ${one.enterpriseId}`.execute(tx.kysely);
}

export type Cursor = Pick<StoredMembership, 'endsOn' | 'enterpriseId'>;
export async function membershipsToNotify(
  tx: Tx,
  until: string,
  after: Cursor | null,
  limit: number,
): Promise<StoredMembership[]> {
  const beyond = after
    ? sql` and (ends_on, enterprise_id) > (${after.endsOn}::date, ${after.enterpriseId}::uuid)`
    : sql``;
  return rowsOf<StoredMembership>(tx)`select ${columns} from membership
    where tenant_id = ${scopedTenant} and ends_on <= ${until} and told is distinct from 'expired'${beyond}
    order by ends_on, enterprise_id limit ${limit} for update`;
}

export async function takeLookup(tx: Tx, enterpriseId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update membership set lookups_used = lookups_used + 1
    where tenant_id = ${scopedTenant} and enterprise_id = ${enterpriseId} and lookups_used < lookups`.execute(
    tx.kysely,
  );
  return numAffectedRows === 1n;
}

export async function storeNotifications(
  tx: Tx,
  notifications: readonly { enterpriseId: string; state: string }[],
  notices: readonly { id: string; enterpriseId: string; at: Date; text: string }[],
): Promise<void> {
  await sql`update membership m set told = t.state
    from unnest(${notifications.map(({ enterpriseId }) => enterpriseId)}::uuid[], ${notifications.map(({ state }) => state)}::text[])
      as t(enterprise_id, state)
    where m.tenant_id = ${scopedTenant} and m.enterprise_id = t.enterprise_id`.execute(tx.kysely);
  if (notices.length === 0) return;
  await sql`insert into membership_notice (tenant_id, id, enterprise_id, at, text)
    select ${tx.scope.tenantId}, n.id, n.enterprise_id, n.at, n.text
    from unnest(${notices.map(({ id }) => id)}::uuid[], ${notices.map(({ enterpriseId }) => enterpriseId)}::uuid[],
      ${notices.map(({ at }) => at)}::timestamptz[], ${notices.map(({ text }) => text)}::text[])
      as n(id, enterprise_id, at, text)`.execute(tx.kysely);
}

export async function noticesOf(tx: Tx, enterpriseId: string): Promise<{ id: string; at: Date; text: string }[]> {
  return rowsOf<{ id: string; at: Date; text: string }>(tx)`select id, at, text from membership_notice
    where tenant_id = ${scopedTenant} and enterprise_id = ${enterpriseId} order by id desc limit 20`;
}

/**
 * Name of the enterprise and its used space in megabytes. `mediaMb` counts against the plan; `dutyMb`, for legal
 * duties, does not.
 */
export async function usageOf(
  tx: Tx,
  enterpriseId: string,
): Promise<{ entName: string; mediaMb: number; dutyMb: number }> {
  const { rows } = await sql<{ entName: string; media: string | null; duty: string | null }>`
    select e.name as "entName", u.media_bytes as media, u.bytes - u.media_bytes as duty
    from enterprise e left join file_use u on u.tenant_id = e.tenant_id and u.enterprise_id = e.id
    where e.tenant_id = ${scopedTenant} and e.id = ${enterpriseId}`.execute(tx.kysely);
  const [row] = rows;
  return {
    entName: row?.entName ?? '',
    mediaMb: Math.ceil(Number(row?.media ?? 0) / 2 ** 20),
    dutyMb: Math.ceil(Number(row?.duty ?? 0) / 2 ** 20),
  };
}
