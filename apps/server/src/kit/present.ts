// From a stored row to the row that a person may see: put together once for a resource, looked up once for a page.
import type { Row } from '@anlan/contract/kit/resource';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { decrypt, maskOf } from './encryption.ts';
import type { Kit } from './ports.ts';
import type { createReferences, Resolved, Values } from './references.ts';
import { enterpriseOf, valueOf, type AnyResource, type RowOf, type StoredRow, type Table } from './table.ts';

/** Rules about what people see of rows; all work on a page at once. */
export interface PresentHooks<R, K = unknown> {
  /** Reads once for a page of rows, or for the row of a move, what `mayMove`, `abilitiesOf` and `frozen` need to know. */
  reads?(tx: Tx, rows: readonly RowOf<R>[]): Promise<K>;
  /** Whether the caller sees the classified fields of an enterprise's rows whole. */
  seesPlain?(scope: Scope, enterpriseId: string | null): boolean;
  /** Why a row may not be changed now, or null: it loses its abilities, and a change is refused with these words. */
  frozen?(row: RowOf<R>, scope: Scope, known: K): string | null;
  /** What may be done with a row beside changing, removing and moving it. */
  abilitiesOf?(row: RowOf<R>, scope: Scope, known: K): readonly string[];
  /** Whether the person may change or remove a row, where they hold the permit for it. */
  mayChange?(verb: 'update' | 'remove', row: RowOf<R>, scope: Scope, known: K): boolean;
  /** Whether the person may make a move that the row's state allows and whose permit they hold. */
  mayMove?(move: string, row: RowOf<R>, scope: Scope, known: K): boolean;
  /** Why a change, removal or move that is allowed otherwise is refused, in these words, and not offered; null where it is not. */
  refusalOf?(act: string, row: RowOf<R>, scope: Scope, known: K): string | null;
  /** Fields that are worked out when rows are read, by id. */
  compute?(tx: Tx, rows: readonly RowOf<R>[]): Promise<ReadonlyMap<string, Partial<Row<R>>>>;
}

/** The text of a permit, whichever module it is of. */
export const holds = ({ permits }: Scope, permit: string): boolean => (permits as ReadonlySet<string>).has(permit);

/** Makes rows into what their caller may see. */
export function createPresenter<R, K = unknown>(
  resource: AnyResource,
  table: Table<R>,
  { vault }: Pick<Kit, 'vault'>,
  references: Pick<ReturnType<typeof createReferences>, 'resolve'>,
  hooks: PresentHooks<R, K>,
) {
  const hasEncrypted = table.columns.some(({ spec }) => spec.encrypted);
  const shown = table.columns.filter(({ spec }) => !spec.inputOnly);

  /** Why a row may not be changed now, or null. */
  const frozenBy = (row: RowOf<R>, { isClosed }: Pick<Resolved, 'isClosed'>, scope: Scope, known: K): string | null =>
    isClosed(row) ? `已注销企业的${resource.label}不能修改` : (hooks.frozen?.(row, scope, known) ?? null);
  // Without the hook nothing is known, and no other hook asks for it.
  const readsFor = async (tx: Tx, rows: readonly RowOf<R>[]): Promise<K> => (await hooks.reads?.(tx, rows)) as K;

  const moves = Object.entries(resource.states?.moves ?? {});
  const state = table.byKey.get(resource.states?.field ?? '');
  const movesOpen = (row: RowOf<R>, scope: Scope, known: K): string[] =>
    moves.flatMap(([name, { from, permit }]) =>
      state &&
      from.includes(String(valueOf(row, state))) &&
      holds(scope, `${resource.permits}:${permit ?? 'edit'}`) &&
      hooks.mayMove?.(name, row, scope, known) !== false &&
      (hooks.refusalOf?.(name, row, scope, known) ?? null) === null
        ? [name]
        : [],
    );

  async function present(tx: Tx, rows: readonly RowOf<R>[]): Promise<Row<R>[]> {
    const { scope } = tx;
    const seesPlain = (row: StoredRow) => hooks.seesPlain?.(scope, enterpriseOf(table, row)) === true;
    const opened = hasEncrypted && rows.some(seesPlain) ? await vault.of(tx) : null;
    const resolved = await references.resolve(tx, rows);
    const computed = await hooks.compute?.(tx, rows);
    const known = await readsFor(tx, rows);
    const usual = [
      ...(holds(scope, `${resource.permits}:edit`) ? (['update'] as const) : []),
      ...(holds(scope, `${resource.permits}:del`) ? (['remove'] as const) : []),
    ];
    const changesOpen = (row: RowOf<R>) =>
      usual.filter(
        (verb) =>
          hooks.mayChange?.(verb, row, scope, known) !== false &&
          (hooks.refusalOf?.(verb, row, scope, known) ?? null) === null,
      );
    const steps = shown.map((column) => ({ ...column, whole: column, nameOf: resolved.names.get(column.key) }));
    const one = (row: RowOf<R>): Values => {
      const isPlain = opened !== null && seesPlain(row);
      const isFrozen = frozenBy(row, resolved, scope, known) !== null;
      const view: Values = {
        id: row.id,
        version: row.version,
        abilities: isFrozen
          ? []
          : [...changesOpen(row), ...(hooks.abilitiesOf?.(row, scope, known) ?? []), ...movesOpen(row, scope, known)],
      };
      for (const { key, spec, nameKey, nameOf, whole } of steps) {
        const value = valueOf(row, whole);
        if (value === null || !spec.encrypted) view[key] = value;
        // A citizen ID is masked for everybody: who needs it whole reveals it, and leaves a trace.
        else
          view[key] = isPlain && spec.kind !== 'idNumber' ? decrypt(opened, table, whole, row) : maskOf(String(value));
        if (nameKey !== null) view[nameKey] = value === null ? null : (nameOf?.(String(value)) ?? null);
      }
      view['createdAt'] = row.createdAt;
      view['updatedAt'] = row.updatedAt;
      return computed ? { ...view, ...computed.get(row.id) } : view;
    };
    // Every field of the declaration is in it; the row's type is inferred from the same declaration.
    return rows.map(one) as Row<R>[];
  }

  return { present, frozenBy, readsFor };
}
