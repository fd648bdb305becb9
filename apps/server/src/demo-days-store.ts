import { sql } from 'kysely';
import { dayOf } from '@anlan/contract/domain/instant';
import type { Tx } from '#platform/db/index.ts';

const counter = 'demo days';
const dayMs = 86_400_000;
const numberOfDay = (day: string) => Date.parse(`${day}T00:00:00Z`) / dayMs;

export async function lockDemoDays(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtext(${counter}),
    hashtext(${tx.scope.tenantId})) as held`.execute(tx.kysely);
  return rows[0]?.held === true;
}

/** First day whose demo rows are missing: the day of the last run, or the day on which the tenant was created. */
export async function missingSince(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ created: Date; until: string | null }>`select t.created_at as created,
      (select c.value from counter c where c.tenant_id = t.tenant_id and c.name = ${counter}) as until
    from tenant t where t.tenant_id = ${tx.scope.tenantId}`.execute(tx.kysely);
  const [row] = rows;
  if (!row) return null;
  return row.until === null ? dayOf(row.created) : new Date(Number(row.until) * dayMs).toISOString().slice(0, 10);
}

export const noteSeededUntil = (tx: Tx, day: string) =>
  sql`insert into counter (tenant_id, name, value) values (${tx.scope.tenantId}, ${counter}, ${numberOfDay(day)})
    on conflict (tenant_id, name) do update set value = excluded.value`.execute(tx.kysely);

/** Whether nobody has ever had a to-do, as after `--seed-only`. */
export async function hasNoTodos(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from tenant t where t.tenant_id = ${tx.scope.tenantId}
    and not exists (select from todo d where d.tenant_id = t.tenant_id)`.execute(tx.kysely);
  return rows.length > 0;
}

/** Demo accounts by name, and the enterprises of the published enterprise account. */
export async function demoPeople(tx: Tx): Promise<{ accounts: Map<string, string>; own: string[] }> {
  const { tenantId } = tx.scope;
  const users = await sql<{ name: string; id: string }>`select username as name, id from app_user
    where tenant_id = ${tenantId} and demo`.execute(tx.kysely);
  const accounts = new Map(users.rows.map(({ name, id }) => [name, id]));
  const firms = await sql<{ id: string }>`select enterprise_id as id from user_enterprise
    where tenant_id = ${tenantId} and user_id = ${accounts.get(`entadmin${tenantId}`) ?? null}::uuid order by enterprise_id`.execute(
    tx.kysely,
  );
  return { accounts, own: firms.rows.map(({ id }) => id) };
}
