// S23, S24: row security of every table in the real schema. Tests of platform/db check how each table class behaves.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyRegion } from '#kernel/regions.ts';
import { enterpriseRange, mintScope, systemScope } from '#kernel/scope.ts';
import { withConnection, type Connection } from '#platform/db/connection.ts';
import { outcomeOf } from '#modules/job/rules.ts';
import { openDb, type Db } from '#platform/db/index.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let app: TestApp;
let mine: TestTenant;
let theirs: TestTenant;
let tables: { name: string; class: string; parts: boolean }[] = [];
beforeAll(async () => {
  app = await openTestApp();
  mine = await makeTenant(app);
  theirs = await makeTenant(app);
  tables = await app.sql(
    `select c.relname as name, substring(obj_description(c.oid, 'pg_class') from 'class: (\\w+)') as class,
       c.relkind = 'p' as parts
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by 1`,
  );
});
afterAll(() => app.close());

const asApp = <T>(work: (client: Connection) => Promise<T>, settings: Record<string, string> = {}) =>
  withConnection(app.database.appUrl, async (client) => {
    for (const [name, value] of Object.entries(settings))
      await client.query('select set_config($1, $2, false)', [name, value]);
    return work(client);
  });
// Fewer turns by default, because 2,000 turns of six sequential statements take minutes on a busy machine.
const turns = process.env['DEEP'] === '1' ? 10_000 : 2_000;
const refused = /row-level security|permission denied/;
const everywhere = {
  'anlan.region_from': everyRegion.from,
  'anlan.region_to': everyRegion.to,
  'anlan.region_until_1': everyRegion.to,
};

describe('S23 row security of every table', () => {
  test('is forced and has a policy', async () => {
    const bare = await app.sql(
      `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not (c.relrowsecurity and c.relforcerowsecurity and exists (select from pg_policy p where p.polrelid = c.oid))`,
    );
    expect(bare).toEqual([]);
    expect(tables.length).toBeGreaterThan(20);
    expect(tables.filter((table) => table.class === null)).toEqual([]);
  });

  test('makes partitions accessible only through their table', async () => {
    const parts = await app.sql<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relispartition and relkind = 'r'`,
    );
    expect(parts.length).toBeGreaterThan(20);
    await asApp(async (client) => {
      for (const { name } of parts)
        await expect(client.query(`select from ${name}`), name).rejects.toThrow(/permission denied/);
    });
  });

  test('allows no read or write without a scope', async () => {
    await asApp(async (client) => {
      for (const { name, class: kind, parts } of tables) {
        if (kind === 'owner') {
          await expect(client.query(`select from ${name}`), name).rejects.toThrow(/permission denied/);
          continue;
        }
        const { rowCount } = await client.query(
          `select from ${name}${kind === 'shared' ? ` where tenant_id <> '0'` : ''}`,
        );
        if (kind !== 'brand') expect(rowCount, name).toBe(0);
        // Omits required columns, because the policy refuses the insert before they are checked.
        const insert = client.query(
          `insert into ${name} (${kind === 'brand' ? 'id' : 'tenant_id'}${parts ? ', id' : ''})
           values ($1${parts ? ', gen_random_uuid()' : ''})`,
          [mine.id],
        );
        await expect(insert, name).rejects.toThrow(refused);
        for (const text of [
          `update ${name} set ${kind === 'brand' ? 'name = name' : 'tenant_id = tenant_id'}`,
          `delete from ${name}`,
        ]) {
          const changed = await client.query(text).catch((error: Error) => error);
          if (changed instanceof Error) expect(changed.message, `${name}: ${text}`).toMatch(refused);
          else expect(changed.rowCount, `${name}: ${text}`).toBe(0);
        }
      }
    });
  });

  test('gives a tenant scope no read, change, takeover or creation of rows of another tenant', async () => {
    const range = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
    const settings = {
      'anlan.tenant_id': mine.id,
      'anlan.enterprise_from': range[0] ?? '',
      'anlan.enterprise_to': range[1] ?? '',
      ...everywhere,
    };
    await asApp(async (client) => {
      for (const { name, class: kind } of tables) {
        if (kind === 'owner' || kind === 'wall' || kind === 'brand') continue;
        expect((await client.query(`select from ${name} where tenant_id = $1`, [theirs.id])).rowCount, name).toBe(0);
        for (const text of [
          `update ${name} set tenant_id = tenant_id where tenant_id = $1`,
          `delete from ${name} where tenant_id = $1`,
        ]) {
          const changed = await client.query(text, [theirs.id]).catch((error: Error) => error);
          if (changed instanceof Error) expect(changed.message, `${name}: ${text}`).toMatch(refused);
          else expect(changed.rowCount, `${name}: ${text}`).toBe(0);
        }
      }
      for (const text of [
        `update enterprise set tenant_id = '${theirs.id}'`,
        `insert into counter values ('${theirs.id}', 'x', 1)`,
        `insert into dictionary (tenant_id, id, type, label, edit) values ('0', gen_random_uuid(), 'x', 'x', 'fixed')`,
      ])
        await expect(client.query(text), text).rejects.toThrow(/row-level security/);
      await expect(client.query(`update audit set note = 'x'`)).rejects.toThrow(/permission denied/);
      await expect(client.query(`delete from audit`)).rejects.toThrow(/permission denied/);
    }, settings);
  });

  test('hides all other enterprises when the scope has the id range of one enterprise', async () => {
    const [own = ''] = mine.enterpriseIds;
    const settings = {
      'anlan.tenant_id': mine.id,
      'anlan.enterprise_from': own,
      'anlan.enterprise_to': own,
      ...everywhere,
    };
    await asApp(async (client) => {
      const { rows } = await client.query<{ id: string }>('select id::text from enterprise');
      expect(rows).toEqual([{ id: own }]);
      for (const { name, class: kind } of tables)
        if (kind === 'enterprise' && name !== 'enterprise')
          expect((await client.query(`select from ${name} where enterprise_id <> $1`, [own])).rowCount, name).toBe(0);
      expect((await client.query('update enterprise set town = town where id <> $1', [own])).rowCount).toBe(0);
    }, settings);
  });

  test('hides rows of the HTTP layer from a normal session', async () => {
    const settings = { 'anlan.tenant_id': mine.id, 'anlan.wall': 'off' };
    await asApp(async (client) => {
      for (const { name, class: kind } of tables)
        if (kind === 'wall') expect((await client.query(`select from ${name}`)).rowCount, name).toBe(0);
    }, settings);
  });
});

describe('S24 gaps in row security', () => {
  test('are absent in unique indexes, which start with tenant_id', async () => {
    const odd = await app.sql<{ name: string }>(
      `select i.indexrelid::regclass::text as name from pg_index i join pg_class t on t.oid = i.indrelid
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
       where i.indisunique and t.relnamespace = 'public'::regnamespace and a.attname <> 'tenant_id' order by 1`,
    );
    // Allowed exceptions. An application number is unique across tenants, because its reader has no tenant yet. An
    // app id is unique too, because WeChat sends no other id. Schema steps and the seed edition belong to the whole
    // database.
    expect(odd.map(({ name }) => name)).toEqual([
      'application_number_key',
      'brand_pkey',
      'schema_migration_pkey',
      'seed_edition_pkey',
      'shop_number_key',
      'wx_door_pkey',
    ]);
  });

  test('are absent in foreign keys, which contain tenant_id', async () => {
    const odd = await app.sql(
      `select k.conname from pg_constraint k join pg_class s on s.oid = k.conrelid
       where k.contype = 'f' and s.relnamespace = 'public'::regnamespace and not exists (
         select from unnest(k.conkey, k.confkey) as pair (mine, theirs)
         join pg_attribute a on a.attrelid = k.conrelid and a.attnum = pair.mine and a.attname = 'tenant_id'
         join pg_attribute b on b.attrelid = k.confrelid and b.attnum = pair.theirs and b.attname = 'tenant_id')`,
    );
    expect(odd).toEqual([]);
  });

  test('are absent through views, definer functions and networking extensions', async () => {
    const odd = await app.sql(
      `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and (relkind in ('m', 'f')
         or relkind = 'v' and not coalesce('security_invoker=true' = any(reloptions), false))
       union all select proname from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
         -- The one that acts as the owner: lets go of seals that are older than a year, and fixes where it looks.
         -- And the one that moves what belongs to an enterprise with it, of that one enterprise alone.
         -- And the ones that say when a tenant was removed and its purge began, and that empty a table of one removed
         -- thirty days ago, of the scope's tenant alone.
         -- And the one that says whether the very same photo stands anywhere in the tenant, and nothing else of it.
         -- And the ones that say whose an app id is, and that keep and find pairs of characters of messages, of the
         -- scope's tenant alone: an index on what row security hides is not used under it.
         and not (proname in ('audit_forget', 'enterprise_moved', 'photo_stands_elsewhere', 'tenant_purge', 'tenant_purge_begin', 'tenant_remove',
           'tenant_restore', 'wx_account_moved', 'wx_door_follow', 'wx_door_of', 'wx_message_find', 'wx_message_index') and 'search_path=pg_catalog, public, pg_temp' = any(proconfig))
       union all select extname from pg_extension where extname <> 'plpgsql'`,
    );
    expect(odd).toEqual([]);
  });

  test('are absent in references to a row of another tenant', async () => {
    const work = app.db.scoped(systemScope('test', mine.id), (tx) =>
      tx.client.query('insert into user_enterprise values ($1, $2, $3)', [
        mine.id,
        mine.people.regulator,
        theirs.enterpriseIds[0],
      ]),
    );
    await expect(work).rejects.toThrow(/foreign key/);
    const sameNames = await app.sql<{ n: number }>(
      `select count(*)::int as n from app_user where username = 'regulator'`,
    );
    expect(sameNames[0]?.n).toBe(2);
  });

  test(`are absent on one pooled connection with changing tenants, in ${turns} turns`, async () => {
    const db: Db = openDb(app.database.appUrl, { max: 1 });
    const boom = new Error('boom');
    try {
      for (let n = 0; n < turns; n++) {
        const { id } = n % 2 ? mine : theirs;
        const [own] = (n % 2 ? mine : theirs).enterpriseIds;
        const staff = n % 3 === 0;
        const scope = staff
          ? mintScope({ tenantId: id, ...enterpriseRange('enterprise', own ?? null, []) })
          : systemScope('test', id);
        const work = db.scoped(scope, async (tx) => {
          const { rows } = await tx.client.query<{ tenant_id: string; n: number }>(
            'select tenant_id, count(*)::int as n from enterprise group by 1',
          );
          expect(rows).toEqual([{ tenant_id: id, n: staff ? 1 : 6 }]);
          expect((await tx.client.query('select from session')).rowCount).toBe(0);
          if (n % 7 === 0) throw boom;
          if (n % 11 === 0) await tx.client.query('select 1 / 0');
          if (n % 401 === 0) {
            await tx.client.query(`set local statement_timeout = 5`);
            await tx.client.query('select pg_sleep(1)');
          }
        });
        await work.catch((error: unknown) => {
          if (n % 7 !== 0 && n % 11 !== 0 && n % 401 !== 0) throw error;
        });
        if (n % 97 === 0) {
          const nobody = mintScope({ tenantId: '' });
          const seen = await db.scoped(
            nobody,
            async (tx) => (await tx.client.query('select from enterprise')).rowCount,
          );
          expect(seen).toBe(0);
        }
      }
    } finally {
      await db.close();
    }
  }, 900_000);

  test('are absent for a scope value with special characters', async () => {
    for (const bad of ["1'; select 1; --", '1" ', '租户', 'a'.repeat(65), "1\\'"]) {
      const work = app.db.scoped(mintScope({ tenantId: bad }), async () => 'reached');
      await expect(work, bad).rejects.toThrow(/characters of its own/);
    }
  });

  test('S65 do not open when a row is locked too long', async () => {
    const scope = systemScope('test', mine.id);
    const { promise: end, resolve: letGo } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const touch = `update enterprise set updated_at = updated_at where id = $1`;
    const [id] = mine.enterpriseIds;
    const holding = app.db.scoped(scope, async (tx) => {
      await tx.client.query(touch, [id]);
      begin();
      await end;
    });
    await begun;
    try {
      const error: unknown = await app.db
        .scoped(scope, (tx) => tx.client.query(touch, [id]))
        .catch((failure: unknown) => failure);
      expect(error).toMatchObject({ code: 'tooMany' });
      expect(outcomeOf(error, false)).toBeNull();
    } finally {
      letGo();
      await holding;
    }
  });

  test('S65 do not open when a statement exceeds its time', async () => {
    const db = openDb(app.database.appUrl, { max: 1 });
    try {
      const scope = systemScope('test', mine.id);
      const slow = db.scoped(scope, (tx) => tx.client.query('select pg_sleep(5)'), { statementMs: 50 });
      await expect(slow).rejects.toMatchObject({ code: 'unavailable' });
      const setting = await db.scoped(scope, async (tx) => (await tx.client.query('show statement_timeout')).rows);
      expect(setting).toEqual([{ statement_timeout: '10s' }]);
    } finally {
      await db.close();
    }
  });
});
