import { isStructured } from '@anlan/contract/kit/field-kind';
import type { FieldSpec } from '@anlan/contract/kit/field';
import { hasName, isNeverNull, nameKey, snakeCase, type Resource, type Stored } from '@anlan/contract/kit/resource';

export interface Column {
  readonly key: string;
  readonly column: string;
  readonly spec: FieldSpec;
  /** Key of the display name that belongs to the value; null when the field has no display name. */
  readonly nameKey: string | null;
}

export interface Table<R = unknown> {
  readonly resource?: R;
  readonly name: string;
  readonly label: string;
  /** Whether rows belong to enterprises (column enterprise_id). */
  readonly ofEnterprise: boolean;
  /** Whether removed rows remain in the table, marked by removed_at. */
  readonly keepsRemoved: boolean;
  readonly columns: readonly Column[];
  readonly byKey: ReadonlyMap<string, Column>;
  readonly sortable: ReadonlyMap<string, { readonly column: string; readonly nullable: boolean }>;
  readonly prefix: Column | undefined;
  readonly contains: Column | undefined;
  readonly order: { readonly by: string; readonly desc: boolean };
  readonly title: string;
}

// Key under which a row holds its raw columns. Encrypted fields and the kit's own statements need them.
const columns = Symbol('columns');
export interface StoredRow {
  readonly id: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly updatedAt: Date;
  readonly updatedBy: string | null;
  readonly [columns]: Readonly<Record<string, unknown>>;
}
export type RowOf<R> = unknown extends R ? StoredRow : StoredRow & Readonly<Stored<R>>;

export type AnyResource = Pick<
  Resource,
  | 'name'
  | 'label'
  | 'counter'
  | 'title'
  | 'subtitle'
  | 'class'
  | 'permits'
  | 'order'
  | 'removal'
  | 'table'
  | 'fields'
  | 'states'
  | 'importKey'
> & { readonly sortable: readonly string[]; readonly abilities: readonly string[]; readonly filters: object };

export function tableOf<R = unknown>(resource: AnyResource): Table<R> {
  const columns = Object.entries(resource.fields)
    .filter(([, { spec }]) => !spec.computed && !spec.inputOnly)
    .map(([key, { spec }]) => ({
      key,
      column: spec.column ?? snakeCase(key),
      spec,
      nameKey: hasName(spec) ? nameKey(key) : null,
    }));
  const byKey = new Map(columns.map((column) => [column.key, column]));
  const sortable = resource.sortable.map((key) => {
    const column = byKey.get(key);
    return [
      key,
      { column: column?.column ?? snakeCase(key), nullable: column ? !isNeverNull(column.spec) : false },
    ] as const;
  });
  return {
    name: resource.table,
    label: resource.label,
    ofEnterprise: resource.class === 'enterprise',
    keepsRemoved: resource.removal === 'soft',
    columns,
    byKey,
    sortable: new Map(sortable),
    prefix: columns.find(({ spec }) => spec.search?.how === 'prefix'),
    contains: columns.find(({ spec }) => spec.search?.how === 'contains'),
    order: { by: resource.order.replace(/^-/, ''), desc: resource.order.startsWith('-') },
    title: byKey.get(resource.title)?.column ?? 'id',
  };
}

export const columnsOf = (row: StoredRow): Readonly<Record<string, unknown>> => row[columns];
export const valueOf = (row: StoredRow, { key }: Pick<Column, 'key'>): unknown => Reflect.get(row, key) ?? null;
export const enterpriseOf = (table: Table, row: StoredRow): string | null => {
  const id = table.ofEnterprise ? columnsOf(row)['enterprise_id'] : null;
  return typeof id === 'string' ? id : null;
};
export const titleOf = (table: Table, row: StoredRow): string => String(columnsOf(row)[table.title]);

const numbers: ReadonlySet<string> = new Set(['decimal', 'money', 'integer']);
/** Converts a column value to a field value. The driver returns exact numbers as text. */
const fromColumn = ({ spec }: Column, value: unknown): unknown =>
  value === null || value === undefined ? null : numbers.has(spec.kind) ? Number(value) : value;
export function rowFrom<R>(table: Table<R>, answered: Readonly<Record<string, unknown>>): RowOf<R> {
  const row: Record<string | symbol, unknown> = {
    id: answered['id'],
    version: answered['version'],
    [columns]: answered,
  };
  for (const key of ['createdAt', 'createdBy', 'updatedAt', 'updatedBy']) row[key] = answered[snakeCase(key)] ?? null;
  for (const column of table.columns) row[column.key] = fromColumn(column, answered[column.column]);
  // The cast is safe: `R` is inferred from the declaration that contains these fields.
  return row as RowOf<R>;
}
export const toColumn = ({ spec }: Column, value: unknown): unknown =>
  value !== null && (spec.kind === 'files' || isStructured(spec.kind)) ? JSON.stringify(value) : value;
