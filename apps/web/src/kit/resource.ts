import type { Page, PageInput } from '@anlan/contract/domain/paging';
import type { Field, FieldSpec, StoredFile } from '@anlan/contract/kit/field';
import type { HistoryRow, Move, Moves } from '@anlan/contract/kit/machine';
import type { Filter, Row } from '@anlan/contract/kit/resource';
import { hasName, isDerived, nameKey } from '@anlan/contract/kit/resource';
import type { Permit } from '@anlan/contract/permits';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, type CallOptions, type Calls } from '#lib/api.ts';
import { download } from '#lib/download.ts';
import type { ImportCalls } from '#widgets/import/import-wizard.tsx';
import { usePerson } from '#lib/person.ts';
import type { QuerySchema } from '#ui/list/query.ts';

/** A declared resource, as far as the web needs it. */
export interface AnyResource {
  readonly name: string;
  readonly label: string;
  readonly counter: string;
  readonly title: string;
  readonly subtitle: string | undefined;
  readonly permits: string;
  readonly order: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** What people call filters that are no fields. */
  readonly filterLabels: Readonly<Record<string, string | undefined>>;
  readonly sortable: readonly string[];
  readonly importKey: readonly string[] | undefined;
  readonly states: { readonly field: string; readonly moves: Moves } | undefined;
}
/** Key of a field. */
export type FieldKey<R extends AnyResource> = keyof R['fields'] & string;
/** Name of a move. */
export type MoveKey<R extends AnyResource> = keyof NonNullable<R['states']>['moves'] & string;
/** Key of a field that the list may be narrowed by. */
export type FilterKey<R extends AnyResource> = {
  [K in FieldKey<R>]: K extends keyof Filter<R> ? K : `${K}From` extends keyof Filter<R> ? K : never;
}[FieldKey<R>];
/** A row of any resource. */
export interface AnyRow {
  readonly id: string;
  readonly version: number;
  readonly abilities: readonly string[];
  readonly [key: string]: unknown;
}
/** Filters of any list. */
export type AnyFilter = Record<string, unknown>;
/** Values of a form or of a change, by field. */
export type Values = Readonly<Record<string, unknown>>;

/** The calls of a resource; those that are not there are not offered. A schema's own type would be invariant. */
export type CallsOf<R extends AnyResource> = {
  readonly page: Calls[string] & {
    readonly input: { readonly _zod: { readonly output: PageInput<Filter<R>, never> | PageInput<Filter<R>> } };
    readonly answer: { readonly schema: { readonly _zod: { readonly output: Page<Row<R>> } } };
  };
} & { readonly [K in 'get' | 'create' | 'update' | 'remove' | 'export' | 'history' | ImportVerb]?: Calls[string] };

type ImportVerb = 'importTemplate' | 'import' | 'importConfirm' | 'importErrors';
/** What a write leaves: the row, and the version to send with the next one. */
export type Left = Pick<AnyRow, 'id' | 'version'>;
type Verb = 'page' | 'get' | 'create' | 'update' | 'remove' | 'export' | 'history' | ImportVerb;
type Ask = <A>(input: object, options?: CallOptions) => Promise<A>;

/** A resource and the client of its calls. */
export type Bound = ReturnType<typeof bind>;
/** What a list asks for. */
export type ListInput = PageInput<AnyFilter, string>;

/** Binds a resource to its calls; from here on every row is any row, and only what a module writes is typed. */
export function bind(of: AnyResource, calls: Calls) {
  const client = api(calls) as Readonly<Record<string, Ask>>;
  const ask = (verb: string): Ask => {
    const made = client[verb];
    if (made === undefined) throw new Error(`${of.name} has no call ${verb}`);
    return made;
  };
  const rowsOf = (input: ListInput, signal: AbortSignal) => ask('page')<Page<AnyRow>>(input, { signal, quiet: true });
  return {
    of,
    /** Everything that has been read of the resource begins with it. */
    key: [of.name] as const,
    /** How the list's request stands in its URL. */
    query: calls['page']?.input as QuerySchema<AnyFilter, string>,
    has: (verb: Verb | (string & {})) => calls[verb] !== undefined,
    /** A page of the list; the old rows stay while the next are on their way. */
    page: (input: ListInput) =>
      queryOptions({
        queryKey: [of.name, 'page', input],
        queryFn: ({ signal }) => rowsOf(input, signal),
        placeholderData: keepPreviousData,
      }),
    /** How many rows fit a filter. */
    count: (filter: AnyFilter) =>
      queryOptions({
        queryKey: [of.name, 'count', filter],
        queryFn: ({ signal }) => rowsOf({ page: 1, size: 1, sort: [], filter }, signal),
        select: ({ total }) => total,
      }),
    /** One row, whole. */
    one: (id: string) =>
      queryOptions({
        queryKey: [of.name, 'one', id],
        queryFn: ({ signal }) => ask('get')<AnyRow>({ id }, { signal, quiet: true }),
      }),
    /** Reads a row anew, for comparing. */
    read: (id: string) => ask('get')<AnyRow>({ id }, { quiet: true }),
    /** Enters a row or changes one; `quiet` where a form shows what fails. */
    create: (values: Values) => ask('create')<unknown>(values, { quiet: true }),
    update: (row: Left, changes: Values, quiet: boolean) =>
      ask('update')<Left>({ ...changes, id: row.id, version: row.version }, { quiet }),
    remove: ({ id, version }: AnyRow) => ask('remove')<unknown>({ id, version }),
    /** Moves a row to its next state; `quiet` where a form shows what fails. */
    move: (name: string, { id, version }: Left, asked: Values, quiet: boolean) =>
      ask(name)<Left>({ ...asked, id, version }, { quiet }),
    /** The moves that a row has made, from its beginning. */
    history: (id: string) =>
      queryOptions({
        queryKey: [of.name, 'history', id],
        queryFn: ({ signal }) => ask('history')<HistoryRow[]>({ id }, { signal, quiet: true }),
      }),
    /** The calls behind the steps of an import; null where rows are not brought in as a file. */
    importing: importingOf(calls, ask),
    /** The filtered list as a file. */
    export: async (input: ListInput) => {
      if (calls['export']) await download(calls['export'], input);
    },
  };
}

function importingOf(calls: Calls, ask: (verb: Verb) => Ask): ImportCalls | null {
  const { importTemplate, importErrors } = calls;
  if (!importTemplate || !importErrors) return null;
  return {
    template: () => download(importTemplate, {}),
    upload: (file, options) => ask('import')<{ jobId: string }>({ file }, { ...options, quiet: true }),
    confirm: ({ jobId, mode, onDuplicate }) => ask('importConfirm')<{ jobId: string }>({ jobId, mode, onDuplicate }),
    errors: (id) => download(importErrors, { id }),
  };
}

/** Binds a resource to its calls, for screens drawn by hand. */
export const bindResource = <R extends AnyResource>(of: R, calls: CallsOf<R>): Bound => bind(of, calls as never);

/** The moves that a row offers this person, in the order of the declaration. */
export const movesOf = ({ states }: AnyResource, { abilities }: Pick<AnyRow, 'abilities'>): [string, Move][] =>
  Object.entries(states?.moves ?? {}).filter(([name]) => abilities.includes(name));

/** Every resource's permits stand in the contract's list, where a test compares them. */
export const useMay = ({ of }: Bound, verb: 'add' | 'export' | 'import'): boolean =>
  usePerson((held) => held.info?.permissions.includes(`${of.permits}:${verb}` as Permit) ?? false);

/** Whether this person may make any of its moves, as far as permits say it. */
export const useMayMove = ({ of: { permits, states } }: Bound): boolean =>
  usePerson(({ info }) =>
    Object.values(states?.moves ?? {}).some(({ permit = 'edit' }) =>
      info?.permissions.includes(`${permits}:${permit}` as Permit),
    ),
  );

/** Fields in the order of the declaration. */
export const fieldsOf = (of: AnyResource): [string, FieldSpec][] =>
  Object.entries(of.fields).map(([key, { spec }]) => [key, spec]);
/** What a field is; a key that the resource does not have is a mistake of the page. */
export function specOf(of: AnyResource, key: string): FieldSpec {
  const spec = of.fields[key]?.spec;
  if (spec === undefined) throw new Error(`${of.name} has no field ${key}`);
  return spec;
}
/** Fields that a form sends. */
export const typedFields = (of: AnyResource): [string, FieldSpec][] =>
  fieldsOf(of).filter(([, spec]) => !isDerived(spec));
/** The field that says whose a row is: people of one enterprise neither see nor choose it. */
export const ownerOf = (of: AnyResource): string | undefined => fieldsOf(of).find(([, { own }]) => own)?.[0];
/** What a person calls a row. */
export const titleOf = (of: AnyResource, row: AnyRow): string => textOf(row[of.title]);
/** What lists and filters call a field. */
export const shortLabel = ({ short, label }: FieldSpec): string => short ?? label;

/** The values of a fixed list with their words. */
export const optionsOf = ({ values = [], words = {} }: FieldSpec) =>
  values.map((value) => ({ value, label: words[value] ?? value }));
/** A value as text, empty where there is none. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
const isFile = (value: unknown): value is StoredFile =>
  typeof value === 'object' && value !== null && 'id' in value && 'name' in value;
/** The stored files that a value of kind `files` holds. */
export const filesIn = (value: unknown): StoredFile[] => (Array.isArray(value) ? value.filter(isFile) : []);
/** The name that stands beside a value, or the value. */
export const namedText = (row: AnyRow, key: string, spec: FieldSpec): string =>
  (hasName(spec) ? textOf(row[nameKey(key)]) : '') || textOf(row[key]);
