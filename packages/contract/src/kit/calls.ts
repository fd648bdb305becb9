// Calls that every plain resource has.
import * as z from 'zod/mini';
import { id, idVersion, oneOrMany, text, whole, withId } from '../domain/fields.ts';
import type { Page, PageInput } from '../domain/paging.ts';
import { limits } from '../limits.ts';
import type { Permit } from '../permits.ts';
import { enveloped, file, get, pageOf, pageQuery, post, type Call } from '../http/call-table.ts';
import type { Field, Fields } from './field.ts';
import { importCalls } from './import-calls.ts';
import { importConfirm } from './import.ts';
import { historyRow, moveInput, type Move, type MoveInput, type Moves } from './state-machine.ts';
import type { Filter, Filters, FilterShape, Input, Patch, Resource, Row, Sort } from './resource.ts';

/** Schemas of the filters by these fields. */
export function filterShapeOf<F extends Fields>(fields: F): FilterShape<F> {
  const filters: Record<string, z.ZodMiniType> = {};
  for (const [key, { schemas, spec }] of Object.entries<Field>(fields)) {
    if (spec.filter === 'one') filters[key] = z.optional(schemas.filter);
    else if (spec.filter === 'range') {
      filters[`${key}From`] = z.optional(schemas.filter);
      filters[`${key}To`] = z.optional(schemas.filter);
    } else if (spec.filter) filters[key] = z.optional(oneOrMany(schemas.filter as z.ZodMiniType<unknown, string>));
  }
  // The types are inferred from the same fields, but TypeScript cannot infer them here.
  return filters as unknown as FilterShape<F>;
}

function filterShape({
  fields,
  filters,
}: Pick<Resource<string, Fields, string, Filters, Moves>, 'fields' | 'filters'>) {
  const own = Object.entries(filters).map(([key, schema]) => [key, z.optional(schema)] as const);
  const searched = Object.values<Field>(fields).some(({ spec }) => spec.search);
  return {
    ...(searched ? { keyword: z.optional(text(limits.search.max)) } : {}),
    ...filterShapeOf(fields),
    ...Object.fromEntries(own),
  };
}

export function listQuery<N extends string, F extends Fields, A extends string, X extends Filters, M extends Moves>(
  resource: Resource<N, F, A, X, M>,
) {
  type R = Resource<N, F, A, X, M>;
  // The fields match the type, but TypeScript cannot infer it from `fromEntries`.
  return pageQuery(filterShape(resource), resource.sortable) as z.ZodMiniType<PageInput<Filter<R>, Sort<R>>>;
}

export interface ExportSelection {
  /** Ids of the rows to export out of the filtered list; all rows if absent. */
  rowIds?: string[] | undefined;
  /** Field names of the exported columns in order; all if absent. */
  columns?: string[] | undefined;
}

function exportQuery<N extends string, F extends Fields, A extends string, X extends Filters, M extends Moves>(
  resource: Resource<N, F, A, X, M>,
) {
  type R = Resource<N, F, A, X, M>;
  const shape = {
    ...filterShape(resource),
    rowIds: z.optional(oneOrMany(id)),
    columns: z.optional(oneOrMany(z.enum(Object.keys(resource.fields)))),
  };
  return pageQuery(shape, resource.sortable) as z.ZodMiniType<PageInput<Filter<R> & ExportSelection, Sort<R>>>;
}

export interface CrudOptions {
  /** Path of the list, if it differs from the default. */
  page?: string;
  export?: string;
  import?: boolean;
  /**
   * Whether platform users who have entered a tenant may write if the tenant allows it. False if only people with job
   * posts may act.
   */
  impersonation?: boolean;
}

const idVersionAnswer = enveloped(idVersion);
type MoveCalls<M extends Moves> = {
  [K in keyof M]: ReturnType<typeof post<z.ZodMiniType<MoveInput<M[K]>>, typeof idVersionAnswer>>;
};

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
        answer: idVersionAnswer,
        permit,
        impersonation,
      }),
    ];
  });
  // One call per move. The types are inferred from the same data.
  return Object.fromEntries(calls) as MoveCalls<M>;
}

const usualImport = { confirm: importConfirm, maxBytes: limits.resourceImport.bytes };
type ImportCalls<O> = O extends { import: true } ? ReturnType<typeof importCalls<typeof importConfirm>> : {};

/**
 * Creates the calls of a plain resource. Platform users who have entered a tenant may write if the tenant allows it.
 * Options set paths that the specification prescribes.
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
  // The cast is safe: a test checks that the list of permits contains the permits of every resource.
  const permit = (verb: string) => `${resource.permits}:${verb}` as Permit;
  const row = resource.row as z.ZodMiniType<Row<R>>;
  const write = { conflict: row, answer: idVersionAnswer, impersonation };
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
    get: get(`${path}/{id}`, { input: withId, answer: enveloped(row), permit: permit('index') }),
    create: post(path, { input: resource.input as z.ZodMiniType<Input<R>>, permit: permit('add'), ...write }),
    update: post(`${path}/update`, {
      input: resource.patch as z.ZodMiniType<Patch<R>>,
      permit: permit('edit'),
      ...write,
    }),
    remove: get(`${path}/del/{id}`, {
      input: z.object({
        id,
        /** Version that the caller loaded. The call is refused if the row has changed since then. */ version:
          z.optional(whole),
      }),
      in: { id: 'path' as const },
      effect: 'write' as const,
      permit: permit('del'),
      ...write,
    }),
    /** Lists the state changes (moves) of the row and the other changes between them. */
    history: get(`${path}/history/{id}`, {
      input: withId,
      answer: enveloped(z.array(historyRow)),
      permit: permit('index'),
    }),
    ...moveCalls<M>(
      { permits: resource.permits, states: resource.states, row: resource.row as never },
      path,
      impersonation,
    ),
    // Added only if `own.import` is set; the type depends on the same value.
    ...((own.import ? importCalls(resource, path, usualImport) : {}) as ImportCalls<O>),
  } satisfies Record<string, Call>;
}
