import pg from 'pg';
import { withConnection } from './connection.ts';
import type { Tx } from './index.ts';

const word = /^[a-z_][a-z0-9_]*$/;
function listed(table: string, columns: string[]): string {
  if (![table, ...columns].every((name) => word.test(name))) throw new Error(`not a table or column: ${table}`);
  return columns.map((name) => `"${name}"`).join(', ');
}

/** Inserts rows of one shape into a table in few statements; used by seeds and imports. */
export async function insertAll(tx: Tx, table: string, rows: readonly object[], chunk = 1_000): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const list = listed(table, Object.keys(first));
  const text = `insert into "${table}" (${list}) select ${list} from json_populate_recordset(null::"${table}", $1::json)`;
  for (let from = 0; from < rows.length; from += chunk)
    await tx.client.query(text, [JSON.stringify(rows.slice(from, from + chunk))]);
}

const marks: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** A value in the text format of COPY: lists of texts are arrays, any other object is JSON. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return '\\N';
  let text = String(value);
  if (value instanceof Date) text = value.toISOString();
  else if (Array.isArray(value) && typeof value[0] !== 'object')
    text = `{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join()}}`;
  else if (typeof value === 'object') text = JSON.stringify(value);
  return text.replace(/[\\\n\r\t]/g, (char) => marks[char] ?? char);
}

/** A COPY whose rows are at hand: the driver speaks its protocol but offers no call for it. */
class Copy extends pg.Query {
  readonly #bytes: Buffer;
  constructor(text: string, bytes: Buffer) {
    super(text);
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

/** Copies rows of one shape into a table, inside `outsideRowSecurity` alone. */
export async function copyAll(
  tx: Tx,
  table: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const text = `copy "${table}" (${listed(table, columns)}) from stdin`;
  const bytes = Buffer.from(rows.map((row) => `${columns.map((name) => cell(row[name])).join('\t')}\n`).join(''));
  await new Promise((resolve, reject) => {
    tx.client.query(new Copy(text, bytes)).on('end', resolve).on('error', reject);
  });
}

/**
 * Lets the tables' owner past their policies until `work` is done: PostgreSQL refuses COPY where row security holds.
 * The tables stay locked until the transaction ends, so that nobody ever meets them without their policies.
 */
export async function outsideRowSecurity<T>(tx: Tx, names: readonly string[], work: () => Promise<T>): Promise<T> {
  const force = async (how: 'force' | 'no force') => {
    for (const name of names) await tx.client.query(`alter table ${listed(name, [name])} ${how} row level security`);
  };
  await force('no force');
  const result = await work();
  await force('force');
  return result;
}

/** Tells the planner of rows that have just come in bulk, and marks them as seen by all. */
export const settle = (ownerUrl: string, names: readonly string[]) =>
  withConnection(ownerUrl, async (client) => {
    for (const name of names) await client.query(`vacuum (analyze) ${listed(name, [name])}`);
  });
