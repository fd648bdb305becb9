// Converts stored rows to the data that the user may see. It is prepared once per resource, and looks names up once
// per page.
import type { Row } from '@anlan/contract/kit/resource';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { decrypt, maskOf } from './encryption.ts';
import type { Kit } from './ports.ts';
import type { createReferences, Resolved, Values } from './references.ts';
import { enterpriseOf, valueOf, type AnyResource, type RowOf, type StoredRow, type Table } from './table.ts';

/** Hooks that adapt visible rows. Each one handles a whole page at once. */
export interface PresentHooks<R, K = unknown> {
  /** Reads the data that `mayMove`, `abilitiesOf` and `frozen` need, once per page or per moved row. */
  reads?(tx: Tx, rows: readonly RowOf<R>[]): Promise<K>;
  /** Whether the caller sees the classified fields of this enterprise's rows without masks. */
  seesPlain?(scope: Scope, enterpriseId: string | null): boolean;
  /** Why a row is read-only now, or null. A read-only row offers no actions, and a change fails with this text. */
  frozen?(row: RowOf<R>, scope: Scope, known: K): string | null;
  abilitiesOf?(row: RowOf<R>, scope: Scope, known: K, isFrozen: boolean): readonly string[];
  mayChange?(verb: 'update' | 'remove', row: RowOf<R>, scope: Scope, known: K): boolean;
  mayMove?(move: string, row: RowOf<R>, scope: Scope, known: K): boolean;
  /**
   * Returns why a change, removal or move must be refused although the rights allow it; pages then do not offer it.
   * Null allows it.
   */
  refusalOf?(act: string, row: RowOf<R>, scope: Scope, known: K): string | null;
  compute?(tx: Tx, rows: readonly RowOf<R>[]): Promise<ReadonlyMap<string, Partial<Row<R>>>>;
}

export const holds = ({ permits }: Scope, permit: string): boolean => (permits as ReadonlySet<string>).has(permit);

export function createPresenter<R, K = unknown>(
  resource: AnyResource,
  table: Table<R>,
  { vault }: Pick<Kit, 'vault'>,
  references: Pick<ReturnType<typeof createReferences>, 'resolve'>,
  hooks: PresentHooks<R, K>,
) {
  const hasEncrypted = table.columns.some(({ spec }) => spec.encrypted);
  const shown = table.columns.filter(({ spec }) => !spec.inputOnly);

  const frozenBy = (
    row: RowOf<R>,
    { isClosed }: Pick<Resolved, 'isClosed'>,
    scope: Scope,
    hookData: K,
  ): string | null =>
    isClosed(row) ? `已注销企业的${resource.label}不能修改` : (hooks.frozen?.(row, scope, hookData) ?? null);
  // Without the hook the value is undefined, and no other hook reads it.
  const readsFor = async (tx: Tx, rows: readonly RowOf<R>[]): Promise<K> => (await hooks.reads?.(tx, rows)) as K;

  const moves = Object.entries(resource.states?.moves ?? {});
  const state = table.byKey.get(resource.states?.field ?? '');
  const movesOpen = (row: RowOf<R>, scope: Scope, hookData: K): string[] =>
    moves.flatMap(([name, { from, permit }]) =>
      state &&
      from.includes(String(valueOf(row, state))) &&
      holds(scope, `${resource.permits}:${permit ?? 'edit'}`) &&
      hooks.mayMove?.(name, row, scope, hookData) !== false &&
      (hooks.refusalOf?.(name, row, scope, hookData) ?? null) === null
        ? [name]
        : [],
    );

  async function present(tx: Tx, rows: readonly RowOf<R>[]): Promise<Row<R>[]> {
    const { scope } = tx;
    const seesPlain = (row: StoredRow) => hooks.seesPlain?.(scope, enterpriseOf(table, row)) === true;
    const opened = hasEncrypted && rows.some(seesPlain) ? await vault.of(tx) : null;
    const resolved = await references.resolve(tx, rows);
    const computed = await hooks.compute?.(tx, rows);
    const hookData = await readsFor(tx, rows);
    const usual = [
      ...(holds(scope, `${resource.permits}:edit`) ? (['update'] as const) : []),
      ...(holds(scope, `${resource.permits}:del`) ? (['remove'] as const) : []),
    ];
    const changesOpen = (row: RowOf<R>) =>
      usual.filter(
        (verb) =>
          hooks.mayChange?.(verb, row, scope, hookData) !== false &&
          (hooks.refusalOf?.(verb, row, scope, hookData) ?? null) === null,
      );
    const steps = shown.map((column) => ({ ...column, whole: column, nameOf: resolved.names.get(column.key) }));
    const one = (row: RowOf<R>): Values => {
      const isPlain = opened !== null && seesPlain(row);
      const isFrozen = frozenBy(row, resolved, scope, hookData) !== null;
      const view: Values = {
        id: row.id,
        version: row.version,
        abilities: [
          ...(isFrozen ? [] : changesOpen(row)),
          ...(hooks.abilitiesOf?.(row, scope, hookData, isFrozen) ?? []),
          ...(isFrozen ? [] : movesOpen(row, scope, hookData)),
        ],
      };
      for (const { key, spec, nameKey, nameOf, whole } of steps) {
        const value = valueOf(row, whole);
        if (value === null || !spec.encrypted) view[key] = value;
        // Always masks a citizen ID. A user who needs the whole one reveals it by an audited call.
        else
          view[key] = isPlain && spec.kind !== 'idNumber' ? decrypt(opened, table, whole, row) : maskOf(String(value));
        if (nameKey !== null) view[nameKey] = value === null ? null : (nameOf?.(String(value)) ?? null);
      }
      view['createdAt'] = row.createdAt;
      view['updatedAt'] = row.updatedAt;
      return computed ? { ...view, ...computed.get(row.id) } : view;
    };
    // The cast is safe: the row has every declared field, and its type is inferred from the same declaration.
    return rows.map(one) as Row<R>[];
  }

  return { present, frozenBy, readsFor };
}
