// One PostgreSQL for a whole test run. The first user starts it; whole-run.ts stops it. A template database is migrated
// and filled once, and every test file gets a copy.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { seedMenu, seedRoles } from '#modules/access/seed.ts';
import { seedCodes, seedDictionaries } from '#modules/dictionary/seed.ts';
import { seedTenant, seedTenants } from '#modules/tenant/seed.ts';
import { seedUsers } from '#modules/user/seed.ts';
import { systemScope } from '#kernel/scope.ts';
import { withConnection, type Connection } from '#platform/db/connection.ts';
import { openDb } from '#platform/db/index.ts';
import { migrate } from '#platform/db/migrate.ts';
import { partsOf } from '#platform/db/roles.ts';
import { createVault } from '#platform/vault/index.ts';
import { startEmbedded } from '#platform/postgres/index.ts';
import { folderName } from './whole-run.ts';

/** Wraps the keys of every database of a run, so that servers on copies can decrypt the template's data. */
export const testMasterKey = 'm'.repeat(43);

export function urlOf(ownerUrl: string, database: string, user?: { name: string; password: string }) {
  const url = new URL(ownerUrl);
  url.pathname = `/${database}`;
  if (user) Object.assign(url, { username: user.name, password: user.password });
  return url.href;
}

export interface Template {
  name: string;
  /** Fills a migrated database, with the URLs of the server's role and the owner. */
  fill(appUrl: string, ownerUrl: string): Promise<void>;
}

const platformAlone: Template = { name: 'anlan_template', fill: fillPlatform };

// Turns durability off, because the data is needed for one run only.
async function disableDurability(superuserUrl: string) {
  await withConnection(superuserUrl, async (client) => {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit', 'autovacuum'])
      await client.query(`alter system set ${name} = off`);
    // Most writes are template copies. The kernel copies files faster than the WAL would.
    await client.query('alter system set file_copy_method = clone');
    await client.query('select pg_reload_conf()');
  });
}

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
      const people = await seedUsers(tx, platform.name, [], { hashOf: () => '', demo: true }, vault);
      await seedRoles(tx, [{ userId: people.accounts.get('platform') ?? '', role: 'ROLE_ADMIN' }]);
    });
  } finally {
    await db.close();
  }
}

/** Creates a template under a temporary name, so that nobody copies an unfinished one; returns its server URL. */
async function makeTemplate(client: Connection, { name, fill }: Template, ownerUrl: string) {
  const unfinished = `${name}_unfinished`;
  await client.query(`drop database if exists ${unfinished}`);
  await client.query(`create database ${unfinished}`);
  const { appUrl } = await migrate(urlOf(ownerUrl, unfinished));
  await fill(appUrl, urlOf(ownerUrl, unfinished));
  await client.query(`alter database ${unfinished} rename to ${name}`);
  return appUrl;
}

async function openCluster() {
  const folder = process.env[folderName];
  if (folder === undefined) throw new Error('tests on PostgreSQL run through vitest.config.ts');
  // Many servers of a run share this database. With all connections used, the next user would restart it.
  const { leave, ownerUrl } = await startEmbedded({
    dataDir: join(folder, 'data'),
    log: () => {},
    maxConnections: 400,
  });
  leave();
  const { superuser } = JSON.parse(readFileSync(join(folder, 'data/database.json'), 'utf8')) as { superuser: string };
  return {
    folder,
    ownerUrl,
    superuserUrl: (database: string) => urlOf(ownerUrl, database, { name: 'postgres', password: superuser }),
  };
}

// All test files of a worker share this module.
let cluster: ReturnType<typeof openCluster> | undefined;
let serial = 0;
/** Copies a template to a new database, with the privileges that a start would set. The caller drops it. */
export async function copyDatabase(template = platformAlone) {
  const { folder, ownerUrl, superuserUrl } = await (cluster ??= openCluster());
  serial += 1;
  const name = `anlan_${process.pid}_${Date.now().toString(36)}_${serial}`;
  // Copies use the role of their template, because its grants and policies are copied too. Granting them to a new role
  // took longer than the copy.
  const note = join(folder, `${template.name}.url`);
  await withConnection(ownerUrl, async (client) => {
    // Takes a lock, because test workers start at the same time. The first one creates the template.
    await client.query(`select pg_advisory_lock(hashtext('${template.name}'))`);
    const made = await client.query('select from pg_database where datname = $1', [template.name]);
    if (!made.rowCount) {
      await disableDurability(superuserUrl('postgres'));
      writeFileSync(note, await makeTemplate(client, template, ownerUrl));
    }
    await client.query('select pg_advisory_unlock_all()');
    await client.query(`create database ${name} template ${template.name} strategy file_copy`);
    const role = pg.escapeIdentifier(partsOf(readFileSync(note, 'utf8')).user);
    await client.query(`revoke all on database ${name} from public; grant connect on database ${name} to ${role}`);
  });
  return {
    name,
    ownerUrl: urlOf(ownerUrl, name),
    appUrl: urlOf(readFileSync(note, 'utf8'), name),
    superuserUrl: (database = name) => superuserUrl(database),
    drop: () =>
      withConnection(superuserUrl('postgres'), async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
