export type TableClass = 'tenant' | 'enterprise' | 'shop' | 'shared' | 'addressed' | 'brand' | 'wall' | 'owner';

/**
 * A column of a table. `owners`: only the table owner may write the column, as the database comment of the column
 * defines.
 */
export type Column = { type: string; required: boolean; owners: boolean };

export type Table = {
  name: string;
  class: TableClass | null;
  appendOnly: boolean;
  object: { type: string; where: string | null } | null;
  /** True for a partition. Programs access it only through its parent table. */
  partition: boolean;
  tenantColumn: string;
  enterpriseColumn: string;
  /**
   * How rows are limited for people with regions. `region` and `sums`: by region code. `sight`: by a visible object.
   * `whole`: all rows are hidden.
   */
  limit: 'region' | 'sums' | 'sight' | 'whole' | null;
  regionColumn: string;
  columns: ReadonlyMap<string, Column>;
  owner: string;
  secured: boolean;
  policies: readonly { name: string; mark: string | null }[];
  granted: string;
  /** Privileges of the role that sees all regions, sorted. */
  grantedWide: string;
  open: boolean;
};
