// Declares a list over an existing page call. The web draws the list with the kit; the call keeps its path, filter
// and rows.
import type { Call } from '../http/call-table.ts';
import type { CallFilter, CallRow, CallSort, PageCall } from './page-call.ts';
import type { Field, Fields } from './field.ts';
import type { Moves, States } from './state-machine.ts';

export interface ListingDeclaration<C extends PageCall, F extends Fields, T extends string> {
  readonly label: string;
  readonly counter?: string;
  readonly title: keyof F & string;
  readonly subtitle?: keyof F & string;
  /** Absent: the order of the call. */
  readonly order?: CallSort<C> | `-${CallSort<C>}`;
  readonly search?: { readonly name: keyof CallFilter<C> & string; readonly placeholder: string };
  readonly fields: F;
  /** Fields that the form changes; all other fields are read-only. */
  readonly typed?: readonly (T & keyof F)[];
  readonly filterLabels?: { readonly [K in keyof CallFilter<C>]?: string };
  /** Filters of the call that the page draws like fields. Absent: the fields with a filter. */
  readonly filterFields?: Fields;
  /** Columns that the export can be limited to. */
  readonly exportColumns?: readonly string[];
  /** State changes of the rows. The page has a call of the same name for each. */
  readonly states?: States<Moves>;
  /** Encrypted fields that the server reveals, and the name under which it does. Absent: all, by the list's name. */
  readonly reveals?: { readonly as: string; readonly fields: readonly string[] };
}

export interface Listing<N extends string = string, C extends PageCall = PageCall, F extends Fields = Fields> {
  readonly name: N;
  readonly label: string;
  readonly counter: string;
  readonly title: string;
  readonly subtitle: string | undefined;
  readonly permits: string;
  readonly order: string | undefined;
  readonly search: { readonly name: string; readonly placeholder: string } | undefined;
  readonly fields: F;
  readonly filterLabels: Readonly<Record<string, string | undefined>>;
  readonly filterFields: Fields;
  readonly exportColumns: readonly string[] | undefined;
  readonly reveals: ListingDeclaration<C, F, string>['reveals'] | undefined;
  readonly sortable: readonly string[];
  readonly importKey: undefined;
  readonly states: States<Moves> | undefined;
  readonly page: C;
}
export type AnyListing = Pick<Listing, 'name'> & { readonly page: Pick<Call, 'permit'> };

type TraitsOf<T> = T extends Field<infer R> ? R : never;
type Unknown<C extends PageCall, F extends Fields, T> = {
  [K in keyof F & string]: K extends keyof CallRow<C>
    ? TraitsOf<F[K]> extends { filter: 'one' }
      ? K extends keyof CallFilter<C>
        ? never
        : K
      : TraitsOf<F[K]> extends { sortable: true }
        ? K extends CallSort<C>
          ? never
          : K
        : never
    : K extends T
      ? never
      : TraitsOf<F[K]> extends { computed: true }
        ? never
        : K;
}[keyof F & string];

/**
 * Each field must be in the rows of the call, in `typed`, or `computed` by the page from a row. Each filter must be in
 * the input of the call, and each sortable field in its sort order.
 */
export function listing<
  const N extends string,
  C extends PageCall,
  F extends Fields,
  const T extends keyof F & string = never,
>(
  name: N,
  page: C,
  declared: ListingDeclaration<C, F, T> & { readonly fields: { readonly [K in Unknown<C, F, T>]: never } },
): Listing<N, C, F> {
  const { typed = [], fields, filterLabels = {}, ...rest } = declared;
  const mayType: readonly string[] = typed;
  const entries = Object.entries<Field>(fields).map(
    ([key, one]) => [key, mayType.includes(key) ? one : one.serverSet()] as const,
  );
  return {
    counter: '条',
    subtitle: undefined,
    order: undefined,
    search: undefined,
    filterFields: {},
    exportColumns: undefined,
    reveals: undefined,
    states: undefined,
    ...rest,
    name,
    page,
    filterLabels: { ...filterLabels },
    permits: page.permit.replace(/:[^:]*$/, ''),
    // `fromEntries` loses the names; the fields keep their traits.
    fields: Object.fromEntries(entries) as unknown as F,
    sortable: entries.filter(([, { spec }]) => spec.sortable).map(([key]) => key),
    importKey: undefined,
  };
}
