// What is plain about a business noun, declared once: `resource` makes its codecs, `Row`, `Input` and the others its types.
import * as z from 'zod/mini';
import { id, instant } from '../domain/fields.ts';
import type { Field, Fields, FieldSpec, Traits } from './field.ts';
import { checkStates, type Moves, type States } from './machine.ts';

/** Filters that are no field, by name. */
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

/** Classes of tables that resources stand in; the words of the tables' comments (decision 0004). */
export type TableClass = 'enterprise' | 'tenant' | 'shared' | 'brand';

/** What a module writes down about a resource. */
export interface Declaration<F extends Fields, A extends string, X extends Filters, M extends Moves> {
  /** What people call one: 场站. */
  readonly label: string;
  /** Measure word of its count: 个, 家, 条. */
  readonly counter?: string;
  /** Field that names a row. */
  readonly title: keyof F & string;
  /** Field that tells rows of one name apart. */
  readonly subtitle?: keyof F & string;
  readonly class: TableClass;
  /** Beginning of its permits: bus:station. */
  readonly permits: string;
  /** Order of the list where none is asked for: a sortable field, with `-` from the last to the first. */
  readonly order?: string;
  /** What may be done with a row beside changing and removing it. */
  readonly abilities?: readonly A[];
  /** Whether a removed row stays in the table, marked, or goes. */
  readonly removal?: 'soft' | 'hard';
  /** Table, where it is not the name in snake case. */
  readonly table?: string;
  readonly fields: F;
  readonly filters?: X;
  /** What people call those filters: said above a list that one of them narrows. */
  readonly filterLabels?: { readonly [K in keyof X]: string };
  /** Its states, held by one of the fields, and the moves between them. */
  readonly states?: States<M>;
  /** Fields that say together which row an imported one is; the first unique field where left out. */
  readonly importKey?: readonly (keyof F & string)[];
}

/** A declared resource with its codecs. */
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
  /** Fields that the list may be ordered by. */
  readonly sortable: readonly SortOf<F>[];
  /** A row as it is answered. */
  readonly row: z.ZodMiniType<RowOf<F, A | (keyof M & string)>>;
  /** A new row. */
  readonly input: z.ZodMiniType<InputOf<F>>;
  /** Changes: what is absent stays, null clears. */
  readonly patch: z.ZodMiniType<PatchOf<F>>;
}

type FieldsOf<R> = R extends { fields: infer F extends Fields } ? F : never;
type AbilitiesOf<R> = R extends { abilities: readonly (infer A extends string)[] } ? A : never;
type FiltersOf<R> = R extends { filters: infer X extends Filters } ? X : {};
type MoveNames<R> = R extends { states: States<infer M extends Moves> | undefined } ? keyof M & string : never;
/** A row as people see it. */
export type Row<R> = RowOf<FieldsOf<R>, AbilitiesOf<R> | MoveNames<R>>;
/** A row as the server's rules read it: every field that has a column; encrypted ones masked. */
export type Stored<R> = StoredOf<FieldsOf<R>>;
/** What a new row is made of. */
export type Input<R> = InputOf<FieldsOf<R>>;
/** Changes to a row. */
export type Patch<R> = PatchOf<FieldsOf<R>>;
/** What a list is narrowed by. */
export type Filter<R> = FilterOf<FieldsOf<R>, FiltersOf<R>>;
/** What a list is ordered by. */
export type Sort<R> = SortOf<FieldsOf<R>>;

/** Words of a key joined by underscores: managerPhone → manager_phone. */
export const snakeCase = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** Key of the name beside a value: enterpriseId → enterpriseName. */
export const nameKey = (key: string): string => `${key.replace(/(Id|Code)$/, '')}Name`;
const namedKinds: ReadonlySet<string> = new Set(['ref', 'person', 'region', 'industry']);
/** Whether a name stands beside the value in a row. */
export const hasName = ({ kind }: Pick<FieldSpec, 'kind'>): boolean => namedKinds.has(kind);
/** Whether nobody types it. */
export const isDerived = ({ kept, computed }: FieldSpec): boolean => kept === true || computed === true;
/** Whether a row always has a value of it. */
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

/** Declares a resource: everything plain about it follows (docs/ARCHITECTURE.md). */
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
  // Fields that are typed once stand behind those that may change, in the documents of today's calls too.
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
  // The shapes are made from the same fields that the types are inferred from; TypeScript cannot follow `fromEntries`.
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
