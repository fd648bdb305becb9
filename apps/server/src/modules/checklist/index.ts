/** checklist: check lists (检查表) of the unit and of enterprises, which inspections and other checks begin with a copy of. */
import type { CheckItem } from '@anlan/contract/modules/checklist/item';
import { checklistCalls, type OfferedChecklist } from '@anlan/contract/modules/checklist/calls';
import { checklist } from '@anlan/contract/modules/checklist/resource';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { StoredRow } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { seedChecklists } from './seed.ts';

export { seededLists } from './seed.ts';

/** In place of an enterprise: the list is the unit's, for all. */
const ofUnit = '00000000-0000-0000-0000-000000000000';
const idText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A check list as those take it who check by it. */
export interface Template {
  id: string;
  name: string;
  kind: string;
  edition: number;
  items: readonly CheckItem[];
}
// Items have passed their schema when they were saved.
const itemsOf = (row: StoredRow) => row.items as readonly CheckItem[];
const templateOf = (row: StoredRow): Template => ({
  id: row.id,
  name: String(row.name),
  kind: String(row.kind),
  edition: Number(row.edition),
  items: itemsOf(row),
});

/** The module checklist. */
export const checklistModule = defineModule('checklist', {
  needs: { enterprise: enterpriseModule },
  open({ kit, enterprise }) {
    const lists = openResource(checklist, kit, {
      compute: (_tx, rows) =>
        Promise.resolve(
          new Map(rows.filter((row) => row.enterpriseId === ofUnit).map((row) => [row.id, { enterpriseId: null }])),
        ),
      beforeCreate: ({ scope }, { enterpriseId, items }) => ({
        enterpriseId: enterpriseId ?? scope.enterpriseId ?? ofUnit,
        itemCount: items?.length ?? 0,
      }),
      beforeUpdate: (_tx, row, { items }) =>
        items ? { itemCount: items.length, edition: Number(row.edition) + 1 } : undefined,
    });

    /** Lists of the unit: whoever is limited to one enterprise sees no rows of it, but may use its lists. */
    const ofUnitWhere = (tx: Tx, equals: Readonly<Record<string, unknown>>) => {
      const { scope } = tx;
      const find = (within: Tx) =>
        lists.rowsWhere(within, { enterprise_id: ofUnit, ...equals }, { order: 'name', limit: 200 });
      if (scope.enterpriseId === null) return find(tx);
      return kit.db.scoped(systemScope('checklists of the unit', scope.tenantId, scope), find, { readOnly: true });
    };
    const isVisible = async (tx: Tx, id: string): Promise<StoredRow | undefined> =>
      (await lists.rowsWhere(tx, { id }, { limit: 1 }))[0] ?? (await ofUnitWhere(tx, { id }))[0];

    return {
      ...lists,
      /** A list that may be checked by: one's own, or the unit's; undefined where there is none. */
      forUse: async (tx: Tx, id: string): Promise<Template | undefined> => {
        const row = idText.test(id) ? await isVisible(tx, id) : undefined;
        return row && row.status === 'enabled' ? templateOf(row) : undefined;
      },
      offered: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }): Promise<OfferedChecklist[]> =>
        kit.db.scoped(
          scope,
          async (tx) => {
            const own = enterpriseId ?? scope.enterpriseId;
            if (own !== null && !(await enterprise.cards(tx, [own])).has(own)) throw new AppError('notFound');
            const rows = [
              ...(own ? await lists.rowsWhere(tx, { enterprise_id: own }, { order: 'name', limit: 200 }) : []),
              ...(await ofUnitWhere(tx, {})),
            ];
            return rows
              .filter((row) => row.status === 'enabled' && itemsOf(row).length > 0)
              .map((row) => ({
                ...templateOf(row),
                items: [...itemsOf(row)],
                shared: row.enterpriseId === ofUnit,
              }));
          },
          { readOnly: true },
        ),
      copy: (scope: Scope, { id }: { id: string }) =>
        kit.db.scoped(scope, async (tx) => {
          const row = await isVisible(tx, id);
          if (!row) throw new AppError('notFound');
          const { name, kind, items } = templateOf(row);
          const basis = typeof row.basis === 'string' ? row.basis : null;
          const copied = { name: `${name.slice(0, 55)}（副本）`, kind, basis, items: [...items] };
          return { id: await lists.add(tx, copied, 'checklist.copy'), version: 1 };
        }),
    };
  },
  calls: checklistCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, lists) =>
      (await lists.exists(tx, { enterprise_id: ids })) ? '名下还有检查表，请先删除这些检查表' : null,
  },
  seed: seedChecklists,
});
