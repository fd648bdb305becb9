import type { Tx } from './index.ts';

const word = /^[a-z_][a-z0-9_]*$/;

/** Inserts rows of one shape into a table in few statements; used by seeds and imports. */
export async function insertAll(tx: Tx, table: string, rows: readonly object[], chunk = 1_000): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  if (![table, ...columns].every((name) => word.test(name))) throw new Error(`not a table or column: ${table}`);
  const list = columns.map((name) => `"${name}"`).join(', ');
  const text = `insert into "${table}" (${list}) select ${list} from json_populate_recordset(null::"${table}", $1::json)`;
  for (let from = 0; from < rows.length; from += chunk)
    await tx.client.query(text, [JSON.stringify(rows.slice(from, from + chunk))]);
}
