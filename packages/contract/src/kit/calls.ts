// The calls that every plain resource has.
import * as z from 'zod/mini';
import { id, idVersion, several, text, whole, withId } from '../domain/fields.ts';
import type { Page, PageInput } from '../domain/paging.ts';
import { limits } from '../limits.ts';
import type { Permit } from '../permits.ts';
import { enveloped, file, get, pageOf, pageQuery, post, type Call } from '../http/dialect.ts';
import type { Field, Fields } from './field.ts';
import { importCalls } from './import-calls.ts';
import { importConfirm } from './import.ts';
import { historyRow, moveInput, type Move, type MoveInput, type Moves } from './machine.ts';
import type { Filter, Filters, Input, Patch, Resource, Row, Sort } from './resource.ts';

function fieldFilters(fields: Fields): Record<string, z.ZodMiniType> {
  const filters: Record<string, z.ZodMiniType> = {};
  for (const [key, { schemas, spec }] of Object.entries<Field>(fields)) {
    if (spec.filter === 'one') filters[key] = z.optional(schemas.filter);
    else if (spec.filter === 'range') {
      filters[`${key}From`] = z.optional(schemas.filter);
      filters[`${key}To`] = z.optional(schemas.filter);
    } else if (spec.filter) filters[key] = z.optional(several(schemas.filter as z.ZodMiniType<unknown, string>));
  }
  return filters;
}

/** What a resource's list may be narrowed by: a keyword and every declared filter. */
function filterShape({
  fields,
  filters,
}: Pick<Resource<string, Fields, string, Filters, Moves>, 'fields' | 'filters'>) {
  const own = Object.entries(filters).map(([key, schema]) => [key, z.optional(schema)] as const);
  const searched = Object.values<Field>(fields).some(({ spec }) => spec.search);
  return {
    ...(searched ? { keyword: z.optional(text(limits.search.max)) } : {}),
    ...fieldFilters(fields),
    ...Object.fromEntries(own),
  };
}

/** The query of a resource's list: page, order, keyword and every declared filter. */
export function listQuery<N extends string, F extends Fields, A extends string, X extends Filters, M extends Moves>(
  resource: Resource<N, F, A, X, M>,
) {
  type R = Resource<N, F, A, X, M>;
  // The same fields as in the type; TypeScript cannot follow `fromEntries`.
  return pageQuery(filterShape(resource), resource.sortable) as z.ZodMiniType<PageInput<Filter<R>, Sort<R>>>;
}

/** What of a filtered list is taken along as a file. */
export interface Taken {
  /** Of the filtered rows these alone. */
  rowIds?: string[] | undefined;
  /** Fields that are columns of the file, in their order; all of them where none is named. */
  columns?: string[] | undefined;
}

/** The query of a list's export: that of the list, and which of its rows and columns. */
function exportQuery<N extends string, F extends Fields, A extends string, X extends Filters, M extends Moves>(
  resource: Resource<N, F, A, X, M>,
) {
  type R = Resource<N, F, A, X, M>;
  const shape = {
    ...filterShape(resource),
    rowIds: z.optional(several(id)),
    columns: z.optional(several(z.enum(Object.keys(resource.fields)))),
  };
  return pageQuery(shape, resource.sortable) as z.ZodMiniType<PageInput<Filter<R> & Taken, Sort<R>>>;
}

/** What differs from the usual. */
export interface CrudOptions {
  /** Path of the list, where it is not the usual one below the resource's own. */
  page?: string;
  export?: string;
  /** Whether rows are brought in as a file too. */
  import?: boolean;
  /** Whether visitors of the platform may write where the tenant allows it; not where acts are those of posts. */
  impersonation?: boolean;
}

const saved = enveloped(idVersion);
type MoveCalls<M extends Moves> = {
  [K in keyof M]: ReturnType<typeof post<z.ZodMiniType<MoveInput<M[K]>>, typeof saved>>;
};

/** The calls of a resource's moves below its path. */
function moveCalls<M extends Moves>(
  { permits, states, row }: Pick<Resource, 'permits' | 'row'> & { states: { moves: M } | undefined },
  path: string,
  impersonation: boolean,
): MoveCalls<M> {
  const calls = Object.entries<Move>(states?.moves ?? {}).map(([name, move]) => {
    const permit = `${permits}:${move.permit ?? 'edit'}` as Permit;
    return [
      name,
      post(`${path}/${name}`, {
        input: moveInput(move),
        conflict: row,
        answer: saved,
        permit,
        impersonation,
        origin: 'chosen',
      }),
    ];
  });
  // One call a move, made from the same data that the types are inferred from.
  return Object.fromEntries(calls) as MoveCalls<M>;
}

const usualImport = { confirm: importConfirm, maxBytes: limits.resourceImport.bytes };
type ImportCalls<O> = O extends { import: true } ? ReturnType<typeof importCalls<typeof importConfirm>> : {};

/**
 * The calls of a plain resource below a path, business data that platform visitors may write where the tenant allows it;
 * those with a path of their own are the specification's.
 */
export function crud<
  N extends string,
  F extends Fields,
  A extends string,
  X extends Filters,
  M extends Moves,
  const O extends CrudOptions = {},
>(resource: Resource<N, F, A, X, M>, path: string, options?: O) {
  type R = Resource<N, F, A, X, M>;
  const { impersonation = true, ...own }: CrudOptions = options ?? {};
  const query = listQuery(resource);
  // Every resource's permits stand in the list of permits; a test compares them.
  const permit = (verb: string) => `${resource.permits}:${verb}` as Permit;
  const row = resource.row as z.ZodMiniType<Row<R>>;
  const write = { conflict: row, answer: saved, impersonation, origin: 'chosen' };
  return {
    page: get(own.page ?? `${path}/page`, {
      input: query,
      answer: enveloped(pageOf(row) as z.ZodMiniType<Page<Row<R>>>),
      permit: permit('index'),
      origin: own.page ? 'spec §7' : 'chosen',
    }),
    export: get(own.export ?? `${path}/export`, {
      input: exportQuery(resource),
      answer: file('xlsx'),
      permit: permit('export'),
      wait: 'export' as const,
      origin: own.export ? 'spec §7' : 'chosen',
    }),
    get: get(`${path}/{id}`, { input: withId, answer: enveloped(row), permit: permit('index'), origin: 'chosen' }),
    create: post(path, { input: resource.input as z.ZodMiniType<Input<R>>, permit: permit('add'), ...write }),
    update: post(`${path}/update`, {
      input: resource.patch as z.ZodMiniType<Patch<R>>,
      permit: permit('edit'),
      ...write,
    }),
    remove: get(`${path}/del/{id}`, {
      input: z.object({ id, /** Refuse when it has changed since. */ version: z.optional(whole) }),
      in: { id: 'path' as const },
      effect: 'write' as const,
      permit: permit('del'),
      ...write,
    }),
    /** What became of a row: its moves, and who changed what in between. */
    history: get(`${path}/history/{id}`, {
      input: withId,
      answer: enveloped(z.array(historyRow)),
      permit: permit('index'),
      origin: 'chosen',
    }),
    ...moveCalls<M>(
      { permits: resource.permits, states: resource.states, row: resource.row as never },
      path,
      impersonation,
    ),
    // Only where they are wanted, which the type says from the same word.
    ...((own.import ? importCalls(resource, path, usualImport) : {}) as ImportCalls<O>),
  } satisfies Record<string, Call>;
}
