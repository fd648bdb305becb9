import { isStructured } from '@anlan/contract/kit/field-kind';
import type { FieldSpec } from '@anlan/contract/kit/field';
import { hasName, isNeverNull, nameKey, snakeCase, type Resource, type Stored } from '@anlan/contract/kit/resource';

/** A field with the column that holds it. */
export interface Column {
  readonly key: string;
  readonly column: string;
  readonly spec: FieldSpec;
  /** Key of the name beside the value, or null where a row carries none. */
  readonly nameKey: string | null;
}

/** The table of a resource `R`, as statements are made from it. */
export interface Table<R = unknown> {
  /** Carries the type alone; never there. */
  readonly resource?: R;
  readonly name: string;
  readonly label: string;
  /** Whether rows belong to enterprises, by the column enterprise_id. */
  readonly ofEnterprise: boolean;
  /** Whether removed rows stay, marked by removed_at. */
  readonly keepsRemoved: boolean;
  /** Fields that have a column, in the order of the declaration. */
  readonly columns: readonly Column[];
  readonly byKey: ReadonlyMap<string, Column>;
  readonly sortable: ReadonlyMap<string, { readonly column: string; readonly nullable: boolean }>;
  /** Columns that the keyword is looked up in. */
  readonly prefix: Column | undefined;
  readonly contains: Column | undefined;
  readonly order: { readonly by: string; readonly desc: boolean };
  /** Column that names a row in the audit. */
  readonly title: string;
}

// Holds the columns of a row beside its fields: what encrypted fields and the kit's own statements need.
const columns = Symbol('columns');
/** A row of any resource. */
export interface StoredRow {
  readonly id: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly createdBy: string | null;
  readonly updatedAt: Date;
  readonly updatedBy: string | null;
  readonly [columns]: Readonly<Record<string, unknown>>;
}
/** A row of one resource: its fields by key, typed by the declaration. */
export type RowOf<R> = unknown extends R ? StoredRow : StoredRow & Readonly<Stored<R>>;

/** Any declared resource. */
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

/** The table behind a declaration. */
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

/** The columns of a row, as the database answered them. */
export const columnsOf = (row: StoredRow): Readonly<Record<string, unknown>> => row[columns];
/** The value of a field, or null. */
export const valueOf = (row: StoredRow, { key }: Pick<Column, 'key'>): unknown => Reflect.get(row, key) ?? null;
/** The enterprise that a row belongs to, or null. */
export const enterpriseOf = (table: Table, row: StoredRow): string | null => {
  const id = table.ofEnterprise ? columnsOf(row)['enterprise_id'] : null;
  return typeof id === 'string' ? id : null;
};
/** What a row is called. */
export const titleOf = (table: Table, row: StoredRow): string => String(columnsOf(row)[table.title]);

const numbers: ReadonlySet<string> = new Set(['decimal', 'money', 'integer']);
/** A column's value as the program has it: exact numbers come out of the database as text. */
const fromColumn = ({ spec }: Column, value: unknown): unknown =>
  value === null || value === undefined ? null : numbers.has(spec.kind) ? Number(value) : value;
/** A row by the keys of its fields, from the columns that the database answered. */
export function rowFrom<R>(table: Table<R>, answered: Readonly<Record<string, unknown>>): RowOf<R> {
  const row: Record<string | symbol, unknown> = {
    id: answered['id'],
    version: answered['version'],
    [columns]: answered,
  };
  for (const key of ['createdAt', 'createdBy', 'updatedAt', 'updatedBy']) row[key] = answered[snakeCase(key)] ?? null;
  for (const column of table.columns) row[column.key] = fromColumn(column, answered[column.column]);
  // The fields are those of the declaration that `R` is inferred from.
  return row as RowOf<R>;
}
/** A value as its column takes it. */
export const toColumn = ({ spec }: Column, value: unknown): unknown =>
  value !== null && (spec.kind === 'files' || isStructured(spec.kind)) ? JSON.stringify(value) : value;
