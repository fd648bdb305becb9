// What resources need beside what follows from their fields: modules/<module>.ts of this folder, by name of the resource.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TestApp } from './app.ts';
import type { TestTenant } from './tenants.ts';

/** What a new row needs beside what its fields say, as the wire carries it. */
export type OwnValues = Readonly<
  Record<
    string,
    (app: TestApp, tenant: TestTenant, values: Record<string, unknown>) => Promise<Record<string, unknown>>
  >
>;
/** Columns of rows by the thousand whose values go together, as SQL of the number n, by field or column. */
export type OwnColumns = Readonly<Record<string, Readonly<Record<string, string>>>>;

type Own = { values?: OwnValues; columns?: OwnColumns };

const files: Own[] = await Promise.all(
  readdirSync(join(import.meta.dirname, 'modules')).map((file): Promise<Own> => import(`./modules/${file}`)),
);
export const ownValues: OwnValues = Object.assign({}, ...files.map(({ values }) => values));
export const ownColumns: OwnColumns = Object.assign({}, ...files.map(({ columns }) => columns));
