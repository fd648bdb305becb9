// Loads row values that cannot be derived from field types, from modules/<module>.ts in this folder, by resource name.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from './app.ts';
import type { TestTenant } from './tenants.ts';

export type OwnValues = Readonly<
  Record<
    string,
    (app: TestApp, tenant: TestTenant, values: Record<string, unknown>) => Promise<Record<string, unknown>>
  >
>;
/**
 * SQL expressions with the row number n, by resource and then by field or column, for columns that depend on each
 * other.
 */
export type OwnColumns = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Own = { values?: OwnValues; columns?: OwnColumns };

const files: Own[] = await Promise.all(
  readdirSync(join(import.meta.dirname, 'modules')).map((file): Promise<Own> => import(`./modules/${file}`)),
);
export const ownValues: OwnValues = Object.assign({}, ...files.map(({ values }) => values));
export const ownColumns: OwnColumns = Object.assign({}, ...files.map(({ columns }) => columns));
