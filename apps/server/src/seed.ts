import { seedMenu, seedRoles } from '#modules/access/seed.ts';
import { createAuditModule } from '#modules/audit/index.ts';
import { seedContents } from '#modules/content/seed.ts';
import { seedStreets } from '#modules/dictionary/regions/seed.ts';
import { seedCodes, seedDictionaries } from '#modules/dictionary/seed.ts';
import { columnsOf, phonesAfter, recountFacts, encryptPhones, tagsOf } from '#modules/enterprise/index.ts';
import { generateEnterprises, type EnterpriseSeed } from '#modules/enterprise/seed.ts';
import { firmCount, seedPlaces, townsOf } from '#modules/enterprise/demo/seed.ts';
import { seedColorMonths } from '#modules/enterprise/statistics/seed.ts';
import { reserveNumbers } from '#kit/number-store.ts';
import { seedReviews } from '#modules/enterprise/pending/seed.ts';
import { readAllNames } from './name-readings.ts';
import { seedRiskRules } from '#modules/risk/rule/seed.ts';
import { seedAnnouncements } from '#modules/notice/announcement/seed.ts';
import { seedStations, stationFirms, type DemoFirm } from '#modules/station/seed.ts';
import { hasTenant, seedTenant, seedTenants, type SeedTenant } from '#modules/tenant/seed.ts';
import { demoAccounts, demoPassword, seedBindings, seedUsers } from '#modules/user/seed.ts';
import { profileRate } from '@anlan/contract/modules/enterprise/profile-rate';
import { createReadStream } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { dayOf } from '@anlan/contract/domain/instant';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { newId } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import { copiesOf, copyIn, createStatistics, inBulk, insertAll, rebuildIndexes, settle } from '#platform/db/bulk.ts';
import { openDb, type Db, type Tx } from '#platform/db/index.ts';
import { newKey, type Files } from '#platform/files/index.ts';
import { generatePeople } from '#platform/demo/people.ts';
import { hashPassword } from '#platform/password/index.ts';
import { createVault, type TenantVault, type Vault } from '#platform/vault/index.ts';
import type { Config } from '#config';
import { updateToEdition } from './edition-update.ts';
import { modules } from './modules.ts';
import { seedContext } from '#kit/seed-store.ts';
import { seedWaiting } from '#modules/notice/todo/seed.ts';

/** What a seed needs. */
export interface SeedOptions {
  db: Db;
  /** Wraps the keys that phones are sealed with. */
  masterKey: string;
  config: Pick<Config, 'seed'>;
  /** The owner's address: enterprises in a number that was asked for are copied, which only the owner can. */
  ownerUrl?: string;
  /** How many enterprises a tenant gets; SEED=<number> asks for the first tenant's. */
  counts?: Partial<Record<SeedTenant['id'], number>>;
  /** Where the sample licence goes; without it no enterprise has one. */
  files?: Files;
  log: (line: string) => void;
  clock?: Clock;
}

const seedNumber = 20_261_121;
const officersPerTenant = 8;
const chunk = 2_000;

interface Owners {
  organId: string;
  officerIds: string[];
  /** The stored sample licence, which all enterprises of the demonstration share. */
  licence: { key: string; sizeBytes: number; sha256: string } | null;
  /** Codes of the streets that the tenant keeps in one district, by name. */
  streets: ReadonlyMap<string, string>;
}

// The tenant of the demonstration that keeps streets, and the district they lie in.
const streetTenant = '1';
const streetDistrict = '330108';

// From here on indexes are quicker made anew than kept up row by row.
const manyRows = 20_000;
/** Whether so many enterprises come in bulk, which locks their tables until the tenant is made. */
export const isBulk = (count: number | undefined): boolean => (count ?? 0) >= manyRows;
const bulkTables = ['enterprise', 'enterprise_tag', 'file'] as const;
/** Rows on their way to the tables of an enterprise. */
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

function rowOf(
  tenantId: string,
  id: string,
  made: EnterpriseSeed,
  owners: Owners,
  ids: string[],
  licence: string | null,
  own: TenantVault,
) {
  const { hasLicence, officerIndex, parentIndex, ...file } = made;
  const street = file.regionCode === streetDistrict ? owners.streets.get(file.town ?? '') : undefined;
  return {
    ...columnsOf(file),
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

/** Puts a tenant's enterprises in place; answers the ids of the pair that one head runs. */
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
  const copy = async (all: ReturnType<typeof copiesOf>[]) => {
    for (const copies of all) await copyIn(tx, copies);
  };
  // The next rows are made up while the database takes these.
  const flush = async () => {
    // In bulk no trigger writes the tags.
    const written = isBulk(count) ? bulkTables : bulkTables.filter((table) => table !== 'enterprise_tag');
    const all = written.map((table) => [table, made[table]] as const);
    const copies = isBulk(count) ? all.map(([table, rows]) => copiesOf(table, rows)) : null;
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
    const row = rowOf(tenant, id, one, owners, ids, licence, own);
    made.enterprise.push(row);
    // No trigger says it in bulk.
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
  // Numbers of the seed's own day go on after those that the generator gave out.
  await reserveNumbers(tx, `enterprise ${today}`, ids.length);
  await seedStations(tx, firms, seedNumber, (options.clock ?? systemClock).now(), vault);
  return seedPlaces.pair.flatMap((place) => ids[place] ?? []);
}

// A number below a unit's own makes that unit smaller too; above, it is the first unit's alone.
const countOf = ({ id }: SeedTenant, { config: { seed }, counts }: SeedOptions) =>
  counts?.[id] ??
  (seed.kind === 'count' && (id === '1' || (id !== '0' && seed.enterprises < firmCount(id)))
    ? seed.enterprises
    : undefined);

async function seedOne(
  tx: Tx,
  tenant: SeedTenant,
  password: { hash: string | null; demo: boolean },
  options: SeedOptions,
) {
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
    const workable = isBulk(count) ? await inBulk(tx, bulkTables, work) : await work();
    // Bulk tells the facts nothing.
    await recountFacts(tx);
    await seedColorMonths(tx, (options.clock ?? systemClock).now());
    if (count === undefined) await seedReviews(tx, (options.clock ?? systemClock).now());
    await seedRiskRules(tx, (options.clock ?? systemClock).now());
    await seedWaiting(tx, options.db, options.clock ?? systemClock);
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
      own,
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

/** The platform without a demonstration: its first administrator sets their password with a link that the start makes. */
const seedPlatform = (options: SeedOptions) =>
  options.db.scoped(systemScope('seed', '0'), (tx) =>
    seedOne(tx, seedTenants[0], { hash: null, demo: false }, options),
  );

/** The tenants that this installation is to have and lacks, in the order in which they are made. */
export async function missingTenants({ db, config }: Pick<SeedOptions, 'db' | 'config'>): Promise<SeedTenant[]> {
  const missing: SeedTenant[] = [];
  for (const tenant of config.seed.kind === 'none' ? seedTenants.slice(0, 1) : seedTenants)
    if (!(await db.scoped(systemScope('seed', tenant.id), hasTenant))) missing.push(tenant);
  return missing;
}

/**
 * Makes tenants one after the other, each in one transaction: a seed that is cut off goes on at the next start with those
 * that are still missing. `made` is called after each.
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
  const password = { hash: await hashPassword(demoPassword), demo: true };
  for (const tenant of missing) {
    options.log(`演示数据：${tenant.name}`);
    const work = async (tx: Tx) => {
      // Another node that starts at the same time makes it too.
      await tx.client.query(`select pg_advisory_xact_lock(hashtext('anlan'), hashtext('seed'))`);
      if (!(await hasTenant(tx))) await seedOne(tx, tenant, password, options);
    };
    // Sees the HTTP layer's rows: numbers of applications are some of them.
    const scope = { ...systemScope('seed', tenant.id), http: true };
    const seedWith = (db: Db) => db.scoped(scope, work, { statementMs: 3_600_000 });
    await (options.ownerUrl === undefined ? seedWith(options.db) : asOwner(options.ownerUrl, seedWith));
    await readAllNames(options.db, [tenant.id]);
    made(tenant.id);
  }
  // Without statistics the first lists after a large import would be planned for empty tables.
  if (options.ownerUrl === undefined) return;
  await settle(options.ownerUrl, bulkTables);
  if (options.config.seed.kind === 'demo') await rebuildIndexes(options.ownerUrl);
}

/**
 * Puts the platform and, when asked, the demonstration in place; what is there already stays as it is. Answers the
 * tenants that were made.
 */
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
