// Declares a plain business resource once. `resource` creates its codecs; `Row`, `Input` and other types are derived
// from it.
import * as z from 'zod/mini';
import { id, instant } from '../domain/fields.ts';
import type { Field, Fields, FieldSpec, Traits } from './field.ts';
import type { PageInput } from '../domain/paging.ts';
import type { CallFilter, CallPage, CallRow, PageCall } from './page-call.ts';
import { checkStates, type Moves, type States } from './state-machine.ts';

/** Schemas of additional filters that are not fields, by name. */
export type Filters = Readonly<Record<string, z.ZodMiniType>>;

type Flat<T> = { [K in keyof T]: T[K] } & {};
type TraitsOf<F> = F extends Field<infer T> ? T : never;
type KeysWith<F extends Fields, C extends Partial<Traits>> = {
  [K in keyof F]: TraitsOf<F[K]> extends C ? K : never;
}[keyof F] &
  string;
type TypedKeys<F extends Fields> = Exclude<keyof F & string, KeysWith<F, { derived: true }>>;
type NameOf<K> = K extends `${infer S}Id` | `${infer S}Code` ? `${S}Name` : `${K & string}Name`;
type ValueOf<F> = TraitsOf<F>['value'];
type OrNull<F> = TraitsOf<F>['notNull'] extends true ? ValueOf<F> : ValueOf<F> | null;
type ItemOf<V> = V extends readonly (infer E)[] ? E : V;

type RowOf<F extends Fields, A extends string> = Flat<
  { id: string; version: number; abilities: ('update' | 'remove' | A)[] } & {
    [K in Exclude<keyof F & string, KeysWith<F, { inputOnly: true }>>]: OrNull<F[K]>;
  } & { [K in KeysWith<F, { hasName: true }> as NameOf<K>]: string | null } & { createdAt: Date; updatedAt: Date }
>;
type InputOf<F extends Fields> = Flat<
  { [K in TypedKeys<F> & KeysWith<F, { requiredInput: true }>]: ValueOf<F[K]> } & {
    [K in Exclude<TypedKeys<F>, KeysWith<F, { requiredInput: true }>>]?: OrNull<F[K]> | undefined;
  }
>;
type PatchOf<F extends Fields> = Flat<
  { id: string; version: number } & {
    [K in Exclude<TypedKeys<F>, KeysWith<F, { immutable: true }>>]?: OrNull<F[K]> | undefined;
  }
>;
type FilterOf<F extends Fields, X extends Filters> = Flat<
  { keyword?: string | undefined } & { [K in keyof X & string]?: z.output<X[K]> | undefined } & {
    [K in KeysWith<F, { filter: 'one' }>]?: ValueOf<F[K]> | undefined;
  } & { [K in KeysWith<F, { filter: 'many' | 'below' }>]?: ItemOf<ValueOf<F[K]>>[] | undefined } & {
    [K in KeysWith<F, { filter: 'range' }> as `${K}From` | `${K}To`]?: ValueOf<F[K]> | undefined;
  }
>;
type FieldFilterOf<F extends Fields> = Omit<FilterOf<F, {}>, 'keyword'>;
export type FilterShape<F extends Fields> = {
  [K in keyof FieldFilterOf<F>]-?: z.ZodMiniOptional<z.ZodMiniType<NonNullable<FieldFilterOf<F>[K]>>>;
};
type StoredOf<F extends Fields> = Flat<
  {
    id: string;
    version: number;
    createdAt: Date;
    createdBy: string | null;
    updatedAt: Date;
    updatedBy: string | null;
  } & {
    [K in Exclude<keyof F & string, KeysWith<F, { computed: true }> | KeysWith<F, { inputOnly: true }>>]: OrNull<F[K]>;
  }
>;
type SortOf<F extends Fields> = KeysWith<F, { sortable: true }> | 'updatedAt';

/** Data class of a table, as in the comment of the table (decision 0004). */
export type TableClass = 'enterprise' | 'tenant' | 'shared' | 'brand';

export interface Declaration<F extends Fields, A extends string, X extends Filters, M extends Moves> {
  readonly label: string;
  /** Chinese measure word for counts of rows: 个, 家, 条. */
  readonly counter?: string;
  readonly title: keyof F & string;
  /** Field that distinguishes rows with the same title. */
  readonly subtitle?: keyof F & string;
  readonly class: TableClass;
  /** Prefix of the permits: bus:station. */
  readonly permits: string;
  /** Default sort: a sortable field, with `-` for descending order. */
  readonly order?: string;
  /** Additional actions on a row; edit and remove always exist. */
  readonly abilities?: readonly A[];
  /** `soft`: a removed row is only marked and stays in the table. `hard`: it is deleted. */
  readonly removal?: 'soft' | 'hard';
  readonly table?: string;
  readonly fields: F;
  readonly filters?: X;
  /** Labels of the extra filters, shown above a filtered list. */
  readonly filterLabels?: { readonly [K in keyof X]: string };
  readonly states?: States<M>;
  /** Fields that identify an imported row; default: the first unique field. */
  readonly importKey?: readonly (keyof F & string)[];
}

export interface Resource<
  N extends string = string,
  F extends Fields = Fields,
  A extends string = string,
  X extends Filters = Filters,
  M extends Moves = Moves,
> {
  readonly name: N;
  readonly label: string;
  readonly counter: string;
  readonly title: keyof F & string;
  readonly subtitle: (keyof F & string) | undefined;
  readonly class: TableClass;
  readonly permits: string;
  readonly order: string;
  readonly abilities: readonly A[];
  readonly removal: 'soft' | 'hard';
  readonly table: string;
  readonly fields: F;
  readonly filters: X;
  readonly filterLabels: { readonly [K in keyof X]?: string };
  readonly states: States<M> | undefined;
  readonly importKey: readonly (keyof F & string)[] | undefined;
  readonly sortable: readonly SortOf<F>[];
  readonly row: z.ZodMiniType<RowOf<F, A | (keyof M & string)>>;
  readonly input: z.ZodMiniType<InputOf<F>>;
  /** Input of a change. Absent fields stay unchanged; null clears a field. */
  readonly patch: z.ZodMiniType<PatchOf<F>>;
}

type FieldsOf<R> = R extends { fields: infer F extends Fields } ? F : never;
type AbilitiesOf<R> = R extends { abilities: readonly (infer A extends string)[] } ? A : never;
type FiltersOf<R> = R extends { filters: infer X extends Filters } ? X : {};
type MoveNames<R> = R extends { states: States<infer M extends Moves> | undefined } ? keyof M & string : never;
export type Row<R> = R extends { page: infer C extends PageCall }
  ? CallRow<C>
  : RowOf<FieldsOf<R>, AbilitiesOf<R> | MoveNames<R>>;
/** A row for server rules: all fields with a column; encrypted fields are masked. */
export type Stored<R> = StoredOf<FieldsOf<R>>;
export type Input<R> = InputOf<FieldsOf<R>>;
export type Patch<R> = PatchOf<FieldsOf<R>>;
export type Filter<R> = R extends { page: infer C extends PageCall }
  ? CallFilter<C>
  : FilterOf<FieldsOf<R>, FiltersOf<R>>;
export type Sort<R> = SortOf<FieldsOf<R>>;
/** Filter, sort order and page that a list reads. */
export type Asked<R> = R extends { page: infer C extends PageCall } ? CallPage<C> : PageInput<Filter<R>, Sort<R>>;

export const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Key of the name that belongs to an id or code: enterpriseId → enterpriseName. */
export const nameKey = (key: string): string => `${key.replace(/(Id|Code)$/, '')}Name`;
const namedKinds: ReadonlySet<string> = new Set(['ref', 'person', 'region', 'industry']);
export const hasName = ({ kind }: Pick<FieldSpec, 'kind'>): boolean => namedKinds.has(kind);
export const isDerived = ({ serverSet: kept, computed }: FieldSpec): boolean => kept === true || computed === true;
export const isNeverNull = ({ required, own, default: value }: FieldSpec): boolean =>
  required === true || own === true || value !== undefined;

const nullable = (schema: z.ZodMiniType, spec: FieldSpec) => (isNeverNull(spec) ? schema : z.nullable(schema));

function rowShape(entries: readonly (readonly [string, Field])[]) {
  return Object.fromEntries(
    entries
      .filter(([, { spec }]) => !spec.inputOnly)
      .flatMap(([key, { schemas, spec }]) => [
        [key, nullable(schemas.output, spec)] as const,
        ...(hasName(spec) ? [[nameKey(key), z.nullable(z.string())] as const] : []),
      ]),
  );
}

function inputShape(entries: readonly (readonly [string, Field])[]) {
  return Object.fromEntries(
    entries.map(([key, { schemas, spec }]) => [
      key,
      spec.required ? schemas.input : z.optional(nullable(schemas.input, spec)),
    ]),
  );
}

type InputSchema<T extends Traits> = T['requiredInput'] extends true
  ? z.ZodMiniType<T['value']>
  : z.ZodMiniOptional<
      T['notNull'] extends true ? z.ZodMiniType<T['value']> : z.ZodMiniNullable<z.ZodMiniType<T['value']>>
    >;
export type InputShape<F extends Fields> = { [K in TypedKeys<F>]: InputSchema<TraitsOf<F[K]>> };
/** The schemas of all fields that an input may set, required ones first, for a call that is not made by the kit. */
export function inputShapeOf<F extends Fields>(fields: F): InputShape<F> {
  const typed = Object.entries<Field>(fields).filter(([, { spec }]) => !isDerived(spec));
  const inOrder = typed.toSorted(([, one], [, other]) => Number(isRequired(other)) - Number(isRequired(one)));
  // The types are inferred from the same fields, but TypeScript cannot infer them from `fromEntries`.
  return inputShape(inOrder) as unknown as InputShape<F>;
}
const isRequired = ({ spec }: Field): boolean => spec.required === true;

/** Creates all standard parts of a resource from its declaration (docs/ARCHITECTURE.md). */
export function resource<
  const N extends string,
  F extends Fields,
  const A extends string = never,
  X extends Filters = {},
  M extends Moves = {},
>(name: N, declared: Declaration<F, A, X, M>): Resource<N, F, A, X, M> {
  if (declared.states) checkStates(name, declared.states, declared.fields);
  const entries = Object.entries<Field>(declared.fields);
  for (const [key, { spec }] of entries)
    if (spec.when && declared.fields[spec.when.field] === undefined)
      throw new Error(`${name}.${key} depends on ${spec.when.field}, which is no field of it`);
  const typed = entries.filter(([, { spec }]) => !isDerived(spec));
  const changeable = typed.filter(([, { spec }]) => !spec.immutable);
  // Rows list immutable fields after changeable ones, as the existing API documents do.
  const inOrder = [...changeable, ...typed.filter(([, { spec }]) => spec.immutable)];
  const row = z.object({
    id,
    version: z.int(),
    abilities: z.array(
      z.enum(['update', 'remove', ...(declared.abilities ?? []), ...Object.keys(declared.states?.moves ?? {})]),
    ),
    ...rowShape(entries),
    createdAt: instant,
    updatedAt: instant,
  });
  const input = z.object(inputShape(inOrder));
  const patch = z.object({
    ...Object.fromEntries(
      changeable.map(([key, { schemas, spec }]) => [key, z.optional(nullable(schemas.input, spec))]),
    ),
    id,
    version: z.int(),
  });
  const sortable = entries.filter(([, { spec }]) => spec.sortable).map(([key]) => key);
  // The types are inferred from the same fields, but TypeScript cannot infer them from `fromEntries`.
  return {
    counter: '条',
    subtitle: undefined,
    order: '-updatedAt',
    abilities: [],
    removal: 'soft',
    table: snakeCase(name),
    filters: {},
    filterLabels: {},
    states: undefined,
    importKey: undefined,
    ...declared,
    name,
    sortable: [...sortable, 'updatedAt'],
    row,
    input,
    patch,
  } as unknown as Resource<N, F, A, X, M>;
}
