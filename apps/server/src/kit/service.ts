/**
 * kit: what a declared resource does by itself. A module declares fields (contract/kit), opens the resource here with
 * the rules of its own, and replaces or adds verbs where the plain ones do not serve.
 */
import type { Page, PageInput, Sort as SortBy } from '@anlan/contract/domain/paging';
import type { Moves } from '@anlan/contract/kit/machine';
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
import { spokenOf } from './wording.ts';

export type { Kit } from './ports.ts';

/** Values that rows have, by field; several stand for any of them. */
export type EqualsOf<R> = { readonly [K in keyof Stored<R>]?: Stored<R>[K] | readonly Stored<R>[K][] };
/** Rules of a resource's own; all are optional. */
export interface Hooks<R, K = unknown> extends PresentHooks<R, K>, SaveHooks<R>, MoveHooks<R, K> {
  /** Conditions of the filters that are no fields; made in the module's store. */
  conditions?: OwnConditions;
  /** Tables whose rows hang on those of this resource and carry their enterprise: they move along in a merge. */
  parts?: readonly string[];
}

/** Opens a declared resource: its verbs, and what other modules ask of it inside their transactions. */
export function openResource<
  N extends string,
  F extends Fields,
  A extends string,
  X extends Filters,
  M extends Moves,
  K = unknown,
>(declared: Resource<N, F, A, X, M>, kit: Kit, hooks: Hooks<Resource<N, F, A, X, M>, K> = {}) {
  type R = Resource<N, F, A, X, M>;
  // From here on fields are looked up by name; the verbs below give the types of the declaration back.
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
    // Values of an import passed the same schemas that a call's do.
    add: (tx, values) => saving.add(tx, values as Parameters<typeof saving.add>[1]),
    change: (tx, patch) => saving.change(tx, patch as Parameters<typeof saving.change>[1]),
    remove: saving.removeIn,
    valuesOf: saving.valuesOf,
    withUniqueTold: saving.withUniqueTold,
  });
  const { importing, undoImport, ...importVerbs } = imported;

  const opened = {
    page: (scope: Scope, { filter, sort, page, size }: PageInput<Filter<R>, Sort<R>>): Promise<Page<Row<R>>> =>
      db.scoped(
        scope,
        async (tx) => {
          const window = { limit: size, offset: (page - 1) * size };
          const { rows, ...counted } = await readPage(tx, listed, filter as FilterValues, sort, window);
          return { rows: await present(tx, rows), ...counted, page, size };
        },
        { readOnly: true },
      ),
    get: (scope: Scope, { id }: { id: string }): Promise<Row<R>> =>
      db.scoped(scope, async (tx) => saving.presentOne(tx, await findRow(tx, table, id)), { readOnly: true }),
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
    /** Rows visible by equal columns. */
    rowsWhere: (tx: Tx, equals: EqualsOf<R>, options?: { limit?: number; order?: keyof Stored<R> & string }) =>
      findRows(tx, table, equals, options),
    /** Ids of what a filter leaves, in order, up to a number. */
    idsWhere: (tx: Tx, filter: Filter<R>, sort: SortBy<Sort<R>>[], limit: number) =>
      orderedIds(tx, listed, filter as FilterValues, sort, limit),
    /** Whether any row visible has these values. */
    exists: async (tx: Tx, equals: EqualsOf<R>): Promise<boolean> =>
      (await findRows(tx, table, equals, { limit: 1 })).length > 0,
    /** How many rows carry an item of a dictionary. */
    async countWith(tx: Tx, dictionary: string, code: string): Promise<number> {
      let found = 0;
      for (const { column, spec } of table.columns.filter((one) => one.spec.dictionary === dictionary))
        if (spec.kind === 'code') found += await countRows(tx, table, { [column]: code });
        else if (spec.kind === 'codes') found += await countCarrying(tx, table, column, code);
      return found;
    },
    /** Gives all rows of one enterprise to another, as when the two are merged; answers how many. */
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
    /** The fields that are masked for most people, and the whole value of one of a visible row. */
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
    // Every resource's permits stand in the list of permits; the conformance suite compares them.
    permit: `${resource.permits}:index` as Permit,
    ofEnterprise: table.ofEnterprise,
    withheld: async (tx) =>
      (await (hooks.createRefusal?.(tx) ?? null)) === null
        ? []
        : [`${resource.permits}:add`, `${resource.permits}:import`],
    spoken: spokenOf(resource),
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
