/**
 * kit: default behaviour of a declared resource. A module declares fields (contract/kit), opens the resource here with
 * its own rules, and replaces or adds verbs where needed.
 */
import type { Page, PageInput, Sort as SortBy } from '@anlan/contract/domain/paging';
import type { Moves } from '@anlan/contract/kit/state-machine';
import type { Fields } from '@anlan/contract/kit/field';
import type { Filter, Filters, Resource, Row, Sort, Stored } from '@anlan/contract/kit/resource';
import type { Permit } from '@anlan/contract/permits';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { decrypt } from './encryption.ts';
import { createExport } from './export.ts';
import { createNaming } from './import/named-rows.ts';
import { createImport } from './import/service.ts';
import { moveHistory } from './history-store.ts';
import { orderedIds, readPage, type FilterValues, type OwnConditions } from './list-store.ts';
import type { Kit } from './ports.ts';
import { createMoves, type MoveHooks } from './moves.ts';
import { createPresenter, type PresentHooks } from './present.ts';
import { createReferences } from './references.ts';
import { changeRows, countCarrying, countRows, createNames, findRow, findRows, movePart } from './row-store.ts';
import { createSaving, type SaveHooks } from './save.ts';
import { tableOf, titleOf, type AnyResource } from './table.ts';
import { auditWordingOf } from './wording.ts';

export type { Kit } from './ports.ts';

/** Conditions: values by field. A list matches any of its items. */
export type EqualsOf<R> = { readonly [K in keyof Stored<R>]?: Stored<R>[K] | readonly Stored<R>[K][] };
export interface Hooks<R, K = unknown> extends PresentHooks<R, K>, SaveHooks<R>, MoveHooks<R, K> {
  conditions?: OwnConditions;
  /** Tables of dependent rows that also store the enterprise id. A merge of enterprises moves them too. */
  parts?: readonly string[];
}

/** Opens a declared resource. Returns its verbs, and functions for the transactions of other modules. */
export function openResource<
  N extends string,
  F extends Fields,
  A extends string,
  X extends Filters,
  M extends Moves,
  K = unknown,
>(declared: Resource<N, F, A, X, M>, kit: Kit, hooks: Hooks<Resource<N, F, A, X, M>, K> = {}) {
  type R = Resource<N, F, A, X, M>;
  // From here on fields are looked up by name with wider types. The returned verbs have the declared types again.
  const resource = declared as AnyResource;
  const { db, audit, vault } = kit;
  const table = tableOf<R>(resource);
  const listed = { table, conditions: hooks.conditions };
  const references = createReferences(table, kit);
  const presenter = createPresenter<R, K>(resource, table, kit, references, hooks);
  const { present } = presenter;
  const saving = createSaving<R, K>(resource, table, kit, references, presenter, hooks);
  const encrypted = table.columns.filter(({ spec }) => spec.encrypted);

  const imported = createImport(resource, table, kit, {
    // The casts are safe: values of an import passed the same schemas as the input of calls.
    add: (tx, values) => saving.add(tx, values as Parameters<typeof saving.add>[1]),
    change: (tx, patch) => saving.change(tx, patch as Parameters<typeof saving.change>[1]),
    remove: saving.removeIn,
    valuesOf: saving.valuesOf,
    withUniqueReported: saving.withUniqueTold,
  });
  const { importing, undoImport, ...importVerbs } = imported;

  const opened = {
    page: (scope: Scope, { filter, sort, page, size }: PageInput<Filter<R>, Sort<R>>): Promise<Page<Row<R>>> =>
      db.read(scope, async (tx) => {
        const window = { limit: size, offset: (page - 1) * size };
        const { rows, ...counted } = await readPage(tx, listed, filter as FilterValues, sort, window);
        return { rows: await present(tx, rows), ...counted, page, size };
      }),
    get: (scope: Scope, { id }: { id: string }): Promise<Row<R>> =>
      db.read(scope, async (tx) => saving.presentOne(tx, await findRow(tx, table, id))),
    create: saving.create,
    update: saving.update,
    remove: saving.remove,
    ...importVerbs,
    ...createExport<R>(resource, listed, kit, present),
    ...createMoves<M, R, K>(resource, table, kit, references, saving, hooks, presenter.readsFor),

    present,
    add: saving.add,
    addAll: saving.addAll,
    lockRow: saving.lockRow,
    rowsWhere: (tx: Tx, equals: EqualsOf<R>, options?: { limit?: number; order?: keyof Stored<R> & string }) =>
      findRows(tx, table, equals, options),
    idsWhere: (tx: Tx, filter: Filter<R>, sort: SortBy<Sort<R>>[], limit: number) =>
      orderedIds(tx, listed, filter as FilterValues, sort, limit),
    exists: async (tx: Tx, equals: EqualsOf<R>): Promise<boolean> =>
      (await findRows(tx, table, equals, { limit: 1 })).length > 0,
    async countWith(tx: Tx, dictionary: string, code: string): Promise<number> {
      let total = 0;
      for (const { column, spec } of table.columns.filter((one) => one.spec.dictionary === dictionary))
        if (spec.kind === 'code') total += await countRows(tx, table, { [column]: code });
        else if (spec.kind === 'codes') total += await countCarrying(tx, table, column, code);
      return total;
    },
    async moveAll(tx: Tx, fromEnterpriseId: string, toEnterpriseId: string): Promise<number> {
      const target = { enterprise_id: toEnterpriseId, ...saving.stamp(tx.scope) };
      const moved = await changeRows(tx, table, { enterprise_id: fromEnterpriseId }, target);
      await moveHistory(tx, resource.name, moved, toEnterpriseId);
      for (const part of hooks.parts ?? []) await movePart(tx, part, fromEnterpriseId, toEnterpriseId);
      const changes = [{ field: 'enterpriseId', before: fromEnterpriseId, after: toEnterpriseId }];
      await audit.recordAll(
        tx,
        moved.map((row) => ({
          call: `${resource.name}.move`,
          objectType: resource.name,
          objectId: row.id,
          enterpriseId: toEnterpriseId,
          changes,
          note: titleOf(table, row),
        })),
      );
      return moved.length;
    },
    classified: {
      fields: encrypted.map(({ key }) => key),
      async read(tx: Tx, id: string, field: string): Promise<string | null | undefined> {
        const row = await findRow(tx, table, id);
        const column = encrypted.find(({ key }) => key === field);
        return row && column && decrypt(await vault.of(tx), table, column, row);
      },
    },
  };
  const named = createNames(table);
  kit.register?.({
    name: resource.name,
    label: resource.label,
    counter: resource.counter,
    // The cast is safe: the permit list contains the permits of every resource, and the conformance suite checks this.
    permit: `${resource.permits}:index` as Permit,
    ofEnterprise: table.ofEnterprise,
    withheld: async (tx) =>
      (await (hooks.createRefusal?.(tx) ?? null)) === null
        ? []
        : [`${resource.permits}:add`, `${resource.permits}:import`],
    auditWording: auditWordingOf(resource),
    reference: {
      read: (tx, ids) => named(tx, ids),
      lock: (tx, ids) => named(tx, ids, 'share'),
      named: createNaming(resource, table, (tx) => vault.of(tx)),
    },
    countWith: opened.countWith,
    classified: opened.classified,
    moveAll: opened.moveAll,
    importing,
    undoImport,
  });
  return opened;
}
