import { sql, type Insertable, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { Sort } from '@anlan/contract/domain/paging';
import { literal, tenantTables, type Tx } from '#platform/db/index.ts';
import { versioned } from '#platform/db/versioned-update.ts';
import type { DictionaryTables } from '../tables.ts';

const { on, selectFrom, updateTable, deleteFrom } = tenantTables<DictionaryTables>();

export type DictionaryRow = Selectable<DictionaryTables['dictionary']>;
export type ItemRow = Selectable<DictionaryTables['dictionary_item']>;

export interface DictionaryFilter {
  keyword?: string | undefined;
  edit?: 'fixed' | 'platform' | 'tenant' | undefined;
}
export interface ItemFilter {
  dictId?: string | undefined;
  keyword?: string | undefined;
  enabled?: boolean | undefined;
}

type Listed = SelectQueryBuilder<DictionaryTables, 'dictionary', object>;
type ListedItems = SelectQueryBuilder<DictionaryTables, 'dictionary_item', object>;

function dictionaries(tx: Tx, { keyword, edit }: DictionaryFilter): Listed {
  let query: Listed = on(tx).selectFrom('dictionary');
  if (keyword) {
    const pattern = `%${literal(keyword)}%`;
    query = query.where((eb) => eb.or([eb('type', 'ilike', pattern), eb('label', 'like', pattern)]));
  }
  return edit === undefined ? query : query.where('edit', '=', edit);
}

export async function pageDictionaries(
  tx: Tx,
  filter: DictionaryFilter,
  [sort]: Sort<'type' | 'label'>[],
  limit: number,
  offset: number,
) {
  const listed = dictionaries(tx, filter)
    .selectAll('dictionary')
    .select((eb) =>
      eb
        .selectFrom('dictionary_item')
        .select((one) => one.fn.countAll<string>().as('items'))
        .whereRef('dictionary_item.dict_id', '=', 'dictionary.id')
        .as('items'),
    );
  const ordered = sort ? listed.orderBy(sort.by, sort.desc ? 'desc' : 'asc') : listed;
  const rows = await ordered.orderBy('id').limit(limit).offset(offset).execute();
  const { total } = await dictionaries(tx, filter)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export const dictionaryRow = (tx: Tx, id: string): Promise<DictionaryRow | undefined> =>
  on(tx).selectFrom('dictionary').selectAll().where('id', '=', id).executeTakeFirst();

/** Reads a dictionary of the caller's tenant and locks its row until the transaction ends. */
export const takeDictionary = (tx: Tx, id: string): Promise<DictionaryRow | undefined> =>
  selectFrom(tx, 'dictionary').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const insertDictionary = (tx: Tx, row: Omit<Insertable<DictionaryTables['dictionary']>, 'tenant_id'>) =>
  on(tx)
    .insertInto('dictionary')
    .values({ ...row, tenant_id: tx.scope.tenantId })
    .execute();

export const updateDictionary = versioned<DictionaryTables>()('dictionary');

export const deleteDictionary = (tx: Tx, id: string) => deleteFrom(tx, 'dictionary').where('id', '=', id).execute();

function items(tx: Tx, { dictId, keyword, enabled }: ItemFilter): ListedItems {
  let query: ListedItems = on(tx).selectFrom('dictionary_item');
  if (dictId) query = query.where('dict_id', '=', dictId);
  if (keyword) {
    const pattern = `%${literal(keyword)}%`;
    query = query.where((eb) => eb.or([eb('value', 'ilike', pattern), eb('label', 'like', pattern)]));
  }
  return enabled === undefined ? query : query.where('enabled', '=', enabled);
}

export async function pageItems(
  tx: Tx,
  filter: ItemFilter,
  [sort]: Sort<'sort' | 'value' | 'label'>[],
  limit: number,
  offset: number,
) {
  const listed = items(tx, filter).selectAll('dictionary_item');
  const ordered =
    sort && sort.by !== 'sort'
      ? listed.orderBy(sort.by, sort.desc ? 'desc' : 'asc')
      : listed.orderBy(sql`tenant_id <> '0'`).orderBy('sort', sort?.desc ? 'desc' : 'asc');
  const rows = await ordered.orderBy('value').orderBy('id').limit(limit).offset(offset).execute();
  const { total } = await items(tx, filter)
    .select((eb) => eb.fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

export const itemsOf = (tx: Tx, dictId: string): Promise<ItemRow[]> =>
  items(tx, { dictId }).selectAll('dictionary_item').execute();

/** Reads an item of the caller's tenant and locks its row until the transaction ends. */
export const takeItem = (tx: Tx, id: string): Promise<ItemRow | undefined> =>
  items(tx, {})
    .selectAll('dictionary_item')
    .where('tenant_id', '=', tx.scope.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Advisory lock, so that a tenant adds items to a dictionary one at a time. */
export const lockItems = (tx: Tx, dictId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`dictionary ${tx.scope.tenantId} ${dictId}`}, 0))`.execute(
    on(tx),
  );

export const insertItem = (tx: Tx, row: Omit<Insertable<DictionaryTables['dictionary_item']>, 'tenant_id'>) =>
  on(tx)
    .insertInto('dictionary_item')
    .values({ ...row, tenant_id: tx.scope.tenantId })
    .execute();

export const updateItem = versioned<DictionaryTables>()('dictionary_item');

export const switchOthersOff = (tx: Tx, dictId: string, id: string) =>
  updateTable(tx, 'dictionary_item')
    .set({ enabled: false })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('dict_id', '=', dictId)
    .where('id', '<>', id)
    .where('enabled', '=', true)
    .execute();

export const orderItems = (tx: Tx, ids: readonly string[]) =>
  sql`update dictionary_item set sort = placed.no * 10
    from unnest(${ids}::uuid[]) with ordinality as placed (id, no)
    where dictionary_item.tenant_id = ${tx.scope.tenantId} and dictionary_item.id = placed.id
      and dictionary_item.sort <> placed.no * 10`.execute(on(tx));

export const deleteItem = (tx: Tx, id: string) => deleteFrom(tx, 'dictionary_item').where('id', '=', id).execute();
