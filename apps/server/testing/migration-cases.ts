// A PostgreSQL for tests of migrations and roles: each test has an empty database and a folder of steps.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { connect, withConnection, type Connection } from '#platform/db/connection.ts';
import { migrate } from '#platform/db/migrate.ts';
import { prepareAppRole } from '#platform/db/roles.ts';
import { startEmbedded, type Embedded } from '#platform/postgres/index.ts';

export const app = `
  create table note (tenant_id text not null, id uuid not null, body text, primary key (tenant_id, id));
  comment on table note is 'class: tenant';
  create table enterprise (tenant_id text not null, id uuid not null, name text, primary key (tenant_id, id));
  comment on table enterprise is 'class: enterprise by id';
  create table visit (tenant_id text not null, id uuid not null, enterprise_id uuid not null,
    primary key (tenant_id, id), foreign key (tenant_id, enterprise_id) references enterprise);
  comment on table visit is 'class: enterprise';
  create table code (tenant_id text not null, id uuid not null, primary key (tenant_id, id));
  comment on table code is 'class: shared';
  create table brand (id text primary key, name text);
  comment on table brand is 'class: brand';
  create table session (tenant_id text not null, id uuid not null, primary key (tenant_id, id));
  comment on table session is 'class: wall';
  create table trace (tenant_id text not null, id uuid not null, primary key (tenant_id, id));
  comment on table trace is 'class: tenant; append-only';`;

export function openMigrationCases() {
  let embedded: Embedded;
  const open: Connection[] = [];
  const cases = {
    number: 0,
    folder: '',
    files: '',
    ownerUrl: '',
    clusterUrl: () => embedded.ownerUrl,
    urlOf(database: string, user?: string, password?: string) {
      const url = new URL(embedded.ownerUrl);
      Object.assign(url, { pathname: `/${database}`, ...(user && { username: user, password }) });
      return url.href;
    },
    superuserUrl() {
      const passwords = JSON.parse(readFileSync(join(cases.folder, 'data/database.json'), 'utf8'));
      return cases.urlOf(`case_${cases.number}`, 'postgres', passwords.superuser);
    },
    write: (name: string, text: string, oldestProgram = Number(name.slice(0, 4))) =>
      writeFileSync(join(cases.files, name), `-- oldest program: ${String(oldestProgram).padStart(4, '0')}\n${text}`),
    run: () => migrate(cases.ownerUrl, { folder: cases.files }),
    asOwner: <T>(work: (client: Connection) => Promise<T>) => withConnection(cases.ownerUrl, work),
    async asApp(settings: Record<string, string> = {}) {
      const client = await connect(await prepareAppRole(cases.ownerUrl));
      open.push(client);
      for (const [name, value] of Object.entries(settings))
        await client.query('select set_config($1, $2, false)', [`anlan.${name}`, value]);
      return client;
    },
  };
  beforeAll(async () => {
    cases.folder = mkdtempSync(join(tmpdir(), 'anlan-migrate-'));
    chmodSync(cases.folder, 0o711);
    embedded = await startEmbedded({ dataDir: join(cases.folder, 'data'), log: () => {} });
  });
  beforeEach(async () => {
    cases.number += 1;
    await withConnection(embedded.ownerUrl, (client) => client.query(`create database case_${cases.number}`));
    cases.ownerUrl = cases.urlOf(`case_${cases.number}`);
    cases.files = join(cases.folder, `migrations-${cases.number}`);
    mkdirSync(cases.files);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.end()));
  });
  afterAll(async () => {
    await embedded.stop();
    rmSync(cases.folder, { recursive: true, force: true });
  });
  return cases;
}
