// Start-up update of menu, preset roles, divisions and newly encrypted fields. A stamp in the database lets later
// starts skip it.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { station } from '@anlan/contract/modules/station/resource';
import { editionText, seedMenu, updatePresets } from '#modules/access/seed.ts';
import { createAuditModule } from '#modules/audit/index.ts';
import { divisionsFile, updateDivisions } from '#modules/dictionary/seed.ts';
import { encryptMessages } from '#modules/sms/index.ts';
import { createTenantModule } from '#modules/tenant/index.ts';
import { hasTenant } from '#modules/tenant/seed.ts';
import { encryptPeople, indexMails } from '#modules/user/index.ts';
import { systemScope } from '#kernel/scope.ts';
import { encryptStored } from '#kit/direct-row-writes.ts';
import { withConnection } from '#platform/db/connection.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { migrationsFolder, withMigrationLock } from '#platform/db/migrate.ts';
import { createVault } from '#platform/vault/index.ts';

export interface UpdateOptions {
  db: Db;
  /** Master key that encrypts the field encryption keys. */
  masterKey: string;
  /**
   * Database URL of the owner role, which alone can read and write the stamp. Without it every start runs the whole
   * update.
   */
  ownerUrl?: string;
  log: (line: string) => void;
}

/** Replaces preset texts of older editions. Texts that users changed are not touched. */
async function updateTexts({ db, log }: UpdateOptions) {
  const tenants = createTenantModule({ db });
  const audit = createAuditModule({ db });
  const step = (tenantId: string, objectType: string, work: (tx: Tx) => Promise<number>, words: string) =>
    db.scoped(systemScope('seed', tenantId), async (tx) => {
      const changed = await work(tx);
      if (changed === 0) return;
      if (objectType !== 'region') await tenants.bump(tx, 'menu');
      const note = `${words} ${changed} 条`;
      await audit.record(tx, { call: 'seed', objectType, objectId: tenantId, note });
      log(tenantId === '0' ? note : `租户 ${tenantId}：${note}`);
    });
  await step('0', 'region', updateDivisions, '行政区划更新');
  await step('0', 'menu', seedMenu, '菜单更新');
  const presets = (tx: Tx) => updatePresets(tx, audit);
  for (const tenantId of ['0', ...(await tenants.ids())]) await step(tenantId, 'role', presets, '预设角色更新');
}

/** Encrypts fields of rows that were stored before the field was declared encrypted. Returns the number of rows. */
async function encryptSeeded({ db, masterKey, ownerUrl, log }: UpdateOptions, tenantIds: readonly string[]) {
  const vault = createVault({ db, masterKey });
  let [encrypted, stations, messages] = [0, 0, 0];
  const work = async () => {
    for (const tenantId of tenantIds) {
      encrypted += await encryptPeople({ db, vault }, tenantId);
      await indexMails({ db, vault }, tenantId);
      stations += await encryptStored({ db, vault }, station, tenantId);
      messages += await encryptMessages({ db, vault }, tenantId);
    }
    if (encrypted > 0) log(`已加密保存 ${encrypted} 个用户的手机号码和邮箱`);
    if (messages > 0) log(`已加密保存 ${messages} 条待发短信的手机号码`);
    if (stations > 0) log(`已加密保存 ${stations} 个场站的电话`);
  };
  await (ownerUrl === undefined ? work() : withMigrationLock(ownerUrl, work));
  return encrypted + stations + messages;
}

/** Hash of this edition's menu, roles and divisions. It differs between editions. */
function editionStamp(): string {
  const hash = createHash('sha256').update(editionText());
  for (const name of readdirSync(migrationsFolder).sort()) hash.update(name);
  return hash.update(readFileSync(divisionsFile)).digest('hex');
}

async function readStamp(ownerUrl: string): Promise<string | undefined> {
  const { rows } = await withConnection(ownerUrl, (client) =>
    client.query<{ stamp: string }>('select stamp from seed_edition'),
  );
  return rows[0]?.stamp;
}

const writeStamp = (ownerUrl: string, stamp: string) =>
  withConnection(ownerUrl, (client) =>
    client.query(
      `insert into seed_edition (stamp) values ($1)
       on conflict (single) do update set stamp = excluded.stamp, written_at = anlan_now()`,
      [stamp],
    ),
  );

/** Updates the data once per edition. With a wrong master key every start fails. */
export async function updateToEdition(options: UpdateOptions): Promise<void> {
  const { db, masterKey, ownerUrl } = options;
  const vault = createVault({ db, masterKey });
  const tenantIds = ['0', ...(await createTenantModule({ db }).keptIds())];
  for (const tenantId of tenantIds) await vault.check(tenantId);
  const stamp = editionStamp();
  if (ownerUrl !== undefined && (await readStamp(ownerUrl)) === stamp) return;
  const encrypted = await encryptSeeded(options, tenantIds);
  const isThere = await db.scoped(systemScope('seed', '0'), hasTenant);
  if (isThere) await updateTexts(options);
  // Writes the stamp only when no row was left to encrypt. Nodes of the previous edition may still store plain text, so
  // the next start searches again.
  if (ownerUrl !== undefined && encrypted === 0) await writeStamp(ownerUrl, stamp);
}
