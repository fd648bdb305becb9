import { sql, type Expression, type Selectable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import { anyOfIds, preparedStatement } from '#platform/db/prepared-statement.ts';
import type { LifecycleTables } from '../lifecycle/tables.ts';
import { presentRows } from '../store.ts';
import type { EnterpriseTables } from '../tables.ts';

const on = tables<EnterpriseTables & LifecycleTables>();

export const namesOf = (tx: Tx, ids: readonly string[]) => names(tx, tx.scope.tenantId, [...ids]);
const names = preparedStatement<
  Pick<Selectable<EnterpriseTables['enterprise']>, 'id' | 'name' | 'status'>,
  [tenantId: string, ids: readonly string[]]
>(
  'enterprise.names',
  (tenantId, ids) => sql`select id, name, status from enterprise
    where tenant_id = ${tenantId} and id = ${anyOfIds(ids)} and removed_at is null`,
);

/** Id of the enterprise with a code. If several enterprises have the credit code, returns the open one. */
export async function idOfCode(tx: Tx, code: string): Promise<string | null> {
  const open = presentRows(tx).select('id');
  const row =
    (await open.where('enterprise_code', '=', code).executeTakeFirst()) ??
    (await open.where('credit_code', '=', code.toUpperCase()).where('status', '<>', 'closed').executeTakeFirst()) ??
    (await open.where('credit_code', '=', code.toUpperCase()).orderBy('id', 'desc').limit(1).executeTakeFirst());
  return row?.id ?? null;
}

export async function withWords(tx: Tx, words: readonly string[]) {
  if (words.length === 0) return [];
  const rows = presentRows(tx).select(['id', 'name', 'credit_code', 'enterprise_code', 'status']);
  const all = [...words];
  const upper = all.map((word) => word.toUpperCase());
  // One statement per column, so that each uses the index of its column.
  const [byName, byNumber, byCode] = [
    await rows.where('name', 'in', all).execute(),
    await rows.where('enterprise_code', 'in', all).execute(),
    await rows.where('credit_code', 'in', upper).execute(),
  ];
  return [...new Map([...byName, ...byNumber, ...byCode].map((row) => [row.id, row])).values()];
}

const columnsByType: Readonly<Record<string, 'supervision_kind' | 'economic_type'>> = {
  supervisionKind: 'supervision_kind',
  economicType: 'economic_type',
};
const tagsByType: Readonly<Record<string, string>> = {
  hazardFeature: 'hazardFeature',
  highRiskKind: 'highRiskKind',
  carType: 'carType',
  enterpriseLabel: 'label',
};

async function countOf(tx: Tx, query: Expression<unknown>): Promise<number> {
  const { rows } = await sql<{ found: string }>`select count(*) as found from (${query}) as found`.execute(tx.kysely);
  return Number(rows[0]?.found);
}

/** Number of enterprises with a dictionary value, without removed ones. */
export async function countWith(tx: Tx, type: string, value: string): Promise<number> {
  const [column, tag] = [columnsByType[type], tagsByType[type]];
  const rows = presentRows(tx).select('id');
  if (column) return countOf(tx, rows.where(column, '=', value));
  if (type === 'suspensionKind')
    return countOf(
      tx,
      on(tx)
        .selectFrom('enterprise_status_change')
        .select('id')
        .where('tenant_id', '=', tx.scope.tenantId)
        .where(sql`details ->> 'kind'`, '=', value),
    );
  if (tag === undefined) return 0;
  const tagged = on(tx)
    .selectFrom('enterprise_tag')
    .select('enterprise_id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('kind', '=', tag)
    .where('value', '=', value);
  return countOf(tx, rows.where('id', 'in', tagged));
}
