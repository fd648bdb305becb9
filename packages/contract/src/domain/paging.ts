/** One column a list is ordered by. */
export interface Sort<S extends string = string> {
  by: S;
  desc: boolean;
}
/** A list request in clean words. */
export interface PageInput<F, S extends string = string> {
  page: number;
  size: number;
  sort: Sort<S>[];
  filter: F;
}
/** A page of rows in clean words. */
export interface Page<R> {
  rows: R[];
  total: number;
  page: number;
  size: number;
  totalIsEstimate?: boolean | undefined;
}
