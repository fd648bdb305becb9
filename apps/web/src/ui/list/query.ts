import type { PageInput, Sort } from '@anlan/contract/domain/paging';
import * as z from 'zod/mini';

export type QuerySchema<F, S extends string> = z.ZodMiniType<PageInput<F, S>>;
export interface QueryDefaults<S extends string> {
  size: number;
  sort: readonly Sort<S>[];
}

/** Reads filter, sort and page of a list from the URL. Invalid parts are ignored and never cause an error. */
export function readQuery<F, S extends string>(
  schema: QuerySchema<F, S>,
  params: URLSearchParams,
  defaults: QueryDefaults<S>,
): PageInput<F, S> {
  const wire = toRecord(params);
  const decoded = decode(schema, wire) ?? decode(schema, {});
  if (!decoded) throw new Error('the list call takes no empty query');
  return {
    ...decoded,
    size: wire['size'] === undefined ? defaults.size : decoded.size,
    sort: decoded.sort.length > 0 ? decoded.sort : [...defaults.sort],
  };
}

export function writeQuery<F, S extends string>(
  schema: QuerySchema<F, S>,
  input: PageInput<F, S>,
  defaults: QueryDefaults<S>,
): URLSearchParams {
  const params = new URLSearchParams();
  const sort = sameSort(input.sort, defaults.sort) ? [] : input.sort;
  const wire = z.record(z.string(), z.unknown()).parse(z.encode(schema, { ...input, sort }));
  for (const [name, value] of Object.entries(wire)) {
    if (name === 'current' && input.page === 1) continue;
    if (name === 'size' && input.size === defaults.size) continue;
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') params.append(name, String(one));
  }
  return params;
}

export function countFilters(filter: object): number {
  return Object.values(filter).filter((value) => !isEmpty(value)).length;
}

export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** The number of the last page. The page in the URL may be higher when the list has become shorter. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size));
}

function sameSort<S extends string>(one: readonly Sort<S>[], other: readonly Sort<S>[]): boolean {
  return (
    one.length === other.length && one.every((sort, at) => sort.by === other[at]?.by && sort.desc === other[at]?.desc)
  );
}

function toRecord(params: URLSearchParams): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {};
  for (const name of new Set(params.keys())) {
    const values = params.getAll(name).filter((value) => value !== '');
    const [only] = values;
    if (only !== undefined) record[name] = values.length === 1 ? only : values;
  }
  return record;
}

// A link may be old or mistyped, so its valid parts still apply. Each round removes the parts that validation refused.
function decode<F, S extends string>(
  schema: QuerySchema<F, S>,
  wire: Record<string, string | string[]>,
): PageInput<F, S> | undefined {
  const result = z.safeParse(schema, wire);
  if (result.success) return result.data;
  const wrong = new Set(result.error.issues.flatMap((issue) => issue.path.map(String)));
  const rest = Object.entries(wire).filter(([name]) => !wrong.has(name));
  return rest.length < Object.keys(wire).length ? decode(schema, Object.fromEntries(rest)) : undefined;
}
