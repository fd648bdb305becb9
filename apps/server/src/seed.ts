import { seedMenu, seedRoles } from '#modules/access/seed.ts';
import { createAuditModule } from '#modules/audit/index.ts';
import { seedContents } from '#modules/content/seed.ts';
import { seedStreets } from '#modules/dictionary/regions/seed.ts';
import { seedCodes, seedDictionaries } from '#modules/dictionary/seed.ts';
import { columnsOf, phonesAfter, readingsOf, recountFacts, encryptPhones, tagsOf } from '#modules/enterprise/index.ts';
import { generateEnterprises, type EnterpriseSeed } from '#modules/enterprise/seed.ts';
import { firmCount, homeOf, seedPlaces, townsOf } from '#modules/enterprise/demo/seed.ts';
import { seedColorMonths } from '#modules/enterprise/statistics/seed.ts';
import { reserveNumbers } from '#kit/number-store.ts';
import { seedReviews } from '#modules/enterprise/pending/seed.ts';
import { readAllNames } from './name-readings.ts';
import { seedRiskRules } from '#modules/risk/rule/seed.ts';
import { seedAnnouncements } from '#modules/notice/announcement/seed.ts';
import { seedStations, stationFirms, type DemoFirm } from '#modules/station/seed.ts';
import { hasTenant, seedTenant, seedTenants, type SeedTenant } from '#modules/tenant/seed.ts';
import { demoAccounts, demoPassword, seedBindings, seedUsers, type SeedPassword } from '#modules/user/seed.ts';
import { profileRate } from '@anlan/contract/modules/enterprise/profile-rate';
import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { dayOf } from '@anlan/contract/domain/instant';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import {
  toCopyData,
  copyIn,
  createStatistics,
  loadInBulk,
  insertAll,
  rebuildIndexes,
  vacuumAnalyze,
} from '#platform/db/bulk-copy.ts';
import { openDb, type Db, type Tx } from '#platform/db/index.ts';
import { newKey, type Files } from '#platform/files/index.ts';
import { generatePeople } from '#platform/demo/people.ts';
import { hashPassword } from '#platform/password/index.ts';
import { smallLetters } from '#platform/pinyin/search-text.ts';
import { createVault, type TenantVault, type Vault } from '#platform/vault/index.ts';
import type { Config } from '#config';
import { updateToEdition } from './edition-update.ts';
import { modules } from './modules.ts';
import { seedContext } from '#kit/seed-store.ts';

export interface SeedOptions {
  db: Db;
  masterKey: string;
  config: Pick<Config, 'seed'>;
  /** Database URL of the owner, who alone may use COPY. A configured number of enterprises is inserted with it. */
  ownerUrl?: string;
  /** Number of enterprises per tenant. SEED=<number> sets the number of the first tenant. */
  counts?: Partial<Record<SeedTenant['id'], number>>;
  /** Gives each demo account its own random password and logs it once, because others reach the server (S20). */
  randomPasswords?: boolean;
  files?: Files;
  log: (line: string) => void;
  clock?: Clock;
}

export const seedNumber = 20_261_121;
const officersPerTenant = 8;
const chunk = 2_000;

interface Owners {
  organId: string;
  officerIds: string[];
  licence: { key: string; sizeBytes: number; sha256: string } | null;
  /** Street name → region code, for the streets of one district of the tenant. */
  streets: ReadonlyMap<string, string>;
}

// The demo tenant that has streets, and the district of these streets.
const streetTenant = '1';
const streetDistrict = '330108';

// Above this number, rebuilding indexes is faster than updating them per row.
const manyRows = 20_000;
/** Whether the number needs a bulk insert, which locks the tables until the tenant is complete. */
export const isBulk = (count: number | undefined): boolean => (count ?? 0) >= manyRows;
const bulkTables = ['enterprise', 'enterprise_tag', 'file'] as const;
type Bulk = Record<(typeof bulkTables)[number], Record<string, unknown>[]>;
const emptyBulk = (): Bulk => ({ enterprise: [], enterprise_tag: [], file: [] });

const samplePath = new URL('../data/demo-licence.png', import.meta.url);

async function storeLicence(tenantId: string, { files, clock = systemClock }: SeedOptions): Promise<Owners['licence']> {
  if (!files) return null;
  const key = newKey(tenantId, 'png', clock.now());
  return { key, ...(await files.put(key, createReadStream(samplePath), { maxBytes: 1024 * 1024 })) };
}

const licenceRow = (tenantId: string, id: string, enterpriseId: string, { organId, licence }: Owners) => ({
  tenant_id: tenantId,
  id,
  enterprise_id: enterpriseId,
  owner_id: organId,
  purpose: 'licence',
  name: '营业执照（演示样本）.png',
  type: 'image/png',
  size_bytes: licence?.sizeBytes ?? 0,
  key: licence?.key ?? '',
  sha256: licence?.sha256 ?? '',
});

async function rowOf(
  tenantId: string,
  id: string,
  made: EnterpriseSeed,
  owners: Owners,
  ids: string[],
  licence: string | null,
  own: TenantVault,
  bulk: boolean,
) {
  const { hasLicence, officerIndex, parentIndex, ...file } = made;
  const street = file.regionCode === streetDistrict ? owners.streets.get(file.town ?? '') : undefined;
  const columns = columnsOf(file);
  return {
    ...columns,
    // Set here, because adding the readings afterwards rewrites every row and its index entries. The nightly job adds
    // those of a bulk tenant.
    short_name_search: smallLetters(made.shortName ?? ''),
    ...(bulk ? { name_search: smallLetters(made.name) } : await readingsOf(columns)),
    ...encryptPhones(own, id, phonesAfter(file)),
    tenant_id: tenantId,
    id,
    chemicals: file.chemicals,
    licence,
    ...(hasLicence && licence === null ? { profile_rate: profileRate(file) } : {}),
    town_code: street ?? null,
    logo_url: null,
    first_signed_in_at: made.joinedAt,
    authority_id: owners.organId,
    officer_id: officerIndex === null ? null : (owners.officerIds[officerIndex % officersPerTenant] ?? null),
    parent_id: parentIndex === null ? null : (ids[parentIndex] ?? null),
  };
}

async function seedEnterprises(
  tx: Tx,
  tenant: '1' | '2' | '3',
  count: number | undefined,
  owners: Owners,
  options: SeedOptions,
  vault: Vault,
) {
  const own = await vault.of(tx);
  const today = dayOf((options.clock ?? systemClock).now());
  const ids: string[] = [];
  const firms: DemoFirm[] = [];
  let made = emptyBulk();
  let writing = Promise.resolve();
  const insert = async (all: (readonly [string, Bulk['file']])[]) => {
    for (const [table, rows] of all) await insertAll(tx, table, rows);
  };
  const copy = async (all: ReturnType<typeof toCopyData>[]) => {
    for (const copies of all) await copyIn(tx, copies);
  };
  // Builds the next rows while the database inserts these rows.
  const flush = async () => {
    // Also writes the tags, because triggers do not run during a bulk insert.
    const written = isBulk(count) ? bulkTables : bulkTables.filter((table) => table !== 'enterprise_tag');
    const all = written.map((table) => [table, made[table]] as const);
    const copies = isBulk(count) ? all.map(([table, rows]) => toCopyData(table, rows)) : null;
    await writing;
    writing = copies === null ? insert(all) : copy(copies);
    writing.catch(() => {});
    made = emptyBulk();
  };
  for (const one of generateEnterprises({
    tenant,
    seed: seedNumber,
    today,
    ...(count === undefined ? {} : { count }),
  })) {
    const id = newId();
    ids.push(id);
    const fileId = one.hasLicence && owners.licence !== null ? newId() : null;
    if (firms.length < stationFirms && one.status === 'active')
      firms.push({ ...one, id, address: one.registeredAddress });
    const licence = fileId === null ? null : `/upms/file/${fileId}`;
    const row = await rowOf(tenant, id, one, owners, ids, licence, own, isBulk(count));
    made.enterprise.push(row);
    // Sets the column here, because triggers do not run during a bulk insert.
    const oversight_code = row.town_code ?? one.regionCode;
    if (fileId !== null) made.file.push({ ...licenceRow(tenant, fileId, id, owners), oversight_code });
    for (const tag of tagsOf(one))
      made.enterprise_tag.push({ tenant_id: tenant, enterprise_id: id, oversight_code, ...tag });

    if (ids.length % 100 === 0) await turn();
    if (made.enterprise.length >= chunk) {
      await flush();
      if (ids.length % 50_000 === 0) options.log(`演示数据：已写入 ${ids.length} 家企业`);
    }
  }
  await flush();
  await writing;
  // Reserves the generated numbers, so that later numbers of this day continue after them.
  await reserveNumbers(tx, `enterprise ${today}`, ids.length);
  await seedStations(tx, firms, seedNumber, (options.clock ?? systemClock).now(), vault);
  return seedPlaces.pair.flatMap((place) => ids[place] ?? []);
}

// SEED below a tenant's default also reduces that tenant. A higher value applies to the first tenant only.
const countOf = ({ id }: SeedTenant, { config: { seed }, counts }: SeedOptions) =>
  counts?.[id] ??
  (seed.kind === 'count' && (id === '1' || (id !== '0' && seed.enterprises < firmCount(id)))
    ? seed.enterprises
    : undefined);

async function seedOne(tx: Tx, tenant: SeedTenant, password: SeedPassword, options: SeedOptions) {
  const today = dayOf((options.clock ?? systemClock).now());
  const vault = createVault(options);
  await seedTenant(tx, tenant, today.slice(0, 4));
  if (tenant.id === '0') {
    await seedDictionaries(tx);
    await seedCodes(tx);
    await seedMenu(tx);
    if (password.demo) await seedContents(tx, (options.clock ?? systemClock).now());
  }
  const names = tenant.id === '0' ? [] : [...generatePeople(seedNumber + Number(tenant.id), officersPerTenant)];
  const people = await seedUsers(
    tx,
    tenant.name,
    names.map((person) => person.name),
    password,
    vault,
  );
  const accounts = demoAccounts(tenant.id).map((account) => ({
    ...account,
    userId: people.accounts.get(account.username) ?? '',
  }));
  await seedRoles(tx, accounts);
  let own: readonly string[] = [];
  if (tenant.id !== '0') {
    const count = countOf(tenant, options);
    const streets =
      tenant.id === streetTenant
        ? await seedStreets(tx, streetDistrict, townsOf(tenant.id))
        : new Map<string, string>();
    const owners = { ...people, licence: await storeLicence(tenant.id, options), streets };
    const work = () => seedEnterprises(tx, tenant.id, count, owners, options, vault);
    const workable = isBulk(count) ? await loadInBulk(tx, bulkTables, work) : await work();
    // Counts the fact tables again, because a bulk insert does not update them.
    await recountFacts(tx);
    if (isBulk(count)) await seedColorMonths(tx, (options.clock ?? systemClock).now());
    if (count === undefined) await seedReviews(tx, (options.clock ?? systemClock).now());
    await seedRiskRules(tx, (options.clock ?? systemClock).now());
    own = workable;
    await seedBindings(
      tx,
      accounts.flatMap(({ userId, enterprises }) =>
        workable.slice(0, enterprises).map((enterpriseId) => ({ userId, enterpriseId })),
      ),
    );
  }
  const publisher = accounts.find(({ role }) => role === 'ROLE_REGULATOR' || role === 'ROLE_ADMIN');
  if (publisher)
    await seedAnnouncements(
      tx,
      {
        publisher: { id: publisher.userId, name: publisher.nickName },
        readers: accounts.map(({ userId }) => userId),
        unit: tenant.name,
      },
      (options.clock ?? systemClock).now(),
    );
  if (tenant.id !== '0') {
    const byName = new Map(accounts.map(({ username, userId }) => [username, userId]));
    const updateStatistics = options.ownerUrl === undefined ? () => Promise.resolve() : createStatistics(tx);
    const { context, keepPhotos } = await seedContext(tx, {
      ...options,
      updateStatistics,
      vault,
      seed: seedNumber,
      accounts: byName,
      home: homeOf(tenant.id),
      own,
      isBulk: isBulk(countOf(tenant, options)),
    });
    for (const { manifest } of modules) {
      if (!manifest?.seed) continue;
      await updateStatistics();
      await manifest.seed(tx, context);
    }
    await keepPhotos();
  }
  await createAuditModule({ db: options.db }).record(tx, { call: 'seed', objectType: 'tenant', objectId: tenant.id });
}

/** Creates a tenant, unless a node that starts at the same time has created it. Returns whether it did. */
async function seedUnlessMade(tx: Tx, tenant: SeedTenant, password: SeedPassword, options: SeedOptions) {
  await tx.client.query(`select pg_advisory_xact_lock(hashtext('anlan'), hashtext('seed'))`);
  if (await hasTenant(tx)) return false;
  await seedOne(tx, tenant, password, options);
  return true;
}

/**
 * Creates the platform without demo data. Its first administrator sets the password by a link that the server prints at
 * start.
 */
const seedPlatform = (options: SeedOptions) =>
  options.db.scoped(systemScope('seed', '0'), (tx) =>
    seedUnlessMade(tx, seedTenants[0], { hashOf: () => null, demo: false }, options),
  );

/** Configured tenants that do not exist yet, in creation order. */
export async function missingTenants({ db, config }: Pick<SeedOptions, 'db' | 'config'>): Promise<SeedTenant[]> {
  const missing: SeedTenant[] = [];
  for (const tenant of config.seed.kind === 'none' ? seedTenants.slice(0, 1) : seedTenants)
    if (!(await db.scoped(systemScope('seed', tenant.id), hasTenant))) missing.push(tenant);
  return missing;
}

async function randomPasswordsOf(tenantId: string) {
  const passwords = new Map<string, { password: string; hash: string }>();
  for (const { username } of demoAccounts(tenantId)) {
    const password = randomBytes(12).toString('base64url');
    passwords.set(username, { password, hash: await hashPassword(password) });
  }
  return passwords;
}

/**
 * Creates tenants one after the other, each in one transaction. After an interruption the next start creates the
 * missing tenants. Calls `made` after each tenant.
 */
export async function seedTenantsOf(
  missing: readonly SeedTenant[],
  options: SeedOptions,
  made: (tenantId: string) => void = () => {},
): Promise<void> {
  if (options.config.seed.kind === 'none') {
    for (const { id } of missing) {
      await seedPlatform(options);
      made(id);
    }
    return;
  }
  if (missing.length === 0) return;
  const published = await hashPassword(demoPassword);
  for (const tenant of missing) {
    options.log(`演示数据：${tenant.name}`);
    const random = options.randomPasswords ? await randomPasswordsOf(tenant.id) : null;
    const password = { hashOf: (name: string) => (random ? (random.get(name)?.hash ?? null) : published), demo: true };
    let isOurs = false;
    const work = async (tx: Tx) => {
      isOurs = await seedUnlessMade(tx, tenant, password, options);
    };
    // Sees the HTTP layer's rows, because application numbers are among them.
    const scope = { ...systemScope('seed', tenant.id), http: true };
    const seedWith = (db: Db) => db.scoped(scope, work, { statementMs: 3_600_000 });
    await (options.ownerUrl === undefined ? seedWith(options.db) : asOwner(options.ownerUrl, seedWith));
    if (random && isOurs) {
      options.log(`演示账号（${tenant.name}），密码只显示这一次：`);
      for (const [name, { password: word }] of random) options.log(`  ${name.padEnd(12)}  ${word}`);
    }
    if (!isBulk(countOf(tenant, options))) await readAllNames(options.db, [tenant.id]);
    made(tenant.id);
  }
  // Updates statistics. Without them the first lists would be planned as if the tables were empty.
  if (options.ownerUrl === undefined) return;
  await vacuumAnalyze(options.ownerUrl, bulkTables);
  // A bulk insert has already built the indexes of its tables.
  if (options.config.seed.kind === 'demo' && !missing.some((tenant) => isBulk(countOf(tenant, options))))
    await rebuildIndexes(options.ownerUrl);
}

/** Creates the platform and, if configured, the demo; existing data stays. Returns the created tenants. */
export async function seedDatabase(options: SeedOptions): Promise<string[]> {
  await updateToEdition(options);
  const missing = await missingTenants(options);
  await seedTenantsOf(missing, options);
  return options.config.seed.kind === 'none' ? [] : missing.map(({ id }) => id).filter((id) => id !== '0');
}

async function asOwner(ownerUrl: string, work: (db: Db) => Promise<unknown>) {
  const db = openDb(ownerUrl, { max: 1 });
  try {
    await work(db);
  } finally {
    await db.close();
  }
}
