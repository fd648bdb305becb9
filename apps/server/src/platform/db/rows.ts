// Tags for statements whose rows are the whole result.
import { sql } from 'kysely';
import type { Tx } from './transaction.ts';

type Tag<T> = (text: TemplateStringsArray, ...values: unknown[]) => Promise<T>;

const run = async <T>(tx: Tx, text: TemplateStringsArray, values: unknown[]): Promise<T[]> =>
  (await sql<T>(text, ...values).execute(tx.kysely)).rows;

/** Runs a statement and returns its rows. */
export const rowsOf =
  <T>(tx: Tx): Tag<T[]> =>
  (text, ...values) =>
    run<T>(tx, text, values);

/** Runs a statement and returns its first row. */
export const firstOf =
  <T>(tx: Tx): Tag<T | undefined> =>
  async (text, ...values) =>
    (await run<T>(tx, text, values))[0];

/** Runs a statement with the column `id` and returns the ids. */
export const idsOf =
  (tx: Tx): Tag<string[]> =>
  async (text, ...values) =>
    (await run<{ id: string }>(tx, text, values)).map(({ id }) => id);

/** Runs a statement and returns whether it has a row. */
export const hasRows =
  (tx: Tx): Tag<boolean> =>
  async (text, ...values) =>
    (await run(tx, text, values)).length > 0;
