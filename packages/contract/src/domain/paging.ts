export interface Sort<S extends string = string> {
  by: S;
  desc: boolean;
}
export interface PageInput<F, S extends string = string> {
  page: number;
  size: number;
  sort: Sort<S>[];
  filter: F;
}
export interface Page<R> {
  rows: R[];
  total: number;
  page: number;
  size: number;
  totalIsEstimate?: boolean | undefined;
}
