import type { Page, PageInput, Sort } from '@anlan/contract/domain/paging';
import type { Field, FieldSpec, StoredFile } from '@anlan/contract/kit/field';
import type { HistoryRow, Move, Moves } from '@anlan/contract/kit/state-machine';
import type { Filter, Row } from '@anlan/contract/kit/resource';
import { hasName, isDerived, nameKey } from '@anlan/contract/kit/resource';
import type { Permit } from '@anlan/contract/permits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type CallOptions, type Calls } from '#lib/api.ts';
import { download } from '#lib/download.ts';
import type { ImportCalls } from '#widgets/import/import-wizard.tsx';
import { usePerson } from '#lib/current-user.ts';
import type { QuerySchema } from '#ui/list/query.ts';

export interface AnyResource {
  readonly name: string;
  readonly label: string;
  readonly counter: string;
  readonly title: string;
  readonly subtitle: string | undefined;
  readonly permits: string;
  /** Sort order of the rows. Absent for a listing, whose rows keep the order of the response. */
  readonly order: string | undefined;
  readonly fields: Readonly<Record<string, Field>>;
  readonly filterLabels: Readonly<Record<string, string | undefined>>;
  readonly sortable: readonly string[];
  readonly importKey: readonly string[] | undefined;
  readonly states: { readonly field: string; readonly moves: Moves } | undefined;
  /** Only for a listing, whose rows come from a call of another shape. */
  readonly page?: Calls[string];
  readonly search?: { readonly name: string; readonly placeholder: string } | undefined;
  readonly exportColumns?: readonly string[] | undefined;
  readonly filterFields?: AnyResource['fields'];
  readonly reveals?: { readonly as: string; readonly fields: readonly string[] } | undefined;
}
/** `act`: the word for an entry that is no move; its changes are then listed below it. */
export type HistoryEntry = HistoryRow & { readonly act?: string };
export type FieldKey<R extends AnyResource> = keyof R['fields'] & string;
export type MoveKey<R extends AnyResource> = keyof NonNullable<R['states']>['moves'] & string;
export type FilterKey<R extends AnyResource> = {
  [K in FieldKey<R>]: K extends keyof Filter<R> ? K : `${K}From` extends keyof Filter<R> ? K : never;
}[FieldKey<R>];
export interface AnyRow {
  readonly id: string;
  readonly version: number;
  readonly abilities: readonly string[];
  readonly [key: string]: unknown;
}
export type AnyFilter = Record<string, unknown>;
export type Values = Readonly<Record<string, unknown>>;

/**
 * The calls of a resource. The page does not offer an action whose call is missing. `_zod` is used because the type of
 * the schema itself is invariant.
 */
export type CallsOf<R extends AnyResource> = {
  readonly page: Calls[string] & {
    readonly input: { readonly _zod: { readonly output: PageInput<Filter<R>, never> | PageInput<Filter<R>> } };
    readonly answer: { readonly schema: { readonly _zod: { readonly output: Page<Row<R>> } } };
  };
} & { readonly [K in 'get' | 'create' | 'update' | 'remove' | 'export' | 'history' | ImportVerb]?: Calls[string] };

type ImportVerb = 'importTemplate' | 'import' | 'importConfirm' | 'importErrors';
export type Left = Pick<AnyRow, 'id' | 'version'>;
type Verb = 'page' | 'get' | 'create' | 'update' | 'remove' | 'export' | 'history' | ImportVerb;
type Ask = <A>(input: object, options?: CallOptions) => Promise<A>;

export type Bound = ReturnType<typeof bind>;
export type ListInput = PageInput<AnyFilter, string>;

export interface Reading<T = AnyRow> {
  key?: readonly [string, ...string[]];
  /** Sets fields that the rows of the call lack or name differently. */
  row?: (wire: T) => Partial<AnyRow>;
  /** Filter that the list always has, and that no address changes. */
  filter?: AnyFilter;
  pollMs?: number;
  /** Rows of a page; default 20. */
  pageSize?: number;
  /** Order of the list; default: the order of the resource. */
  order?: readonly Sort<string>[];
}

const sortOf = ({ order }: AnyResource) =>
  order === undefined ? [] : [{ by: order.replace(/^-/, ''), desc: order.startsWith('-') }];

/** Binds a resource to its calls. From here on every row is `AnyRow`; only the code of a module knows the row type. */
export function bind(of: AnyResource, calls: Calls, reading: Reading = {}) {
  const { key = [of.name], row, filter: always, pollMs, pageSize = 20, order = sortOf(of) } = reading;
  const client = api(calls) as Readonly<Record<string, Ask>>;
  const ask = (verb: string): Ask => {
    const made = client[verb];
    if (made === undefined) throw new Error(`${of.name} has no call ${verb}`);
    return made;
  };
  // Rows of a listing may have no abilities: then the permits of the calls decide.
  const complete = (wire: AnyRow): AnyRow => {
    if (!of.page) return wire;
    const lacking: Partial<AnyRow> = { version: 0, abilities: permittedWrites(calls) };
    return { ...lacking, ...wire, ...row?.(wire) };
  };
  const narrow = (input: ListInput): ListInput =>
    always ? { ...input, filter: { ...input.filter, ...always } } : input;
  const rowsOf = async (input: ListInput, signal: AbortSignal) => {
    const page = await ask('page')<Page<AnyRow>>(input, { signal, quiet: true });
    return { ...page, rows: page.rows.map(complete) };
  };
  const read = async (id: string, options: CallOptions) => complete(await ask('get')<AnyRow>({ id }, options));
  return {
    of,
    key,
    pageSize,
    order,
    query: calls['page']?.input as QuerySchema<AnyFilter, string>,
    has: (verb: Verb | (string & {})) => calls[verb] !== undefined,
    /** Query of one list page. The old rows stay visible until the next page arrives. */
    page: (input: ListInput) =>
      queryOptions({
        queryKey: [...key, 'page', narrow(input)],
        queryFn: ({ signal }) => rowsOf(narrow(input), signal),
        placeholderData: keepPreviousData,
        refetchInterval: pollMs ?? false,
      }),
    count: (filter: AnyFilter) =>
      queryOptions({
        queryKey: [...key, 'count', { ...filter, ...always }],
        queryFn: ({ signal }) => rowsOf(narrow({ page: 1, size: 1, sort: [], filter }), signal),
        select: ({ total }) => total,
      }),
    one: (id: string) =>
      queryOptions({
        queryKey: [...key, 'one', id],
        queryFn: ({ signal }) => read(id, { signal, quiet: true }),
      }),
    read: (id: string) => read(id, { quiet: true }),
    records: async (filter: AnyFilter, size: number) =>
      (await ask('page')<Page<AnyRow>>(narrow({ page: 1, size, sort: [], filter }), { quiet: true })).rows.map(
        complete,
      ),
    create: (values: Values) => ask('create')<Pick<AnyRow, 'id'>>(values, { quiet: true }),
    update: (row: Left, changes: Values, quiet: boolean) =>
      ask('update')<Left>({ ...changes, id: row.id, version: row.version }, { quiet }),
    remove: ({ id, version }: AnyRow) => ask('remove')<unknown>({ id, version }),
    /** Takes back a removal. */
    restore: (id: string) => ask('restore')<unknown>({ id }, { quiet: true }),
    /** `quiet`: the form shows the error itself, so no global message appears. */
    move: (name: string, { id, version }: Left, input: Values, quiet: boolean) => {
      const { call, input: fixed } = of.states?.moves[name]?.by ?? { call: name };
      return ask(call)<Left>({ ...input, ...fixed, id, version }, { quiet });
    },
    history: (id: string) =>
      queryOptions({
        queryKey: [...key, 'history', id],
        queryFn: ({ signal }) => ask('history')<HistoryEntry[]>({ id }, { signal, quiet: true }),
      }),
    importing: importingOf(calls, ask),
    export: async (input: ListInput) => {
      if (calls['export']) await download(calls['export'], narrow(input));
    },
  };
}

const permittedWrites = (calls: Calls): string[] => {
  const permits: readonly string[] = usePerson.getState().info?.permissions ?? [];
  return Object.entries(calls).flatMap(([verb, call]) =>
    call?.effect === 'write' && permits.includes(call.permit) ? [verb] : [],
  );
};

function importingOf(calls: Calls, ask: (verb: Verb) => Ask): ImportCalls | null {
  const { importTemplate, importErrors } = calls;
  if (!importTemplate || !importErrors) return null;
  return {
    template: () => download(importTemplate, {}),
    upload: (file, options) => ask('import')<{ jobId: string }>({ file }, { ...options, quiet: true }),
    confirm: (input) => ask('importConfirm')<{ jobId: string }>(input),
    errors: (id) => download(importErrors, { id }),
  };
}

export const bindResource = <R extends AnyResource>(of: R, calls: CallsOf<R>, reading?: Reading<Row<R>>): Bound =>
  bind(of, calls as never, reading as Reading | undefined);

export const movesOf = ({ states }: AnyResource, { abilities }: Pick<AnyRow, 'abilities'>): [string, Move][] =>
  Object.entries(states?.moves ?? {}).filter(([name]) => abilities.includes(name));

/**
 * Whether the user has the permit for this action. The cast is safe: a test checks that the contract lists the permits
 * of all resources.
 */
export const useMay = ({ of }: Bound, verb: 'add' | 'export' | 'import'): boolean =>
  usePerson((held) => held.info?.permissions.includes(`${of.permits}:${verb}` as Permit) ?? false);

export const useMayMove = ({ of: { permits, states } }: Bound, names?: readonly string[]): boolean =>
  usePerson(({ info }) =>
    Object.entries(states?.moves ?? {}).some(
      ([name, { permit = 'edit' }]) =>
        (names?.includes(name) ?? true) && info?.permissions.includes(`${permits}:${permit}` as Permit),
    ),
  );

export const fieldsOf = (of: AnyResource): [string, FieldSpec][] =>
  Object.entries(of.fields).map(([key, { spec }]) => [key, spec]);
/** The fields by which a list filters. Filter fields of a listing precede its fields of the same name. */
export const filterFieldsOf = ({ fields, filterFields }: AnyResource): [string, FieldSpec][] =>
  Object.entries({ ...fields, ...filterFields }).flatMap(([key, { spec }]) => (spec.filter ? [[key, spec]] : []));
/** Returns the declaration of a field. Throws when the resource has no such field. */
export function specOf(of: AnyResource, key: string): FieldSpec {
  const spec = of.fields[key]?.spec;
  if (spec === undefined) throw new Error(`${of.name} has no field ${key}`);
  return spec;
}
export const typedFields = (of: AnyResource): [string, FieldSpec][] =>
  fieldsOf(of).filter(([, spec]) => !isDerived(spec));
/** The name of the field with the enterprise that owns a row. Users of one enterprise neither see nor select it. */
export const ownerOf = (of: AnyResource): string | undefined => fieldsOf(of).find(([, { own }]) => own)?.[0];
export const titleOf = (of: AnyResource, row: AnyRow): string => textOf(row[of.title]);
export const shortLabel = ({ short, label }: FieldSpec): string => short ?? label;

export const optionsOf = ({ values = [], words = {} }: FieldSpec) =>
  values.map((value) => ({ value, label: words[value] ?? value }));
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const isFile = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;
export const filesIn = (value: unknown): StoredFile[] => (Array.isArray(value) ? value.filter(isFile) : []);
export const namedText = (row: AnyRow, key: string, spec: FieldSpec): string =>
  (hasName(spec) ? textOf(row[nameKey(key)]) : '') || textOf(row[key]);
