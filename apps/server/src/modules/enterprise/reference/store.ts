import { sql, type Selectable } from 'kysely';
import { tables, type Tx } from '#platform/db/index.ts';
import { anyOfIds, preparedStatement } from '#platform/db/prepared-statement.ts';
import type { LifecycleTables } from '../lifecycle/tables.ts';
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
  const open = on(tx)
    .selectFrom('enterprise')
    .select('id')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('removed_at', 'is', null);
  const row =
    (await open.where('enterprise_code', '=', code).executeTakeFirst()) ??
    (await open.where('credit_code', '=', code.toUpperCase()).where('status', '<>', 'closed').executeTakeFirst()) ??
    (await open.where('credit_code', '=', code.toUpperCase()).orderBy('id', 'desc').limit(1).executeTakeFirst());
  return row?.id ?? null;
}

export async function withWords(tx: Tx, words: readonly string[]) {
  if (words.length === 0) return [];
  const standing = on(tx)
    .selectFrom('enterprise')
    .select(['id', 'name', 'credit_code', 'enterprise_code', 'status'])
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('removed_at', 'is', null);
  const all = [...words];
  // One statement per column, so that each uses the index of its column.
  const [byName, byNumber, byCode] = [
    await standing.where('name', 'in', all).execute(),
    await standing.where('enterprise_code', 'in', all).execute(),
    await standing
      .where(
        'credit_code',
        'in',
        all.map((word) => word.toUpperCase()),
      )
      .execute(),
  ];
  return [...new Map([...byName, ...byNumber, ...byCode].map((row) => [row.id, row])).values()];
}

const columnsByType = { supervisionKind: 'supervision_kind', economicType: 'economic_type' } as const;
const tagsByType: Readonly<Record<string, string>> = {
  hazardFeature: 'hazardFeature',
  highRiskKind: 'highRiskKind',
  carType: 'carType',
  enterpriseLabel: 'label',
};
const isColumnType = (type: string): type is keyof typeof columnsByType => Object.hasOwn(columnsByType, type);

/** Number of enterprises with a dictionary value, without removed ones. */
export async function countWith(tx: Tx, type: string, value: string): Promise<number> {
  const standing = on(tx)
    .selectFrom('enterprise')
    .select((eb) => eb.fn.countAll<string>().as('found'))
    .where('enterprise.tenant_id', '=', tx.scope.tenantId)
    .where('enterprise.removed_at', 'is', null);
  const tag = tagsByType[type];
  if (isColumnType(type))
    return Number((await standing.where(columnsByType[type], '=', value).executeTakeFirstOrThrow()).found);
  if (type === 'suspensionKind') {
    const { found } = await on(tx)
      .selectFrom('enterprise_status_change')
      .select((eb) => eb.fn.countAll<string>().as('found'))
      .where('tenant_id', '=', tx.scope.tenantId)
      .where(sql`details ->> 'kind'`, '=', value)
      .executeTakeFirstOrThrow();
    return Number(found);
  }
  if (tag === undefined) return 0;
  const { found } = await standing
    .innerJoin('enterprise_tag', (join) =>
      join
        .onRef('enterprise_tag.tenant_id', '=', 'enterprise.tenant_id')
        .onRef('enterprise_tag.enterprise_id', '=', 'enterprise.id'),
    )
    .where('enterprise_tag.kind', '=', tag)
    .where('enterprise_tag.value', '=', value)
    .executeTakeFirstOrThrow();
  return Number(found);
}
