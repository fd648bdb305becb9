/** Whose rows a table holds, as its comment says: `class: tenant`. */
export type TableClass = 'tenant' | 'enterprise' | 'shop' | 'shared' | 'addressed' | 'brand' | 'wall' | 'owner';

/** A column; `owners` says that the owner alone writes it, as its comment does. */
export type Column = { type: string; required: boolean; owners: boolean };

/** A table of schema public with what its class rests on. */
export type Table = {
  name: string;
  class: TableClass | null;
  appendOnly: boolean;
  /** The things of the log that its rows are, where the table's own name does not say it, and which of them are seen. */
  object: { type: string; where: string | null } | null;
  /** A part of a partitioned table: reached through its parent alone. */
  partition: boolean;
  /** Column that holds the tenant. */
  tenantColumn: string;
  /** Column that holds the enterprise, or the shop. */
  enterpriseColumn: string;
  /**
   * What people limited to divisions see: rows whose code lies there, sums whose code lies there, rows that speak of what
   * they see, or none.
   */
  limit: 'region' | 'sums' | 'sight' | 'whole' | null;
  /** Column whose code decides who oversees a row. */
  regionColumn: string;
  columns: ReadonlyMap<string, Column>;
  owner: string;
  secured: boolean;
  policies: readonly { name: string; mark: string | null }[];
  /** What the app role may do, sorted. */
  granted: string;
  /** What the role without regions may do, sorted. */
  grantedWide: string;
  /** Whether everybody may do anything. */
  open: boolean;
};
