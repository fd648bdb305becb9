import { sql, type RawBuilder } from 'kysely';
import type { ArchiveSource } from '#kit/archive.ts';
import { hasRows, rowsOf, scopedTenant, type Tx } from '#platform/db/index.ts';

export const onlyId = (id: unknown): RawBuilder<unknown>[] =>
  typeof id === 'string' ? [sql`safety_cost_year.id = ${id}`] : [];

export interface YearSum {
  enterprise_id: string;
  year: number;
  kind: 'drawn' | 'spent';
  category: string | null;
  fen: string;
}

export async function sumsOf(tx: Tx, accounts: readonly { enterpriseId: string; year: number }[]): Promise<YearSum[]> {
  return rowsOf<YearSum>(tx)`select a.enterprise_id, a.year, c.kind, c.category, sum(c.amount_fen)::text as fen
    from unnest(${accounts.map(({ enterpriseId }) => enterpriseId)}::uuid[],
      ${accounts.map(({ year }) => year)}::int[]) a (enterprise_id, year)
    join safety_cost c on c.tenant_id = ${scopedTenant} and c.enterprise_id = a.enterprise_id and c.removed_at is null
      and c.happened_on >= make_date(a.year, 1, 1) and c.happened_on <= make_date(a.year, 12, 31)
    group by a.enterprise_id, a.year, c.kind, c.category order by sum(c.amount_fen) desc`;
}

/**
 * Whether the enterprise already has an account of the year. Takes a lock, so that two accounts cannot be created at
 * once.
 */
export async function hasYear(tx: Tx, enterpriseId: string, year: number): Promise<boolean> {
  // Uses an advisory lock: foreign keys already share-lock the enterprise row, so upgrading that lock would cause a
  // deadlock.
  await sql`select pg_advisory_xact_lock(hashtext('safetyCostYear'), hashtext(${enterpriseId}))`.execute(tx.kysely);
  return hasRows(tx)`select from safety_cost_year where tenant_id = ${scopedTenant}
    and enterprise_id = ${enterpriseId} and year = ${year} and removed_at is null`;
}

export async function balanceOf(tx: Tx, enterpriseId: string, year: number): Promise<number | null> {
  const { rows } = await sql<{ fen: string }>`
    select y.opening_fen + coalesce(sum(case c.kind when 'drawn' then c.amount_fen else -c.amount_fen end), 0) as fen
    from safety_cost_year y left join safety_cost c on c.tenant_id = y.tenant_id and c.enterprise_id = y.enterprise_id
      and c.removed_at is null and c.happened_on between make_date(y.year, 1, 1) and make_date(y.year, 12, 31)
    where y.tenant_id = ${scopedTenant} and y.enterprise_id = ${enterpriseId} and y.year = ${year}
      and y.removed_at is null
    group by y.tenant_id, y.id`.execute(tx.kysely);
  return rows[0] ? Number(rows[0].fen) : null;
}

/** Sum and number of the expenses of a span, by enterprise. */
export async function spentIn(
  tx: Tx,
  enterpriseIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<Map<string, { fen: number; entries: number }>> {
  const { rows } = await sql<{ id: string; fen: string; entries: number }>`
    select enterprise_id as id, sum(amount_fen)::text as fen, count(*)::int as entries from safety_cost
    where tenant_id = ${scopedTenant} and enterprise_id = any(${[...enterpriseIds]}::uuid[]) and removed_at is null
      and kind = 'spent' and happened_on between ${from}::date and ${to}::date group by 1`.execute(tx.kysely);
  return new Map(rows.map(({ id, fen, entries }) => [id, { fen: Number(fen), entries }]));
}

export const carryOver = (tx: Tx, enterpriseId: string, year: number, openingFen: number) =>
  sql`update safety_cost_year set opening_fen = ${openingFen} where tenant_id = ${scopedTenant}
    and enterprise_id = ${enterpriseId} and year = ${year}`.execute(tx.kysely);

export const accountRows: ArchiveSource = {
  from: '安全费用年度账',
  path: '/bus/safetyCostYear/index',
  rows: (tx, ids) => sql`select enterprise_id, 'budget' as item, name, null::text as no,
      (updated_at at time zone 'Asia/Shanghai')::date as issued_on, null::date as valid_to, '[]'::jsonb as files
    from safety_cost_year where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...ids]}::uuid[])
      and removed_at is null`,
};
