import pg from 'pg';
import { withConnection } from './connection.ts';
import type { Tx } from './index.ts';

const word = /^[a-z_][a-z0-9_]*$/;
function listed(table: string, columns: string[]): string {
  if (![table, ...columns].every((name) => word.test(name))) throw new Error(`not a table or column: ${table}`);
  return columns.map((name) => `"${name}"`).join(', ');
}

/** A row without its nulls: the database reads a missing field as null, and reading each costs as much as a value does. */
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

const marks: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
const marked = (text: string) =>
  /[\\\n\r\t]/.test(text) ? text.replace(/[\\\n\r\t]/g, (char) => marks[char] ?? char) : text;
/** A value in the text format of COPY: lists of texts are arrays, any other object is JSON. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  if (typeof value === 'string') return marked(value);
  if (typeof value !== 'object') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value) && typeof value[0] !== 'object')
    return marked(`{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join()}}`);
  return marked(JSON.stringify(value));
}

/** A COPY whose rows are at hand: the driver speaks its protocol but offers no call for it. */
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

/** Rows as COPY takes them. */
export interface Copies {
  text: string;
  bytes: Buffer;
}

/** Makes rows of one shape ready to be copied, which may happen while the database takes others. */
export function copiesOf(table: string, rows: readonly Readonly<Record<string, unknown>>[]): Copies | null {
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

/** Copies what was made ready, inside `outsideRowSecurity` alone. */
export async function copyIn(tx: Tx, copies: Copies | null): Promise<void> {
  if (copies === null) return;
  // Told by a callback: on a connection that gives up on silence the driver tells no listener of a failure.
  await new Promise<void>((resolve, reject) => {
    tx.client.query(new Copy(copies.text, copies.bytes, (error) => (error ? reject(error) : resolve())));
  });
}

const unmarks: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
const unmarked = (text: string) =>
  text.includes('\\') ? text.replace(/\\(.)/gs, (_, char: string) => unmarks[char] ?? char) : text;

/** Rows as COPY writes them: they stand in bytes, and only the one at hand is texts. */
export interface CopiedRows extends Iterable<string[]> {
  /** What stands in the first column, each text once. */
  firsts(): Set<string>;
}

const [tab, lineBreak] = [9, 10];

// The database sends a row a message, so that no line lies in two pieces.
const pieceBytes = 256 * 1024;

interface Piece {
  bytes: Buffer;
  filled: number;
}

/** A COPY to here: the driver hands on each line and keeps none. */
class CopyOut extends pg.Query implements CopiedRows {
  readonly #pieces: Piece[] = [];
  handleCopyData({ chunk }: { chunk: Buffer }) {
    let piece = this.#pieces.at(-1);
    if (!piece || piece.filled + chunk.length > piece.bytes.length) {
      piece = { bytes: Buffer.allocUnsafe(Math.max(pieceBytes, chunk.length)), filled: 0 };
      this.#pieces.push(piece);
    }
    // The driver uses its bytes again.
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
  firsts() {
    const found = new Set<string>();
    for (const [bytes, from, to] of this.#lines()) {
      const end = bytes.indexOf(tab, from);
      found.add(unmarked(bytes.toString('utf8', from, end < 0 || end > to ? to : end)));
    }
    return found;
  }
}

/**
 * Rows of a query as texts, under the policies of the scope; what is null is an empty text. A line a row comes from the
 * database instead of a value a message, and no value outlives its row: long readings spend most of their time on both.
 * Values stand in the query itself, escaped: COPY takes none beside it.
 */
export function copyOut(tx: Tx, query: string): Promise<CopiedRows> {
  return new Promise((resolve, reject) => {
    const text = `copy (${query}) to stdout (null '')`;
    const copy = new CopyOut(text, undefined, (error) => (error ? reject(error) : resolve(copy)));
    tx.client.query(copy);
  });
}

/**
 * Lets the tables' owner past their policies until `work` is done: PostgreSQL refuses COPY where row security holds.
 * The tables stay locked until the transaction ends, so that nobody ever meets them without their policies.
 */
async function outsideRowSecurity<T>(tx: Tx, names: readonly string[], work: () => Promise<T>): Promise<T> {
  const force = async (how: 'force' | 'no force') => {
    for (const name of names) await tx.client.query(`alter table ${listed(name, [name])} ${how} row level security`);
  };
  await force('no force');
  const result = await work();
  await force('force');
  return result;
}

/**
 * Does the same for many rows: they come into tables without the indexes and references that can be spared, which are made again
 * from what is there then, each in one pass. All of it is one transaction, so that a kill leaves the tables as they were.
 * Triggers do not run meanwhile: what they keep is for the caller to make up for.
 */
export async function inBulk<T>(tx: Tx, names: readonly string[], work: () => Promise<T>): Promise<T> {
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
  // References are checked against rows of every tenant, so the tables that they lead to show theirs too.
  const reached = [...new Set([...names, ...keys.flatMap(({ to }) => to ?? [])])];
  return outsideRowSecurity(tx, reached, async () => {
    for (const { of, name } of keys) await tx.client.query(`alter table ${of} drop constraint ${listed(of, [name])}`);
    for (const { name } of indexes) await tx.client.query(`drop index ${name}`);
    for (const name of names) await tx.client.query(`alter table ${listed(name, [name])} disable trigger user`);
    const result = await work();
    for (const name of names) await tx.client.query(`alter table ${listed(name, [name])} enable trigger user`);
    await tx.client.query(`set local maintenance_work_mem = '256MB'`);
    for (const { text } of indexes) await tx.client.query(text);
    for (const { of, name, text } of keys)
      await tx.client.query(`alter table ${of} add constraint ${listed(of, [name])} ${text}`);
    // What the same transaction asks next would walk the tables: the planner knows them as empty.
    for (const name of names) await tx.client.query(`analyze ${listed(name, [name])}`);
    return result;
  });
}

/** Tells the planner of rows that have just come in bulk, and marks them as seen by all. */
export const settle = (ownerUrl: string, names: readonly string[]) =>
  withConnection(ownerUrl, async (client) => {
    for (const name of names) await client.query(`vacuum (analyze) ${listed(name, [name])}`);
  });

/** Rebuilds the indexes of tables that have more than 5 MB of them: rows that came in any order leave them half empty. */
export const rebuildIndexes = (ownerUrl: string) =>
  withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_indexes_size(oid) > 5000000`,
    );
    for (const { name } of rows) await client.query(`reindex table ${name}`);
  });

/**
 * Tells the planner of the rows that this transaction has put into tables since the last time; only their owner may.
 * Without it what counts them is planned for empty tables: a hundred seconds instead of one.
 */
export function createStatistics(tx: Tx): () => Promise<void> {
  const known = new Map<string, number>();
  return async () => {
    // A tenth of the usual sample tells enough for the plans of a seed.
    await tx.client.query('set local default_statistics_target = 10');
    const { rows } = await tx.client.query<{ name: string; n: number }>(
      `select relname as name, n_tup_ins::int as n from pg_stat_xact_user_tables
       where schemaname = 'public' and n_tup_ins > 200`,
    );
    for (const { name, n } of rows) {
      if (n < 2 * (known.get(name) ?? 0)) continue;
      known.set(name, n);
      await tx.client.query(`analyze ${listed(name, [name])}`);
    }
  };
}
