import pg from 'pg';
import { withConnection } from './connection.ts';
import type { Tx } from './index.ts';

const word = /^[a-z_][a-z0-9_]*$/;
function listed(table: string, columns: string[]): string {
  if (![table, ...columns].every((name) => word.test(name))) throw new Error(`not a table or column: ${table}`);
  return columns.map((name) => `"${name}"`).join(', ');
}

/** Removes null fields. The database reads a missing field as null, and sending a null costs as much as a value. */
function withoutNulls(row: object): object {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) if (value !== null) values[name] = value;
  return values;
}

/** Inserts rows of one shape into a table in few statements; used by seeds and imports. */
export async function insertAll(tx: Tx, table: string, rows: readonly object[], chunk = 1_000): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const list = listed(table, Object.keys(first));
  const text = `insert into "${table}" (${list}) select ${list} from json_populate_recordset(null::"${table}", $1::json)`;
  for (let from = 0; from < rows.length; from += chunk)
    await tx.client.query(text, [JSON.stringify(rows.slice(from, from + chunk).map(withoutNulls))]);
}

/** Changes the same columns of rows that the caller has locked, and increments their version. */
export async function updateAll(
  tx: Tx,
  table: string,
  rows: readonly ({ id: string } & Record<string, unknown>)[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first).filter((name) => name !== 'id');
  listed(table, columns);
  const changes = columns.map((name) => `"${name}" = f."${name}"`).join(', ');
  await tx.client.query(
    `update "${table}" t set ${changes}, version = t.version + 1
     from json_populate_recordset(null::"${table}", $1::json) f where t.tenant_id = $2 and t.id = f.id`,
    [JSON.stringify(rows), tx.scope.tenantId],
  );
}

const marks: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const marked = (text: string) =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (char) => marks[char] ?? char) : text;
function cell(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return marked(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && typeof value[0] !== 'object')
    return marked(`{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join()}}`);
  return marked(JSON.stringify(value));
}

/** A query that uses the COPY protocol. The driver implements the protocol but has no method for it. */
class Copy extends pg.Query {
  readonly #bytes: Buffer;
  constructor(text: string, bytes: Buffer, done: (error?: Error | null) => void) {
    super(text, undefined, done);
    this.#bytes = bytes;
  }
  handleCopyInResponse({ stream }: pg.Connection) {
    const head = Buffer.from('d0000');
    head.writeUInt32BE(this.#bytes.length + 4, 1);
    stream.write(head);
    stream.write(this.#bytes);
    stream.write(Buffer.from([0x63, 0, 0, 0, 4]));
  }
}

export interface CopyData {
  text: string;
  bytes: Buffer;
}

/** Encodes rows of one shape for COPY; null for no rows. The database may load other rows at the same time. */
export function toCopyData(table: string, rows: readonly Readonly<Record<string, unknown>>[]): CopyData | null {
  const [first] = rows;
  if (first === undefined) return null;
  const columns = Object.keys(first);
  let lines = '';
  for (const row of rows) {
    let line = '';
    for (const name of columns) line += `${line === '' ? '' : '\t'}${cell(row[name])}`;
    lines += `${line}\n`;
  }
  return { text: `copy "${table}" (${listed(table, columns)}) from stdin`, bytes: Buffer.from(lines) };
}

/** Loads rows by COPY. The caller must have suspended row security. */
export async function copyIn(tx: Tx, copies: CopyData | null): Promise<void> {
  if (copies === null) return;
  // Uses a callback, because on a connection with a read timeout the driver does not report failures to listeners.
  await new Promise<void>((resolve, reject) => {
    tx.client.query(new Copy(copies.text, copies.bytes, (error) => (error ? reject(error) : resolve())));
  });
}

const unmarks: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
const unmarked = (text: string) =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_, char: string) => unmarks[char] ?? char) : text;

/** Rows of a COPY output. They are stored as bytes; only the current row is decoded. */
export interface CopiedRows extends Iterable<string[]> {
  firstColumn(): Set<string>;
}

const [tab, lineBreak] = [9, 10];

// Size of a memory block for rows. The database sends each row as one message, so a row is never split between blocks.
const pieceBytes = 256 * 1024;

interface Piece {
  bytes: Buffer;
  filled: number;
}

class CopyOut extends pg.Query implements CopiedRows {
  readonly #pieces: Piece[] = [];
  handleCopyData({ chunk }: { chunk: Buffer }) {
    let piece = this.#pieces.at(-1);
    if (!piece || piece.filled + chunk.length > piece.bytes.length) {
      piece = { bytes: Buffer.allocUnsafe(Math.max(pieceBytes, chunk.length)), filled: 0 };
      this.#pieces.push(piece);
    }
    // Copies the bytes, because the driver reuses its buffer.
    chunk.copy(piece.bytes, piece.filled);
    piece.filled += chunk.length;
  }
  *#lines(): Generator<[bytes: Buffer, from: number, to: number]> {
    for (const { bytes, filled } of this.#pieces)
      for (let from = 0; from < filled;) {
        const to = bytes.indexOf(lineBreak, from);
        yield [bytes, from, to];
        from = to + 1;
      }
  }
  *[Symbol.iterator](): Generator<string[]> {
    for (const [bytes, from, to] of this.#lines()) {
      const line = bytes.toString('utf8', from, to);
      const cells = line.split('\t');
      yield line.includes('\\') ? cells.map(unmarked) : cells;
    }
  }
  firstColumn() {
    const firstTexts = new Set<string>();
    for (const [bytes, from, to] of this.#lines()) {
      const end = bytes.indexOf(tab, from);
      firstTexts.add(unmarked(bytes.toString('utf8', from, end < 0 || end > to ? to : end)));
    }
    return firstTexts;
  }
}

/**
 * Returns the rows of a query as texts, under the policies of the scope; null becomes an empty text. For long results
 * COPY is much faster than single values. The caller must escape values into the query, because COPY takes no
 * parameters.
 */
export function copyOut(tx: Tx, query: string): Promise<CopiedRows> {
  return new Promise((resolve, reject) => {
    const text = `copy (${query}) to stdout (null '')`;
    const copy = new CopyOut(text, undefined, (error) => (error ? reject(error) : resolve(copy)));
    tx.client.query(copy);
  });
}

/**
 * Suspends row security for the table owner during `work`, because PostgreSQL refuses COPY under row security. The
 * tables stay locked until the transaction ends, so nobody sees them without policies.
 */
async function withoutRowSecurity<T>(tx: Tx, names: readonly string[], work: () => Promise<T>): Promise<T> {
  const force = async (how: 'force' | 'no force') => {
    for (const name of names) await tx.client.query(`alter table ${listed(name, [name])} ${how} row level security`);
  };
  await force('no force');
  const result = await work();
  await force('force');
  return result;
}

/**
 * Loads many rows: drops indexes and foreign keys first and rebuilds them afterwards. The whole load is one
 * transaction, so a kill leaves the tables unchanged. Triggers do not run; the caller must do their work.
 */
export async function loadInBulk<T>(tx: Tx, names: readonly string[], work: () => Promise<T>): Promise<T> {
  const { rows: keys } = await tx.client.query<{ of: string; to: string | null; name: string; text: string }>(
    `select conrelid::regclass::text as of, nullif(confrelid, 0)::regclass::text as to, conname as name,
       pg_get_constraintdef(oid) as text
     from pg_constraint c where conrelid = any ($1::regclass[]) and (contype = 'f' or contype = 'p' and not exists (
       select from pg_constraint reference where contype = 'f' and reference.conindid = c.conindid))
     order by contype = 'f', conrelid, conname`,
    [names],
  );
  const { rows: indexes } = await tx.client.query<{ name: string; text: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index i
     where indrelid = any ($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid)
     order by indrelid, indexrelid`,
    [names],
  );
  // A foreign key is checked against rows of all tenants, so row security is suspended for the referenced tables too.
  const reached = [...new Set([...names, ...keys.flatMap(({ to }) => to ?? [])])];
  return withoutRowSecurity(tx, reached, async () => {
    for (const { of, name } of keys) await tx.client.query(`alter table ${of} drop constraint ${listed(of, [name])}`);
    for (const { name } of indexes) await tx.client.query(`drop index ${name}`);
    for (const name of names) await tx.client.query(`alter table ${listed(name, [name])} disable trigger user`);
    const result = await work();
    for (const name of names) await tx.client.query(`alter table ${listed(name, [name])} enable trigger user`);
    await tx.client.query(`set local maintenance_work_mem = '256MB'`);
    for (const { text } of indexes) await tx.client.query(text);
    for (const { of, name, text } of keys)
      await tx.client.query(`alter table ${of} add constraint ${listed(of, [name])} ${text}`);
    // Without ANALYZE the planner assumes empty tables and scans them completely.
    for (const name of names) await tx.client.query(`analyze ${listed(name, [name])}`);
    return result;
  });
}

export const vacuumAnalyze = (ownerUrl: string, names: readonly string[]) =>
  withConnection(ownerUrl, async (client) => {
    for (const name of names) await client.query(`vacuum (analyze) ${listed(name, [name])}`);
  });

/** Rebuilds indexes of tables with more than 5 MB of them. Rows in random order leave index pages half empty. */
export const rebuildIndexes = (ownerUrl: string) =>
  withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_indexes_size(oid) > 5000000`,
    );
    for (const { name } of rows) await client.query(`reindex table ${name}`);
  });

/**
 * Returns a function that updates planner statistics for the tables this transaction has filled. Only the table owner
 * may do that. Without it a count takes a hundred seconds instead of one.
 */
export function createStatistics(tx: Tx): () => Promise<void> {
  const rowCounts = new Map<string, number>();
  return async () => {
    // A tenth of the usual sample is enough to plan the queries of a seed.
    await tx.client.query('set local default_statistics_target = 10');
    const { rows } = await tx.client.query<{ name: string; n: number }>(
      `select relname as name, n_tup_ins::int as n from pg_stat_xact_user_tables
       where schemaname = 'public' and n_tup_ins > 200`,
    );
    for (const { name, n } of rows) {
      if (n < 2 * (rowCounts.get(name) ?? 0)) continue;
      rowCounts.set(name, n);
      await tx.client.query(`analyze ${listed(name, [name])}`);
    }
  };
}
