/** checklist: check lists (检查表) of the unit and of enterprises. An inspection works on a copy of its check list. */
import type { CheckItem } from '@anlan/contract/modules/checklist/check-item';
import { checklistCalls, type OfferedChecklist } from '@anlan/contract/modules/checklist/calls';
import { checklist } from '@anlan/contract/modules/checklist/resource';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { enterpriseModule } from '../enterprise/index.ts';
import { seedChecklists } from './seed.ts';

type ChecklistRow = RowOf<typeof checklist>;

export { seededLists } from './seed.ts';

/** Enterprise id in lists of the unit, which all enterprises may use. */
const ofUnit = '00000000-0000-0000-0000-000000000000';
const idText = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Template {
  id: string;
  name: string;
  kind: string;
  edition: number;
  items: readonly CheckItem[];
}
// The cast is safe: items were validated when they were saved.
const itemsOf = (row: ChecklistRow) => row.items as readonly CheckItem[];
const templateOf = (row: ChecklistRow): Template => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  edition: row.edition,
  items: itemsOf(row),
});

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
        items ? { itemCount: items.length, edition: row.edition + 1 } : undefined,
    });

    /**
     * Condition for the unit's lists. A user limited to one enterprise may use them, although the row policy hides rows
     * of the unit.
     */
    const ofUnitWhere = (tx: Tx, equals: Readonly<Record<string, unknown>>) => {
      const { scope } = tx;
      const find = (within: Tx) =>
        lists.rowsWhere(within, { enterpriseId: ofUnit, ...equals }, { order: 'name', limit: 200 });
      if (scope.enterpriseId === null) return find(tx);
      return kit.db.read(systemScope('checklists of the unit', scope.tenantId, scope), find);
    };
    const isVisible = async (tx: Tx, id: string): Promise<ChecklistRow | undefined> =>
      (await lists.rowsWhere(tx, { id }, { limit: 1 }))[0] ?? (await ofUnitWhere(tx, { id }))[0];

    return {
      ...lists,
      forUse: async (tx: Tx, id: string): Promise<Template | undefined> => {
        const row = idText.test(id) ? await isVisible(tx, id) : undefined;
        return row && row.status === 'enabled' ? templateOf(row) : undefined;
      },
      offered: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }): Promise<OfferedChecklist[]> =>
        kit.db.read(scope, async (tx) => {
          const own = enterpriseId ?? scope.enterpriseId;
          if (own !== null && !(await enterprise.cards(tx, [own])).has(own)) throw new AppError('notFound');
          const rows = [
            ...(own ? await lists.rowsWhere(tx, { enterpriseId: own }, { order: 'name', limit: 200 }) : []),
            ...(await ofUnitWhere(tx, {})),
          ];
          return rows
            .filter((row) => row.status === 'enabled' && itemsOf(row).length > 0)
            .map((row) => ({
              ...templateOf(row),
              items: [...itemsOf(row)],
              shared: row.enterpriseId === ofUnit,
            }));
        }),
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
      (await lists.exists(tx, { enterpriseId: ids })) ? '名下还有检查表，请先删除这些检查表' : null,
  },
  seed: seedChecklists,
});
