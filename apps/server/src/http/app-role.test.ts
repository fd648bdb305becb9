// Attacks through the database role of the server. The role must not delete audit rows, change removal dates, replace
// the owner's functions, or bypass row security (S96, S76, S24).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { firstIdSince, newId } from '#kernel/ids.ts';
import { createHashChain } from '#modules/audit/index.ts';
import { withConnection, type Connection } from '#platform/db/connection.ts';
import { assertAppRole } from '#platform/db/roles.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeTenant, type TestTenant } from '../../testing/tenants.ts';

let server: TestApp;
let tenant: TestTenant;
beforeAll(async () => {
  server = await openTestApp();
  tenant = await makeTenant(server);
});
afterAll(() => server.close());

const everything = {
  enterprise_from: '00000000-0000-0000-0000-000000000000',
  enterprise_to: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};
/**
 * Runs statements in a tenant as the database role of the server. With `all`, it uses the role `…_all`, whose
 * policies do not check regions.
 */
const asApp = <T>(work: (client: Connection) => Promise<T>, { of = tenant.id, all = true } = {}) =>
  withConnection(server.database.appUrl, async (client) => {
    for (const [name, value] of Object.entries({ tenant_id: of, ...everything }))
      await client.query('select set_config($1, $2, false)', [`anlan.${name}`, value]);
    if (all) await client.query(`select set_config('role', left(session_user, 59) || '_all', false)`);
    return work(client);
  });
const roles = [{ all: true }, { all: false }];
const denied = /permission denied/;
const ago = (days: number) => firstIdSince(new Date(Date.now() - days * 86_400_000));

const entry = `insert into audit (tenant_id, id, user_name, address, user_agent, request_id, call, outcome)
  values ($1, $2, '测试', '', '', '', 'test.act', 'done')`;
async function acted(of: string, id = newId()) {
  await server.sql(entry, [of, id]);
  return id;
}
const isThere = async (id: string) => (await server.sql('select from audit where id = $1', [id])).length === 1;
const linksOf = (id: string) => createHashChain({ db: server.db, tenantIds: async () => [id] });
const verdict = async (id: string) => (await linksOf(id).verifyAll())[0];
const forged = `insert into audit_seal (tenant_id, no, ids, marks, previous, hash) values ($1, $2, $3, '', $4, $5)`;
const dated = forged.replace('hash)', 'hash, sealed_at)').replace('$5)', "$5, '2100-01-01')");
const zeros = '0'.repeat(64);

test('S24 gives test databases the same privileges as a real start', async () => {
  await assertAppRole(server.database.appUrl);
  const [everybody] = await server.sql(
    `select has_database_privilege('public', current_database(), 'connect') as connects,
       has_database_privilege('public', current_database(), 'temporary') as temporary`,
  );
  expect(everybody).toEqual({ connects: false, temporary: false });
  await expect(asApp((client) => client.query('select pg_database_size(current_database())'))).rejects.toThrow(denied);
});

describe('S96 the audit log', () => {
  test('deletes no recent row because of a forged chain link', async () => {
    const own = await makeTenant(server);
    const [fresh, old] = [await acted(own.id), await acted(own.id, ago(500))];
    for (const who of roles)
      await asApp(
        async (client) => {
          for (const no of [0, -7, 1, 2, 1_000_000])
            for (const ids of [
              [fresh, old],
              [old, fresh],
              [fresh, ago(900)],
            ])
              for (const text of [dated, forged])
                await client.query(text, [own.id, no, ids, zeros, zeros]).catch(() => {});
          for (const months of [12, 36]) await client.query('select audit_forget($1, $2)', [own.id, months]);
        },
        { of: own.id, ...who },
      );
    expect(await isThere(fresh)).toBe(true);
  });

  test('reports an old forged chain link at verification', async () => {
    const own = await makeTenant(server);
    const fresh = await acted(own.id);
    await server.sql('alter table audit_seal disable trigger user');
    await server.sql(forged, [own.id, 0, [fresh, ago(900)], zeros, zeros]);
    await server.sql('alter table audit_seal enable trigger user');
    await asApp((client) => client.query('select audit_forget($1, 12)', [own.id]), { of: own.id });
    expect(await isThere(fresh)).toBe(true);
    expect((await verdict(own.id))?.breach).toMatchObject({ linkNo: 0 });
  });

  test('accepts a chain link only if it follows the last link and covers existing rows', async () => {
    const own = await makeTenant(server);
    const ids = [await acted(own.id)];
    await asApp(
      async (client) => {
        const encrypt = (no: number, covered: string[], previous: string) =>
          client.query(forged, [own.id, no, covered, previous, 'a'.repeat(64)]);
        await expect(encrypt(2, ids, zeros)).rejects.toThrow(/follows the last one/);
        await expect(encrypt(1, ids, 'b'.repeat(64))).rejects.toThrow(/follows the last one/);
        await expect(encrypt(1, [newId()], zeros)).rejects.toThrow(/rows that are there/);
        await expect(encrypt(1, [], zeros)).rejects.toThrow(/rows that are there/);
        await expect(client.query(dated, [own.id, 1, ids, zeros, zeros])).rejects.toThrow(denied);
        const entered = `insert into audit (tenant_id, id, at, address, user_agent, request_id, call, outcome)
          values ($1, $2, '2020-01-01', '', '', '', 'x', 'done')`;
        await expect(client.query(entered, [own.id, newId()])).rejects.toThrow(denied);
      },
      { of: own.id },
    );
  });

  test('ignores a requested retention that is shorter than the configured one', async () => {
    const own = await makeTenant(server);
    const old = await acted(own.id, ago(500));
    await linksOf(own.id).linkAll();
    const forget = async () => {
      await asApp((client) => client.query('select audit_forget($1, 12)', [own.id]), { of: own.id });
      return isThere(old);
    };
    await server.sql('insert into audit_kept (months) values (36)');
    expect(await forget()).toBe(true);
    await asApp((client) => expect(client.query('delete from audit_kept')).rejects.toThrow(denied));
    await server.sql('delete from audit_kept');
    expect(await forget()).toBe(false);
  });

  test('reports rows that no chain link covers', async () => {
    const own = await makeTenant(server);
    await server.sql(
      `insert into audit (tenant_id, id, user_name, address, user_agent, request_id, call, outcome)
       select $1, overlay($2::text placing lpad(to_hex(n), 12, '0') from 25)::uuid, '测试', '', '', '', 'test.act', 'done'
       from generate_series(1, 5100) n`,
      [own.id, ago(3)],
    );
    await linksOf(own.id).linkAll();
    const [left] = await server.sql<{ n: number }>(
      `select count(*)::int as n from audit where tenant_id = $1 and id < $2
         and id not in (select unnest(ids) from audit_seal where tenant_id = $1)`,
      [own.id, ago(1)],
    );
    expect(left?.n).toBe(0);
    // A newer link at the end of the chain must not hide an earlier gap.
    const gap = await acted(own.id, ago(4));
    const last = await acted(own.id, ago(900));
    const [{ no = 0, hash = '' } = {}] = await server.sql<{ no: number; hash: string }>(
      'select no, hash from audit_seal where tenant_id = $1 order by no desc limit 1',
      [own.id],
    );
    await asApp((client) => client.query(forged, [own.id, Number(no) + 1, [last], hash, zeros]), { of: own.id });
    expect((await verdict(own.id))?.breach).not.toBeNull();
    await server.sql('delete from audit_seal where tenant_id = $1 and no > $2', [own.id, no]);
    await server.sql('delete from audit where id = $1', [last]);
    expect((await verdict(own.id))?.breach).toMatchObject({ id: gap, what: '记录不在任何封条之内' });
  });

  test('counts unchained rows in the verification result', async () => {
    const own = await makeTenant(server);
    await linksOf(own.id).linkAll();
    await acted(own.id);
    expect(await verdict(own.id)).toMatchObject({ breach: null, waiting: expect.any(Number) });
    expect((await verdict(own.id))?.waiting).toBeGreaterThan(0);
  });
});

describe('S96 a removed tenant', () => {
  test('cannot get an earlier removal date from the database role of the server', async () => {
    const own = await makeTenant(server);
    for (const who of roles)
      await asApp(
        async (client) => {
          for (const set of [`removed_at = '2020-01-01'`, `purge_began_at = '2020-01-01'`, 'removed_at = null'])
            await expect(client.query(`update brand set ${set} where id = $1`, [own.id]), set).rejects.toThrow(denied);
          const made = `insert into brand (id, name, removed_at) values ($1, 'x', '2020-01-01')
            on conflict (id) do update set removed_at = excluded.removed_at`;
          await expect(client.query(made, [own.id])).rejects.toThrow(denied);
          await client.query('select tenant_remove($1)', [own.id]);
          await client.query('select tenant_purge_begin($1)', [own.id]);
          await expect(client.query(`select tenant_purge($1, 'enterprise')`, [own.id])).rejects.toThrow(/thirty days/);
          await client.query('select tenant_restore($1)', [own.id]);
          for (const act of ['tenant_remove', 'tenant_restore', 'tenant_purge_begin'])
            await expect(client.query(`select ${act}('0')`), act).rejects.toThrow(/only the tenant/);
        },
        { of: own.id, ...who },
      );
    expect(await server.sql('select from enterprise where tenant_id = $1', [own.id])).toHaveLength(6);
    expect(await server.sql('select removed_at, purge_began_at from brand where id = $1', [own.id])).toEqual([
      { removed_at: null, purge_began_at: null },
    ]);
  });
});

describe('S96 functions of the owner', () => {
  test('can be called only by the two database roles of the server', async () => {
    const functionRows = await server.sql<{ name: string; open: boolean; fires: boolean; app: boolean; wide: boolean }>(
      `select p.proname as name, p.prorettype = 'trigger'::regtype as fires,
         exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) x where x.grantee = 0) as open,
         has_function_privilege($1, p.oid, 'execute') as app, has_function_privilege($1 || '_all', p.oid, 'execute') as wide
       from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace order by 1`,
      [new URL(server.database.appUrl).username],
    );
    expect(functionRows.length).toBeGreaterThan(2);
    for (const { name, open, fires, app, wide } of functionRows)
      expect([name, open, app, wide]).toEqual([name, false, !fires, !fires]);
  });

  test('cannot be redirected to a temporary table of the caller', async () => {
    const user = new URL(server.database.appUrl).username;
    for (const who of roles)
      await asApp(
        (client) => expect(client.query('create temporary table mine (id int)')).rejects.toThrow(denied),
        who,
      );
    // An external database may allow temporary tables again.
    await server.sql(`grant temporary on database "${server.database.name}" to "${user}"`);
    await asApp(
      async (client) => {
        await client.query(`create temporary table follower (tenant_id text, enterprise_id uuid, oversight_code text)`);
        await client.query(
          `create function pg_temp.evil() returns trigger language plpgsql as $$
           begin execute 'alter table audit_seal disable trigger user'; return new; end $$`,
        );
        await client.query(
          `create trigger oversight_follows before update on follower for each row execute function pg_temp.evil()`,
        );
        await client.query('insert into follower values ($1, $2, $3)', [tenant.id, tenant.enterpriseIds[0], '']);
        const moves = `create trigger moves after update on follower for each row execute function public.enterprise_moved()`;
        await expect(client.query(moves)).rejects.toThrow(denied);
        await client.query(`update enterprise set region_code = '330212' where id = $1`, [tenant.enterpriseIds[0]]);
        expect((await client.query('select oversight_code from follower')).rows).toEqual([{ oversight_code: '' }]);
      },
      { all: false },
    ).catch((error: Error) => expect(error.message).not.toMatch(/must be owner/));
    const [{ off } = { off: true }] = await server.sql<{ off: boolean }>(
      `select exists (select from pg_trigger where tgrelid = 'audit_seal'::regclass and tgenabled = 'D') as off`,
    );
    expect(off).toBe(false);
    await server.sql(`revoke temporary on database "${server.database.name}" from "${user}"`);
  });
});

describe('S24 the database role of the server on objects without row security', () => {
  test('cannot change or delete a job queue', async () => {
    for (const who of roles)
      await asApp(async (client) => {
        for (const text of [
          `update pgboss.version set version = 1`,
          `delete from pgboss.version`,
          `delete from pgboss.queue`,
          `update pgboss.queue set table_name = 'x'`,
          `update pgboss.queue set policy = 'short'`,
          `delete from pgboss.schedule`,
          `insert into pgboss.bam (name, version, table_name, command) values ('x', 1, 'x', 'select 1')`,
          `update pgboss.bam set command = 'select 1'`,
          `insert into pgboss.subscription (event, name) values ('x', 'x')`,
          `insert into pgboss.warning (type, message) values ('x', 'x')`,
          `delete from pgboss.queue_stats`,
          `insert into pgboss.job_dependency values ('x', gen_random_uuid(), 'x', gen_random_uuid())`,
          `update pgboss.job set data = '{}'`,
          `update pgboss.job set name = 'x'`,
          `update pgboss.job_common set data = '{}'`,
          `truncate pgboss.job`,
        ])
          await expect(client.query(text), text).rejects.toThrow(denied);
      }, who);
  });

  test('sees only the jobs of the tenant in its scope', async () => {
    const other = await makeTenant(server);
    const queue = `test.rows.${newId()}`;
    await server.sql(`select pgboss.create_queue($1, '{"policy": "standard"}'::jsonb)`, [queue]);
    const send = `insert into pgboss.job (name, id, data) values ($1, $2, jsonb_build_object('tenantId', $3::text))`;
    const theirs = newId();
    await server.sql(send, [queue, theirs, other.id]);
    const refused = /row-level security/;
    for (const who of roles) {
      const mine = newId();
      await asApp(async (client) => {
        for (const table of ['job', 'job_common'])
          await client.query(send.replace('pgboss.job ', `pgboss.${table} `), [
            queue,
            table === 'job' ? mine : newId(),
            tenant.id,
          ]);
        for (const owner of [other.id, '', '0'])
          await expect(client.query(send, [queue, newId(), owner]), owner).rejects.toThrow(refused);
        await expect(
          client.query('insert into pgboss.job (name) values ($1)', [queue]),
          'a job of nobody',
        ).rejects.toThrow(refused);
        const { rows } = await client.query<{ id: string }>('select id from pgboss.job where name = $1', [queue]);
        expect(rows.map(({ id }) => id)).toContain(mine);
        expect(rows.map(({ id }) => id)).not.toContain(theirs);
        const lock = 'select from pgboss.job where id = $1 for share';
        expect((await client.query(lock, [mine])).rowCount).toBe(1);
        expect((await client.query(lock, [theirs])).rowCount).toBe(0);
        for (const table of ['job', 'job_common']) {
          const later = `update pgboss.${table} set start_after = 'infinity' where id = $1`;
          await expect(client.query(later, [mine]), later).rejects.toThrow(refused);
          expect((await client.query(later, [theirs])).rowCount, later).toBe(0);
          if (who.all) continue;
          expect((await client.query(`delete from pgboss.${table} where name = $1`, [queue])).rowCount).toBe(0);
          await expect(
            client.query(`update pgboss.${table} set state = 'completed' where id = $1`, [mine]),
          ).rejects.toThrow(refused);
        }
        if (who.all) return;
        expect((await client.query('select from pgboss.schedule')).rowCount).toBe(0);
        for (const text of [
          `insert into pgboss.schedule (name, cron) values ('${queue}', '* * * * *')`,
          `select pgboss.create_queue('test.forged', '{"policy": "standard"}'::jsonb)`,
        ])
          await expect(client.query(text), text).rejects.toThrow(refused);
        for (const text of [
          `update pgboss.queue set total_count = 7 where name = '${queue}'`,
          `update pgboss.version set cron_on = 'infinity'`,
          `update pgboss.schedule set cron = '* * * * *'`,
        ])
          expect((await client.query(text)).rowCount, text).toBe(0);
      }, who);
    }
    expect(
      await server.sql(`select state, isfinite(start_after) as soon from pgboss.job where id = $1`, [theirs]),
    ).toEqual([{ state: 'created', soon: true }]);
  });

  test('cannot use large objects', async () => {
    const made = await server.sql<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ '^lo(_|read$|write$)' order by 1`,
    );
    expect(made.length).toBeGreaterThan(15);
    const open = await server.sql<{ name: string }>(
      `select p.oid::regprocedure::text as name from pg_proc p
       where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ '^lo(_|read$|write$)'
         and (has_function_privilege($1, p.oid, 'execute') or has_function_privilege($1 || '_all', p.oid, 'execute'))`,
      [new URL(server.database.appUrl).username],
    );
    expect(open).toEqual([]);
    await asApp(async (client) => {
      for (const text of [
        `select lo_create(0)`,
        `select lo_from_bytea(0, 'x')`,
        `select lo_unlink(1)`,
        `select lo_get(1)`,
      ])
        await expect(client.query(text), text).rejects.toThrow(denied);
    });
  });
});
