// One PostgreSQL for a whole run of tests, started by whoever needs it first: a template database is migrated and
// seeded once, and every test file gets a copy. The run's end stops it (whole-run.ts).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedMenu, seedRoles } from '#modules/access/seed.ts';
import { seedCodes, seedDictionaries } from '#modules/dictionary/seed.ts';
import { seedTenant, seedTenants } from '#modules/tenant/seed.ts';
import { seedUsers } from '#modules/user/seed.ts';
import { systemScope } from '#kernel/scope.ts';
import { withConnection, type Connection } from '#platform/db/connection.ts';
import { openDb } from '#platform/db/index.ts';
import { migrate } from '#platform/db/migrate.ts';
import { prepareAppRole } from '#platform/db/roles.ts';
import { createVault } from '#platform/vault/index.ts';
import { startEmbedded } from '#platform/postgres/index.ts';
import { folderName } from './whole-run.ts';

const template = 'anlan_template';

/** Wraps the keys of every database of a run, so that houses on copies open what the template holds. */
export const testMasterKey = 'm'.repeat(43);

/** The address of another database of the same cluster. */
export function urlOf(ownerUrl: string, database: string, user?: { name: string; password: string }) {
  const url = new URL(ownerUrl);
  url.pathname = `/${database}`;
  if (user) Object.assign(url, { username: user.name, password: user.password });
  return url.href;
}

// A cluster that lives for a run may lose it all.
async function loosen(folder: string, ownerUrl: string) {
  const { superuser } = JSON.parse(readFileSync(join(folder, 'data/database.json'), 'utf8')) as { superuser: string };
  await withConnection(urlOf(ownerUrl, 'postgres', { name: 'postgres', password: superuser }), async (client) => {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
      await client.query(`alter system set ${name} = off`);
    // Copies of templates are the most that is written; the kernel copies files faster than the log.
    await client.query('alter system set file_copy_method = clone');
    await client.query('select pg_reload_conf()');
  });
}

/** Gives a migrated database the platform's own rows. */
export async function fillPlatform(appUrl: string): Promise<void> {
  const db = openDb(appUrl, { max: 1 });
  try {
    const [platform] = seedTenants;
    await db.scoped(systemScope('test', platform.id), async (tx) => {
      await seedTenant(tx, platform, '2026');
      await seedDictionaries(tx);
      await seedCodes(tx);
      await seedMenu(tx);
      const vault = createVault({ db, masterKey: testMasterKey });
      const people = await seedUsers(tx, platform.name, [], { hash: '', demo: true }, vault);
      await seedRoles(tx, [{ userId: people.accounts.get('platform') ?? '', role: 'ROLE_ADMIN' }]);
    });
  } finally {
    await db.close();
  }
}

async function makeTemplate(client: Connection, folder: string, ownerUrl: string) {
  await loosen(folder, ownerUrl);
  const unfinished = `${template}_unfinished`;
  await client.query(`drop database if exists ${unfinished}`);
  await client.query(`create database ${unfinished}`);
  const { appUrl } = await migrate(urlOf(ownerUrl, unfinished));
  await fillPlatform(appUrl);
  // Owned by nobody's server: the role of the unfinished name has no business in the copies.
  await client.query(`alter database ${unfinished} rename to ${template}`);
}

let serial = 0;
/** A fresh database with the platform's own rows; the caller drops it. */
export async function copyDatabase() {
  const given = process.env[folderName];
  if (given === undefined) throw new Error('tests on PostgreSQL run through vitest.config.ts');
  const server = await startEmbedded({ dataDir: join(given, 'data'), log: () => {} });
  server.leave();
  const { ownerUrl } = server;
  serial += 1;
  const name = `anlan_${process.pid}_${Date.now().toString(36)}_${serial}`;
  await withConnection(ownerUrl, async (client) => {
    // Workers come at the same time; the first one makes the template.
    await client.query(`select pg_advisory_lock(hashtext('${template}'))`);
    const made = await client.query('select from pg_database where datname = $1', [template]);
    if (!made.rowCount) await makeTemplate(client, given, ownerUrl);
    await client.query(`create database ${name} template ${template} strategy file_copy`);
  });
  const url = urlOf(ownerUrl, name);
  const { superuser } = JSON.parse(readFileSync(join(given, 'data/database.json'), 'utf8')) as { superuser: string };
  const asSuperuser = (database: string) => urlOf(ownerUrl, database, { name: 'postgres', password: superuser });
  return {
    name,
    ownerUrl: url,
    appUrl: await prepareAppRole(url),
    /** Of this database, or of another one beside it. */
    superuserUrl: (database = name) => asSuperuser(database),
    drop: () =>
      withConnection(asSuperuser('postgres'), async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
