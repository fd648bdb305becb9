import { randomBytes } from 'node:crypto';
import type { Change } from '@anlan/contract/domain/field-change';
import type {
  AdminItem,
  AdminItemInput,
  AdminItemPatch,
  Dictionary,
  DictionaryInput,
  DictionaryPatch,
  ItemOrder,
} from '@anlan/contract/modules/dictionary/admin';
import { dictionaryEdit } from '@anlan/contract/modules/dictionary/admin';
import type { Page, PageInput } from '@anlan/contract/domain/paging';
import * as z from 'zod/mini';
import { changesBetween } from '#kernel/changes.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Bus } from '#platform/bus/index.ts';
import { afterCommit, brokenConstraint, type Db, type Tx } from '#platform/db/index.ts';
import { abilitiesOf, itemAbilitiesOf, mayAdd, oneOf, platform, usedText } from './rules.ts';
import * as store from './store.ts';

interface Entry {
  call: string;
  objectType: string;
  objectId: string;
  changes?: Change[];
  note?: string;
}

/** Dependencies, including functions of modules above this one. */
export interface DictionaryAdminDeps {
  db: Db;
  bus: Bus;
  audit: { record(tx: Tx, entry: Entry): Promise<unknown> };
  /** Texts that name the rows with this dictionary value. Reads with the rights of the server. */
  usesOf: (tx: Tx, type: string, value: string) => Promise<string[]>;
  tenants: { ids(): Promise<string[]> };
  bump: (tx: Tx) => Promise<unknown>;
}

const duplicateValue = '值已存在，请换一个';
const duplicateType = '类型已存在，请换一个';

/**
 * Editing of dictionaries. The platform edits its own dictionaries; a tenant can only add items to open dictionaries.
 */
export function createDictionaryAdmin({ db, bus, audit, usesOf, tenants, bump }: DictionaryAdminDeps) {
  const editOf = (row: { edit: string }) => z.parse(dictionaryEdit, row.edit);
  const present = (scope: Scope, { items, ...row }: store.DictionaryRow & { items: string | null }): Dictionary => ({
    id: row.id,
    version: row.version,
    abilities: abilitiesOf(scope, row),
    type: row.type,
    label: row.label,
    description: row.description,
    edit: editOf(row),
    items: Number(items ?? 0),
  });
  const presentItem = (scope: Scope, dictionary: store.DictionaryRow, row: store.ItemRow): AdminItem => ({
    id: row.id,
    version: row.version,
    abilities: itemAbilitiesOf(scope, dictionary, row.tenant_id),
    dictId: row.dict_id,
    type: row.type,
    value: row.value,
    label: row.label,
    description: row.description,
    sort: row.sort,
    color: row.color,
    enabled: row.enabled,
    own: row.tenant_id === scope.tenantId,
  });

  /** Audits a change. After the commit, invalidates the caches of nodes and browsers. */
  async function changed(tx: Tx, entry: Entry) {
    await audit.record(tx, entry);
    await bump(tx);
    afterCommit(tx, () => bus.publish(tx.scope, 'dictionary'));
  }

  async function ownDictionary(tx: Tx, id: string, version: number | undefined): Promise<store.DictionaryRow> {
    const row = await store.takeDictionary(tx, id);
    if (!row) throw new AppError('notFound');
    if (version !== undefined && version !== row.version)
      throw new AppError('conflict', undefined, { current: present(tx.scope, { ...row, items: null }) });
    return row;
  }

  async function ownItem(tx: Tx, id: string, version: number | undefined) {
    const row = await store.takeItem(tx, id);
    const dictionary = row && (await store.dictionaryRow(tx, row.dict_id));
    if (!dictionary) throw new AppError('notFound');
    if (version !== undefined && version !== row.version)
      throw new AppError('conflict', undefined, { current: presentItem(tx.scope, dictionary, row) });
    return { row, dictionary, abilities: itemAbilitiesOf(tx.scope, dictionary, row.tenant_id) };
  }

  /** Rows that use a value, in the caller's tenant; for the platform in every tenant. */
  async function usesEverywhere(tx: Tx, type: string, value: string): Promise<string[]> {
    // Read as the system: a regulator with regions cannot see rows of other regions that use the value.
    const usesIn = (tenantId: string) =>
      db.scoped(systemScope('use of a dictionary', tenantId), (inside) => usesOf(inside, type, value));
    const own = await usesIn(tx.scope.tenantId);
    if (tx.scope.tenantId !== platform) return own;
    let units = 0;
    for (const id of await tenants.ids()) if ((await usesIn(id)).length > 0) units += 1;
    return units === 0 ? own : [...own, `${units} 个单位的数据`];
  }

  async function itemsLeft(tx: Tx, dictId: string): Promise<boolean> {
    if ((await store.itemsOf(tx, dictId)).length > 0) return true;
    for (const id of await tenants.ids()) {
      const rows = await db.scoped(systemScope('items of a dictionary', id), (inside) => store.itemsOf(inside, dictId));
      if (rows.length > 0) return true;
    }
    return false;
  }

  return {
    page: (
      scope: Scope,
      { filter, sort, page, size }: PageInput<store.DictionaryFilter, 'type' | 'label'>,
    ): Promise<Page<Dictionary>> =>
      db.read(scope, async (tx) => {
        const { rows, total } = await store.pageDictionaries(tx, filter, sort, size, (page - 1) * size);
        return { rows: rows.map((row) => present(scope, row)), total, page, size };
      }),
    async create(scope: Scope, input: DictionaryInput) {
      // Only the platform creates types, because the same type could mean something else in another tenant.
      if (scope.tenantId !== platform) throw new AppError('denied');
      const id = newId();
      try {
        return await db.scoped(scope, async (tx) => {
          const { type, label, description = null, edit } = input;
          await store.insertDictionary(tx, { id, type, label, description, edit });
          const changes = changesBetween({ type: null, label: null }, { type, label });
          await changed(tx, { call: 'dictionary.create', objectType: 'dictionary', objectId: id, changes });
          return { id, version: 1 };
        });
      } catch (error) {
        if (brokenConstraint(error) === 'dictionary_type_key') throw invalid({ field: 'type', msg: duplicateType });
        throw error;
      }
    },
    update: (scope: Scope, { id, version, ...patch }: DictionaryPatch) =>
      db.scoped(scope, async (tx) => {
        const row = await ownDictionary(tx, id, version);
        const saved = await store.updateDictionary(tx, id, patch);
        const changes = changesBetween(row, patch);
        await changed(tx, { call: 'dictionary.update', objectType: 'dictionary', objectId: id, changes });
        return { id, version: saved.version };
      }),
    remove: (scope: Scope, { id, version }: { id: string; version?: number | undefined }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const row = await ownDictionary(tx, id, version);
        if (row.edit === 'fixed') throw new AppError('invalid', `“${row.label}”由程序使用，不能删除`);
        if (await itemsLeft(tx, id)) throw new AppError('invalid', `“${row.label}”里还有字典项，请先删除字典项`);
        await store.deleteDictionary(tx, id);
        const note = `${row.type} ${row.label}`;
        await changed(tx, { call: 'dictionary.remove', objectType: 'dictionary', objectId: id, note });
        return null;
      }),
    itemPage: (
      scope: Scope,
      { filter, sort, page, size }: PageInput<store.ItemFilter, 'sort' | 'value' | 'label'>,
    ): Promise<Page<AdminItem>> =>
      db.read(scope, async (tx) => {
        const { rows, total } = await store.pageItems(tx, filter, sort, size, (page - 1) * size);
        const dictionariesById = new Map<string, store.DictionaryRow | undefined>();
        for (const { dict_id } of rows)
          if (!dictionariesById.has(dict_id)) dictionariesById.set(dict_id, await store.dictionaryRow(tx, dict_id));
        const shown = rows.flatMap((row) => {
          const dictionary = dictionariesById.get(row.dict_id);
          return dictionary ? [presentItem(scope, dictionary, row)] : [];
        });
        return { rows: shown, total, page, size };
      }),
    async itemCreate(scope: Scope, { dictId, label, description = null, color = null, ...input }: AdminItemInput) {
      const id = newId();
      const value = input.value || `v${randomBytes(5).toString('hex')}`;
      return db.scoped(scope, async (tx) => {
        const dictionary = await store.dictionaryRow(tx, dictId);
        if (!dictionary) throw invalid({ field: 'dictId', msg: '没有这个字典' });
        if (!mayAdd(scope, dictionary)) throw new AppError('denied', `“${dictionary.label}”不能由本单位添加`);
        await store.lockItems(tx, dictId);
        const existingItems = await store.itemsOf(tx, dictId);
        if (existingItems.some((item) => item.value === value)) throw invalid({ field: 'value', msg: duplicateValue });
        if (existingItems.some((item) => item.label === label))
          throw invalid({ field: 'label', msg: '名称已存在，请换一个' });
        const own = existingItems.filter((item) => item.tenant_id === scope.tenantId);
        const sort = Math.max(0, ...own.map((item) => item.sort)) + 10;
        const { type } = dictionary;
        await store.insertItem(tx, { id, dict_id: dictId, type, code: value, value, label, description, sort, color });
        const changes = changesBetween({ type: null, value: null, label: null }, { type, value, label });
        await changed(tx, { call: 'dictionary.itemCreate', objectType: 'dictionaryItem', objectId: id, changes });
        return { id, version: 1 };
      });
    },
    itemUpdate: (scope: Scope, { id, version, ...patch }: AdminItemPatch) =>
      db.scoped(scope, async (tx) => {
        const { row, dictionary, abilities } = await ownItem(tx, id, version);
        const { label, enabled } = patch;
        if (label !== undefined && label !== row.label) {
          await store.lockItems(tx, row.dict_id);
          const others = await store.itemsOf(tx, row.dict_id);
          if (others.some((item) => item.id !== id && item.label === label))
            throw invalid({ field: 'label', msg: '名称已存在，请换一个' });
        }
        if (enabled !== undefined && enabled !== row.enabled) {
          if (!abilities.includes('switch'))
            throw new AppError('invalid', `“${dictionary.label}”由程序使用，不能停用其中的值`);
          if (oneOf(row.type)) {
            if (!enabled) throw new AppError('invalid', '请改为启用另一个值');
            await store.switchOthersOff(tx, row.dict_id, id);
          }
        }
        const saved = await store.updateItem(tx, id, patch);
        await changed(tx, {
          call: 'dictionary.itemUpdate',
          objectType: 'dictionaryItem',
          objectId: id,
          changes: changesBetween(row, patch),
        });
        return { id, version: saved.version };
      }),
    itemSort: (scope: Scope, { dictId, ids }: ItemOrder): Promise<null> =>
      db.scoped(scope, async (tx) => {
        await store.lockItems(tx, dictId);
        const own = (await store.itemsOf(tx, dictId)).filter((item) => item.tenant_id === scope.tenantId);
        const named = new Set(ids);
        if (named.size !== ids.length || own.some(({ id }) => !named.has(id)) || own.length !== ids.length)
          throw new AppError('notFound', '字典项已有变化，请刷新后再排序');
        await store.orderItems(tx, ids);
        await changed(tx, { call: 'dictionary.itemSort', objectType: 'dictionary', objectId: dictId });
        return null;
      }),
    itemRemove: (scope: Scope, { id, version }: { id: string; version?: number | undefined }): Promise<null> =>
      db.scoped(scope, async (tx) => {
        const { row, dictionary, abilities } = await ownItem(tx, id, version);
        if (!abilities.includes('remove'))
          throw new AppError('invalid', `“${dictionary.label}”由程序使用，不能删除其中的值`);
        const uses = await usesEverywhere(tx, row.type, row.value);
        if (uses.length > 0) throw new AppError('invalid', usedText(row.label, uses));
        await store.deleteItem(tx, id);
        const note = `${row.type} ${row.value} ${row.label}`;
        await changed(tx, { call: 'dictionary.itemRemove', objectType: 'dictionaryItem', objectId: id, note });
        return null;
      }),
  };
}
