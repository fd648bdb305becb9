import type { archiveDocument } from '@anlan/contract/modules/archive/resource';
import type { Feature } from '@anlan/contract/modules/archive/catalogue';
import type { ArchiveOfFirm, Completeness, SourceRow } from '@anlan/contract/modules/archive/views';
import { sql, type RawBuilder } from 'kysely';
import { newId } from '#kernel/ids.ts';
import type { ArchiveSource } from '#kit/archive.ts';
import type { RowOf } from '#kit/table.ts';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { hasRows, idsOf, rowsOf, type Tx } from '#platform/db/index.ts';
import { nameHolds } from '#platform/db/name-search.ts';
import type { ArchiveFacts } from './rules.ts';

type DocumentRow = RowOf<typeof archiveDocument>;

export const onlyId = (id: unknown): RawBuilder<unknown>[] =>
  typeof id === 'string' ? [sql`document.id = ${id}`] : [];

export interface NamedFile {
  id: string;
  name: string;
}
export interface FormerRow {
  document_id: string;
  edition: number;
  name: string;
  no: string | null;
  issued_on: string;
  valid_to: string | null;
  files: NamedFile[];
}
export async function keepEdition(tx: Tx, row: DocumentRow, at: Date): Promise<void> {
  await sql`insert into document_edition (tenant_id, document_id, edition, enterprise_id, name, no, issued_on, valid_to,
      files, replaced_at)
    select tenant_id, id, edition, enterprise_id, name, no, issued_on, valid_to, files, ${at} from document
    where tenant_id = ${tx.scope.tenantId} and id = ${row.id}`.execute(tx.kysely);
}
export async function formerOf(tx: Tx, ids: readonly string[]): Promise<FormerRow[]> {
  if (ids.length === 0) return [];
  return rowsOf<FormerRow>(tx)`select document_id, edition, name, no,
      to_char(issued_on, 'YYYY-MM-DD') as issued_on, to_char(valid_to, 'YYYY-MM-DD') as valid_to, files
    from document_edition where tenant_id = ${tx.scope.tenantId} and document_id = any(${[...ids]}::uuid[])
    order by document_id, edition desc`;
}

/**
 * Whether the item is already waived. Locks the waivers of the enterprise, so that two concurrent calls cannot waive
 * the same item.
 */
export async function isWaived(tx: Tx, enterpriseId: string, item: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('archive.waiver'), hashtext(${enterpriseId}))`.execute(tx.kysely);
  return hasRows(tx)`select from archive_waiver where tenant_id = ${tx.scope.tenantId}
    and enterprise_id = ${enterpriseId} and item = ${item} and status <> 'rejected' and removed_at is null
    limit 1`;
}

export async function enterprisesOf(
  tx: Tx,
  table: 'document' | 'archive_waiver',
  ids: readonly string[],
): Promise<string[]> {
  return idsOf(
    tx,
  )`select distinct enterprise_id as id from ${table === 'document' ? sql`document` : sql`archive_waiver`}
    where tenant_id = ${tx.scope.tenantId} and id = any(${[...ids]}::uuid[])`;
}

function allRows(tx: Tx, sources: readonly ArchiveSource[], ids: readonly string[]): RawBuilder<unknown> {
  const own = sql`select enterprise_id, item::text, name::text, no, issued_on, valid_to, files from document
    where tenant_id = ${tx.scope.tenantId} and enterprise_id = any(${[...ids]}::uuid[]) and removed_at is null
      and status = 'effective'`;
  return sql.join(
    [own, ...sources.map(({ rows }) => rows(tx, ids))].map((one) => sql`(${one})`),
    sql` union all `,
  );
}

const featuresOf = sql`array_remove(array[
  case when e.supervision_kind in ('hazchem', 'mine', 'transport', 'construction')
    or cardinality(e.high_risk_kinds) > 0 then 'highRisk' end,
  case when e.supervision_kind = 'transport' or 'transport' = any(e.high_risk_kinds) then 'transport' end,
  case when cardinality(e.permit_kinds) > 0 then 'workPermit' end,
  case when e.confined_spaces > 0 or 'confinedSpace' = any(e.hazard_features) then 'confinedSpace' end,
  case when e.occupational_exposed > 0 or 'occupational' = any(e.hazard_features) then 'occupational' end,
  case when e.standard_level is not null and e.standard_level <> 'none' then 'standard' end,
  case when exists (select from certificate c where c.tenant_id = e.tenant_id and c.enterprise_id = e.id
    and c.kind = 'operator' and c.status <> 'voided' and c.removed_at is null) then 'specialOperator' end,
  case when exists (select from risk_point r where r.tenant_id = e.tenant_id and r.enterprise_id = e.id
    and r.status = 'inForce' and r.level = 'major' and r.removed_at is null) then 'majorRisk' end,
  case when exists (select from danger d where d.tenant_id = e.tenant_id and d.enterprise_id = e.id
    and d.level = 'major' and d.status <> 'voided' and d.removed_at is null) then 'majorDanger' end,
  case when exists (select from equipment q where q.tenant_id = e.tenant_id and q.enterprise_id = e.id
    and q.special_kind is not null and q.removed_at is null) then 'specialEquipment' end,
  case when exists (select from employee p where p.tenant_id = e.tenant_id and p.enterprise_id = e.id
    and p.employment in ('dispatched', 'outsourced') and p.status <> 'left' and p.removed_at is null)
    then 'contractor' end], null)`;

export async function readFacts(
  tx: Tx,
  sources: readonly ArchiveSource[],
  ids: readonly string[],
  today: string,
): Promise<Map<string, ArchiveFacts>> {
  if (ids.length === 0) return new Map();
  const { tenantId } = tx.scope;
  const { rows } = await sql<{
    id: string;
    features: Feature[];
    counted: { item: string; good: number; expired: number }[] | null;
    waived: string[] | null;
  }>`with filled as (
      select enterprise_id, item, (count(*) filter (where valid_to is null or valid_to >= ${today}::date))::int as good,
        (count(*) filter (where valid_to < ${today}::date))::int as expired
      from (${allRows(tx, sources, ids)}) as r group by enterprise_id, item
    )
    select e.id, ${featuresOf} as features,
      (select jsonb_agg(jsonb_build_object('item', f.item, 'good', f.good, 'expired', f.expired))
        from filled f where f.enterprise_id = e.id) as counted,
      (select jsonb_agg(w.item) from archive_waiver w where w.tenant_id = e.tenant_id and w.enterprise_id = e.id
        and w.status <> 'rejected' and w.removed_at is null) as waived
    from enterprise e where e.tenant_id = ${tenantId} and e.id = any(${[...ids]}::uuid[])`.execute(tx.kysely);
  return new Map(
    rows.map(({ id, features, counted, waived }) => {
      const byItem = new Map((counted ?? []).map((one) => [one.item, one]));
      const all = new Set(features);
      // An enterprise has the feature accident only if its accident register has rows.
      if ((byItem.get('accidentRegister')?.good ?? 0) > 0) all.add('accident');
      return [id, { features: all, counted: byItem, waived: new Set(waived ?? []) }];
    }),
  );
}

type RawFilled = Omit<SourceRow, 'from' | 'href' | 'issuedOn' | 'validTo'> & {
  issued_on: string | null;
  valid_to: string | null;
};
export async function filledOf(
  tx: Tx,
  { rows: select, from, path }: ArchiveSource,
  { enterpriseId, items, most }: { enterpriseId: string; items: readonly string[]; most: number },
): Promise<SourceRow[]> {
  const { rows } = await sql<RawFilled>`select item, name, no, to_char(issued_on, 'YYYY-MM-DD') as issued_on,
      to_char(valid_to, 'YYYY-MM-DD') as valid_to, files
    from (${select(tx, [enterpriseId])}) as r where item = any(${[...items]}::text[])
    order by r.issued_on desc nulls last, name limit ${most}`.execute(tx.kysely);
  const own = path.endsWith('/enterprise/dossier') ? 'id' : 'enterpriseId';
  const href = `${path}${path.includes('?') ? '&' : '?'}${own}=${enterpriseId}`;
  return rows.map(({ issued_on, valid_to, files, ...row }) => ({
    ...row,
    files: files.filter(({ id }) => id),
    issuedOn: issued_on,
    validTo: valid_to,
    from,
    href,
  }));
}

export async function supervisedAfter(tx: Tx, after: string, limit: number): Promise<string[]> {
  return idsOf(tx)`select id from enterprise where tenant_id = ${tx.scope.tenantId}
    and id > ${after} and status in ('active', 'suspended') and removed_at is null order by id limit ${limit}`;
}

export const addDue = (tx: Tx, ids: readonly string[]): Promise<void> =>
  insertAll(
    tx,
    'archive_due',
    ids.map((enterprise_id) => ({ tenant_id: tx.scope.tenantId, id: newId(), enterprise_id, oversight_code: '' })),
  );
/** Takes archives marked for a recount and locks their rows, so that no other node takes them. */
export async function takeDue(tx: Tx, limit: number): Promise<string[]> {
  const { tenantId } = tx.scope;
  // Lock the enterprise first, in the same order as a transfer to another region.
  const { rows } = await sql<{ enterprise_id: string }>`
    with firm as (select id from enterprise where tenant_id = ${tenantId}
      and id in (select enterprise_id from archive_due where tenant_id = ${tenantId} order by id limit ${limit})
      order by id for no key update)
    delete from archive_due d using firm where d.tenant_id = ${tenantId} and d.enterprise_id = firm.id
    returning d.enterprise_id`.execute(tx.kysely);
  return [...new Set(rows.map(({ enterprise_id }) => enterprise_id))];
}

export async function writeStates(tx: Tx, states: ReadonlyMap<string, Completeness>, now: Date): Promise<string[]> {
  const stateRows = JSON.stringify([...states].map(([id, of]) => ({ id, ...of })));
  const { tenantId } = tx.scope;
  // Lock the enterprise first, in the same order as a transfer to another region.
  await sql`select from enterprise where tenant_id = ${tenantId} and id = any(${[...states.keys()]}::uuid[])
    order by id for no key update`.execute(tx.kysely);
  return idsOf(tx)`
    with given as (select * from jsonb_to_recordset(${stateRows}::jsonb)
        as g (id uuid, applicable int, good int, missing int, expired int, rate int, first text)),
      kept as (
        insert into archive_state as s (tenant_id, enterprise_id, applicable, good, missing, expired, first, counted_at)
        select ${tenantId}, id, applicable, good, missing, expired, first, ${now} from given order by id
        on conflict (tenant_id, enterprise_id) do update set applicable = excluded.applicable, good = excluded.good,
          missing = excluded.missing, expired = excluded.expired, first = excluded.first,
          counted_at = excluded.counted_at)
    update enterprise e set dossier_rate = given.rate from given
    where e.tenant_id = ${tenantId} and e.id = given.id and e.dossier_rate is distinct from given.rate
    returning e.id`;
}

export async function pageOfFirms(
  tx: Tx,
  { keyword, limit, offset }: { keyword: string | undefined; limit: number; offset: number },
): Promise<{ rows: ArchiveOfFirm[]; total: number }> {
  const where = sql`e.tenant_id = ${tx.scope.tenantId} and e.status in ('active', 'suspended') and e.removed_at is null
    and ${keyword ? nameHolds('e.name', keyword) : sql`true`}`;
  const { rows } = await sql<ArchiveOfFirm>`select e.id, e.name, s.applicable, s.good, s.missing, s.expired, s.first,
      e.dossier_rate as rate, s.counted_at as "countedAt"
    from enterprise e join archive_state s on s.tenant_id = e.tenant_id and s.enterprise_id = e.id
    where ${where} order by e.dossier_rate nulls first, e.id limit ${limit} offset ${offset}`.execute(tx.kysely);
  const { rows: all } = await sql<{ total: number }>`select count(*)::int as total from enterprise e
    join archive_state s on s.tenant_id = e.tenant_id and s.enterprise_id = e.id where ${where}`.execute(tx.kysely);
  return { rows, total: all[0]?.total ?? 0 };
}

export async function sizesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; size: number }>`select id, size_bytes::float8 as size from file
    where id = any(${[...ids]}::uuid[])`.execute(tx.kysely);
  return new Map(rows.map(({ id, size }) => [id, size]));
}
