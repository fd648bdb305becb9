import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { divisionAndBelow } from '#kernel/regions.ts';
import { enterpriseRange, mintScope, systemScope, type Scope } from '#kernel/scope.ts';
import { copyDatabase } from '../../../testing/cluster.ts';
import { withConnection } from './connection.ts';
import { afterCommit, openDb, withCommit, type Db, type Tx } from './index.ts';
import { preparedStatement } from './prepared-statement.ts';

let database: Awaited<ReturnType<typeof copyDatabase>>;
let db: Db;
const scope = systemScope('test', '0');
const other = systemScope('test', '900');
const limited = mintScope({
  tenantId: '0',
  userType: 'regulator',
  ...enterpriseRange('regulator', null, [divisionAndBelow('330108')]),
});
const named = preparedStatement<{ tenant: string; value: string }, [name: string]>(
  'test.named',
  (name) => sql`select tenant_id as tenant, value::text from counter where name = ${name}`,
);
const add = (tx: Tx, name: string) =>
  tx.client.query(`insert into counter (tenant_id, name, value) values ($1, $2, 1)`, [tx.scope.tenantId, name]);

beforeAll(async () => {
  database = await copyDatabase();
  await withConnection(database.superuserUrl(), (client) =>
    client.query(`insert into tenant (tenant_id, name) values ('900', '另一个单位')`),
  );
  // One connection only, so that all transactions share its prepared statements.
  db = openDb(database.appUrl, { max: 1 });
  for (const one of [scope, other]) await db.scoped(one, (tx) => add(tx, 'shared'));
});
afterAll(async () => {
  await db?.close();
  await database?.drop();
});

const seenBy = (by: Scope) => db.scoped(by, (tx) => named(tx, 'shared'), { readOnly: true });

test('S24 shows each tenant its own rows with the same prepared statement', async () => {
  for (let round = 0; round < 8; round += 1) {
    expect(await seenBy(scope)).toEqual([{ tenant: '0', value: '1' }]);
    expect(await seenBy(other)).toEqual([{ tenant: '900', value: '1' }]);
    expect(await seenBy(limited)).toEqual([{ tenant: '0', value: '1' }]);
  }
  const { rows } = await db.scoped(scope, (tx) =>
    tx.client.query<{ name: string; kept: boolean }>(
      `select name, generic_plans > 0 as kept from pg_prepared_statements where name like 'test.%' order by name`,
    ),
  );
  expect(rows).toEqual([
    { name: 'test.named', kept: true },
    { name: 'test.named.all', kept: true },
  ]);
});

test('writes nothing when a transaction cannot begin', async () => {
  const failing = db.scoped(scope, (tx) => add(tx, 'without a scope'), { statementMs: Number.NaN });
  await expect(failing).rejects.toThrow(/statement_timeout/);
  expect(await db.scoped(scope, (tx) => named(tx, 'without a scope'))).toEqual([]);
});

test('fails the transaction when a statement sent with the commit fails', async () => {
  const failing = db.scoped(scope, async (tx) => {
    await add(tx, 'taken back');
    withCommit(tx, add(tx, 'shared'));
  });
  await expect(failing).rejects.toThrow(/duplicate key/);
  expect(await db.scoped(scope, (tx) => named(tx, 'taken back'))).toEqual([]);
  // A later statement gets the original cause, not only the message that the transaction failed.
  const followed = db.scoped(scope, async (tx) => {
    withCommit(tx, add(tx, 'shared'));
    await named(tx, 'taken back');
  });
  await expect(followed).rejects.toThrow(/duplicate key/);
  await db.scoped(scope, async (tx) => withCommit(tx, add(tx, 'kept')));
  expect(await db.scoped(scope, (tx) => named(tx, 'kept'))).toHaveLength(1);
});

test('releases the connection before work after the commit runs', async () => {
  let results: unknown[] = [];
  await db.scoped(scope, async (tx) => {
    await add(tx, 'followed');
    afterCommit(tx, async () => {
      results = await db.scoped(scope, (next) => named(next, 'followed'));
    });
  });
  expect(results).toHaveLength(1);
});
