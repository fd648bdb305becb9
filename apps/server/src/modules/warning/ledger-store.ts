// Statements of the expiry ledger: they import dates from other modules and update the levels each day. Each
// statement writes only rows that differ.
import { sql, type RawBuilder } from 'kysely';
import { addDays } from '@anlan/contract/domain/instant';
import type { ExpiringItem } from '@anlan/contract/domain/expiring-item';
import { newId } from '#kernel/ids.ts';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import { searchText } from '#platform/pinyin/search-text.ts';
import { expiryRules } from './expiry-rules.ts';
import { firstDays, itemNameOf, papersOfFile } from './rules.ts';

export interface Moment {
  at: Date;
  today: string;
}
/** Which rows a statement changes; default: the rows of the whole tenant. */
export interface Part {
  ids?: readonly string[];
  enterpriseIds?: readonly string[];
}
export interface Swept {
  changed: number;
  enterpriseIds: string[];
}

const rules = [...expiryRules.values()];
const supervised = sql`('active', 'suspended')`;

/** Rules by item type, as a table in the statement. */
const ruleTable = sql`unnest(${rules.map(({ code }) => code)}::text[], ${rules.map(({ label }) => label)}::text[],
  ${rules.map(({ subject }) => subject)}::text[], ${rules.map(({ blocking }) => blocking)}::boolean[])
  as rule (type, label, subject, is_blocking)`;

const within = (column: RawBuilder<unknown>, values: readonly string[] | undefined) =>
  values === undefined ? sql`true` : sql`${column} = any(${[...values]}::uuid[])`;

/**
 * Makes the rows of one origin equal to their source. `sourceRows` returns (enterprise_id, item_type, item_id,
 * subject_name, valid_to). Rows of `scope` that it does not return are removed.
 */
async function merge(
  tx: Tx,
  { at }: Moment,
  origin: 'enterprise' | 'module',
  sourceRows: RawBuilder<unknown>,
  scope: RawBuilder<unknown>,
  names: readonly string[],
): Promise<void> {
  const { tenantId, userId, userName } = tx.scope;
  const here = sql`w.tenant_id = ${scopedTenant} and w.origin = ${origin} and w.source = 'expiry' and w.removed_at is null`;
  const same = sql`w.item_id = said.item_id and w.item_type = said.item_type`;
  const distinct = [...new Set(names)];
  const texts = await Promise.all(distinct.map(searchText));
  const said = sql`with said as (select source.*, reading.text as item_name_search from (${sourceRows}) as source
    left join unnest(${distinct}::text[], ${texts}::text[]) as reading (name, text) on reading.name = source.item_name)`;
  // Stores the former version together with its document. The new date has no document yet.
  await sql`${said},
    moved as (
      update warning w set valid_to = said.valid_to, item_name = said.item_name,
        item_name_search = said.item_name_search, subject_name = said.subject_name,
        papers = case when w.valid_to = said.valid_to then w.papers else '[]'::jsonb end,
        edition = w.edition + (w.valid_to <> said.valid_to)::int, version = w.version + 1,
        updated_at = ${at}, updated_by = ${userId}
      from said
      where ${here} and ${same} and said.enterprise_id = w.enterprise_id
        and (w.valid_to <> said.valid_to or w.item_name <> said.item_name)
      returning w.id)
    insert into warning_version (tenant_id, id, enterprise_id, warning_id, edition, valid_to, papers, replaced_at,
      replaced_by, replaced_by_name)
    select w.tenant_id, id_at(anlan_clock()), w.enterprise_id, w.id, w.edition, w.valid_to, w.papers, ${at}::timestamptz,
      ${userId}::uuid, ${userId === null ? null : userName}::text
    from warning w join moved using (id) join said on ${same}
    where w.tenant_id = ${scopedTenant} and w.valid_to <> said.valid_to`.execute(tx.kysely);
  await sql`with said as (${sourceRows})
    update warning w set removed_at = ${at}, removed_by = ${userId}, version = w.version + 1
    where ${here} and ${scope} and not exists (select from said where ${same} and said.enterprise_id = w.enterprise_id)`.execute(
    tx.kysely,
  );
  await sql`${said}
    insert into warning (tenant_id, id, enterprise_id, origin, subject, item_type, item_id, item_name, item_name_search,
      subject_name, valid_to, is_blocking, created_at, created_by, updated_at, updated_by)
    select ${tenantId}, id_at(anlan_clock()), said.enterprise_id, ${origin}, said.subject, said.item_type, said.item_id,
      said.item_name, said.item_name_search, said.subject_name, said.valid_to, said.is_blocking, ${at}::timestamptz, ${userId}::uuid,
      ${at}::timestamptz, ${userId}::uuid
    from said
    where not exists (select from warning w where ${here} and ${same})`.execute(tx.kysely);
}

/** Imports expiry dates from enterprise profiles. Dates of inactive enterprises are removed. */
export function takePapers(tx: Tx, moment: Moment, enterpriseIds?: readonly string[]): Promise<void> {
  const paper = (field: keyof typeof papersOfFile) => papersOfFile[field];
  const sourceRows = sql`select e.id as enterprise_id, on_file.type as item_type, e.id::text as item_id, null::text as subject_name,
      on_file.valid_to, rule.label as item_name, rule.subject, rule.is_blocking
    from enterprise e
    cross join lateral (values (${paper('licenceTo')}, e.licence_to), (${paper('standardTo')}, e.standard_to),
      (${paper('policyTo')}, e.policy_to), (${paper('transportLicenceTo')},
        case when e.supervision_kind = 'transport' then e.transport_licence_to end)) as on_file (type, valid_to)
    join ${ruleTable} on rule.type = on_file.type
    where e.tenant_id = ${scopedTenant} and e.removed_at is null and e.status in ${supervised}
      and on_file.valid_to is not null and ${within(sql`e.id`, enterpriseIds)}`;
  const scope = enterpriseIds === undefined ? sql`true` : sql`w.item_id = any(${[...enterpriseIds]}::text[])`;
  const names = rules.map(({ label }) => label);
  return merge(tx, moment, 'enterprise', sourceRows, scope, names);
}

/** Imports expiry dates from other modules. An item without a date is removed. */
export async function takeItems(tx: Tx, moment: Moment, items: readonly ExpiringItem[]): Promise<void> {
  const labelledItems = items.flatMap((item) => {
    const rule = expiryRules.get(item.itemType);
    return rule ? [{ ...item, label: itemNameOf(rule.label, item.itemName) }] : [];
  });
  if (labelledItems.length === 0) return;
  const list = (value: (item: (typeof labelledItems)[number]) => string | null) => labelledItems.map(value);
  const itemTable = sql`unnest(${list((item) => item.enterpriseId)}::uuid[], ${list((item) => item.itemType)}::text[],
    ${list((item) => item.itemId)}::text[], ${list((item) => item.itemName)}::text[], ${list((item) => item.validTo)}::date[],
    ${list((item) => item.label)}::text[]) as told (enterprise_id, item_type, item_id, subject_name, valid_to, item_name)`;
  const sourceRows = sql`select told.*, rule.subject, rule.is_blocking from ${itemTable} join ${ruleTable} on rule.type = told.item_type
    where told.valid_to is not null`;
  const scope = sql`(w.item_id, w.item_type) in (select told.item_id, told.item_type from ${itemTable})`;
  const names = labelledItems.map(({ label }) => label);
  await merge(tx, moment, 'module', sourceRows, scope, names);
}

/**
 * Updates levels and states for the day in one statement that writes only rows that differ. Items near their date open
 * or rise, renewed items close, and ignored items reopen on their day. Row versions do not change.
 */
export async function sweep(tx: Tx, { at, today }: Moment, { ids, enterpriseIds }: Part = {}): Promise<Swept> {
  const from = sql`unnest(${rules.map(({ code }) => code)}::text[],
    ${rules.map((rule) => addDays(today, firstDays(rule)))}::date[]) as rule (type, first_on)`;
  const label = (level: RawBuilder<unknown>) =>
    sql`case ${level} when 'expired' then '已过期' when 'urgent' then '紧急' when 'soon' then '临期' when 'early' then '提前' end`;
  const { rows } = await sql<{ changed: string; enterprise_ids: string[] | null }>`
    with judged as (
      select w.id, w.enterprise_id, w.version, w.status, w.level, w.ignored_until,
        case when e.id is null then null
          when w.valid_to < ${today}::date then 'expired'
          when w.valid_to > rule.first_on then null
          when w.valid_to <= ${addDays(today, 7)}::date then 'urgent'
          when w.valid_to <= ${addDays(today, 30)}::date then 'soon'
          else 'early' end as next_level
      from warning w
      join ${from} on rule.type = w.item_type
      left join enterprise e on e.tenant_id = w.tenant_id and e.id = w.enterprise_id
        and e.removed_at is null and e.status in ${supervised}
      where w.tenant_id = ${scopedTenant} and w.source = 'expiry' and w.removed_at is null
        and ${within(sql`w.id`, ids)} and ${within(sql`w.enterprise_id`, enterpriseIds)}),
    named as (
      select judged.*, case
          when next_level is null then case when status in ('open', 'acknowledged', 'ignored') then 'handled' else status end
          when status in ('valid', 'handled') or (status = 'ignored' and ignored_until <= ${today}::date) then 'open'
          else status end as next_status
      from judged),
    -- Few of many: found first, so that the rows are not joined with themselves.
    due as materialized (
      select * from named where next_level is distinct from level or next_status <> status),
    moved as (
      update warning w set level = due.next_level, status = due.next_status,
        snoozed_to = case when due.next_level is distinct from due.level then null else w.snoozed_to end
      from due
      where w.tenant_id = ${scopedTenant} and w.id = due.id and w.version = due.version
      returning w.id, w.enterprise_id, due.status, due.next_status, due.level, due.next_level),
    noted as (
      insert into resource_history (tenant_id, id, enterprise_id, resource, row_id, move, from_state, to_state, at, note)
      select ${tx.scope.tenantId}, id_at(anlan_clock()), enterprise_id, 'warning', id,
        case when next_status = status then 'climb' when next_status = 'open' then 'open' else 'end' end,
        status, next_status, ${at}::timestamptz,
        case when next_level is not null then '预警等级：' || ${label(sql`next_level`)} end
      from moved)
    select count(*) as changed, array_agg(distinct enterprise_id) as enterprise_ids from moved`.execute(tx.kysely);
  const [row] = rows;
  return { changed: Number(row?.changed ?? 0), enterpriseIds: row?.enterprise_ids ?? [] };
}

export async function keepVersion(
  tx: Tx,
  at: Date,
  row: { id: string; enterpriseId: string; edition: number; validTo: string; papers: unknown },
): Promise<void> {
  const { tenantId, userId, userName } = tx.scope;
  await sql`insert into warning_version (tenant_id, id, enterprise_id, warning_id, edition, valid_to, papers, replaced_at,
      replaced_by, replaced_by_name)
    values (${tenantId}, ${newId()}, ${row.enterpriseId}, ${row.id}, ${row.edition}, ${row.validTo},
      ${JSON.stringify(row.papers ?? [])}, ${at}, ${userId}, ${userId === null ? null : userName})`.execute(tx.kysely);
}
