// One PostgreSQL for a whole run of tests, started by whoever needs it first: a template database is migrated and
// filled once, and every test file gets a copy. The run's end stops it (whole-run.ts).
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

/** Wraps the keys of every database of a run, so that servers on copies open what the template holds. */
export const testMasterKey = 'm'.repeat(43);

/** The address of another database of the same cluster. */
export function urlOf(ownerUrl: string, database: string, user?: { name: string; password: string }) {
  const url = new URL(ownerUrl);
  url.pathname = `/${database}`;
  if (user) Object.assign(url, { username: user.name, password: user.password });
  return url.href;
}

/** What databases are copied from. */
export interface Template {
  name: string;
  /** Puts its rows into a migrated database, by the addresses of the server's role and of the owner. */
  fill(appUrl: string, ownerUrl: string): Promise<void>;
}

/** The platform's own rows. */
const platformAlone: Template = { name: 'anlan_template', fill: fillPlatform };

// A cluster that lives for a run may lose it all.
async function loosen(superuserUrl: string) {
  await withConnection(superuserUrl, async (client) => {
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

/** Makes a template under another name first, so that nobody copies a part of one; answers its server's address. */
async function makeTemplate(client: Connection, { name, fill }: Template, ownerUrl: string) {
  const unfinished = `${name}_unfinished`;
  await client.query(`drop database if exists ${unfinished}`);
  await client.query(`create database ${unfinished}`);
  const { appUrl } = await migrate(urlOf(ownerUrl, unfinished));
  await fill(appUrl, urlOf(ownerUrl, unfinished));
  await client.query(`alter database ${unfinished} rename to ${name}`);
  return appUrl;
}

/** The run's cluster: addresses of its owner and of its superuser, and its folder. */
async function openCluster() {
  const folder = process.env[folderName];
  if (folder === undefined) throw new Error('tests on PostgreSQL run through vitest.config.ts');
  const { leave, ownerUrl } = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  leave();
  const { superuser } = JSON.parse(readFileSync(join(folder, 'data/database.json'), 'utf8')) as { superuser: string };
  return {
    folder,
    ownerUrl,
    superuserUrl: (database: string) => urlOf(ownerUrl, database, { name: 'postgres', password: superuser }),
  };
}

let serial = 0;
/** A fresh copy of a template, sealed as a start seals its own database; the caller drops it. */
export async function copyDatabase(template = platformAlone) {
  const { folder, ownerUrl, superuserUrl } = await openCluster();
  serial += 1;
  const name = `anlan_${process.pid}_${Date.now().toString(36)}_${serial}`;
  // Copies are served by the role of their template: what it may do, and to whom policies speak, is copied too. A role
  // for each would be given all of it again, which took longer than the copy.
  const note = join(folder, `${template.name}.url`);
  await withConnection(ownerUrl, async (client) => {
    // Workers come at the same time; the first one makes the template.
    await client.query(`select pg_advisory_lock(hashtext('${template.name}'))`);
    const made = await client.query('select from pg_database where datname = $1', [template.name]);
    if (!made.rowCount) {
      await loosen(superuserUrl('postgres'));
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
    /** Of this database, or of another one beside it. */
    superuserUrl: (database = name) => superuserUrl(database),
    drop: () =>
      withConnection(superuserUrl('postgres'), async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}
