// A bulk load leaves the table definitions unchanged, also when it fails. COPY output equals the stored rows.
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemScope } from '#kernel/scope.ts';
import { copyDatabase } from '../../../testing/cluster.ts';
import { toCopyData, copyIn, copyOut, loadInBulk } from './bulk-copy.ts';
import { withConnection } from './connection.ts';
import { openDb, type Db } from './index.ts';

const names = ['enterprise', 'enterprise_tag', 'file'];
let database: Awaited<ReturnType<typeof copyDatabase>>;
let db: Db;
beforeAll(async () => {
  database = await copyDatabase();
  db = openDb(database.ownerUrl, { max: 1 });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

const schema = () =>
  withConnection(database.ownerUrl, async (client) => ({
    indexes: (
      await client.query(
        `select tablename, indexname, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
      )
    ).rows,
    keys: (
      await client.query(
        `select conrelid::regclass::text, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace order by 1, 2`,
      )
    ).rows,
    force: (
      await client.query(
        `select relname, relforcerowsecurity from pg_class where relnamespace = 'public'::regnamespace order by 1`,
      )
    ).rows,
  }));

test('restores indexes, foreign keys and policies after a bulk load', async () => {
  const before = await schema();
  const left = await db.scoped(systemScope('test', '1'), (tx) =>
    loadInBulk(tx, names, async () =>
      tx.client.query(`select from pg_indexes where tablename = 'enterprise' and indexname <> 'enterprise_pkey'`),
    ),
  );
  expect(left.rowCount).toBe(0);
  expect(await schema()).toEqual(before);
});

test('leaves indexes and policies unchanged after a failed bulk load', async () => {
  const before = await schema();
  const failing = db.scoped(systemScope('test', '1'), (tx) =>
    loadInBulk(tx, names, () => Promise.reject(new Error('cut off'))),
  );
  await expect(failing).rejects.toThrow('cut off');
  expect(await schema()).toEqual(before);
});

test('stores any text unchanged by COPY', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 12 }).map((value) => value.toWellFormed().replaceAll('\0', ''));
  const special = fc.constantFrom('', '\\', '\\N', '\\.', '\t', '\n', '\r\n', '"', ',', '安全\\n\t', '\u{1f600}');
  const row = fc.tuple(fc.oneof(text, special), fc.oneof(text, special, fc.constant(null)));
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 40 }), async (rows) => {
      const values = rows.map(([a, b], at) => {
        const [first, second] = [a, b].map((value) => (value === null ? 'null' : pg.escapeLiteral(value)));
        return `(${at}, ${first}, ${second})`;
      });
      const copied = await db.scoped(systemScope('test', '1'), (tx) =>
        copyOut(tx, `select a, b from (values ${values.join()}) as v (at, a, b) order by at`),
      );
      expect([...copied]).toEqual(rows.map(([a, b]) => [a, b ?? '']));
      expect(copied.firstColumn()).toEqual(new Set(rows.map(([a]) => a)));
    }),
    { numRuns: 60 },
  );
});

test('reports the cause of a failed COPY', async () => {
  const scope = systemScope('test', '1');
  await expect(db.scoped(scope, (tx) => copyOut(tx, 'select 1 / 0'))).rejects.toMatchObject({ code: '22012' });
  const wrong = toCopyData('region', [{ code: '1', level: 'none' }]);
  await expect(db.scoped(scope, (tx) => copyIn(tx, wrong))).rejects.toMatchObject({ code: expect.any(String) });
  const copied = await db.scoped(scope, (tx) => copyOut(tx, 'select 1'));
  expect([...copied]).toEqual([['1']]);
});
