// What a start brings to this edition: the menu, preset roles, divisions, and fields that are encrypted since. A stamp in
// the database says for which edition that is done, so that later starts need not search for it again.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { station } from '@anlan/contract/modules/station/resource';
import { editionText, seedMenu, updatePresets } from '#modules/access/seed.ts';
import { createAuditModule } from '#modules/audit/index.ts';
import { divisionsFile, updateDivisions } from '#modules/dictionary/seed.ts';
import { encryptEnterprises } from '#modules/enterprise/index.ts';
import { encryptMessages } from '#modules/sms/index.ts';
import { createTenantModule } from '#modules/tenant/index.ts';
import { hasTenant } from '#modules/tenant/seed.ts';
import { encryptPeople, indexMails } from '#modules/user/index.ts';
import { systemScope } from '#kernel/scope.ts';
import { encryptStored } from '#kit/stored-rows.ts';
import { withConnection } from '#platform/db/connection.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { migrationsFolder, underMigrationLock } from '#platform/db/migrate.ts';
import { createVault } from '#platform/vault/index.ts';

/** What an update needs. */
export interface UpdateOptions {
  db: Db;
  /** Wraps the keys that fields are encrypted with. */
  masterKey: string;
  /** The owner's address: only the owner reads and writes the stamp. Without it nothing is skipped. */
  ownerUrl?: string;
  log: (line: string) => void;
}

/** What came with an older edition becomes what comes with this one; what people changed of it stays. */
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

/** Encrypts what is stored from before its field was encrypted; answers how many rows that were. */
async function encryptSeeded({ db, masterKey, ownerUrl, log }: UpdateOptions, tenantIds: readonly string[]) {
  const vault = createVault({ db, masterKey });
  let [encrypted, firms, messages] = [0, 0, 0];
  const work = async () => {
    for (const tenantId of tenantIds) {
      encrypted += await encryptPeople({ db, vault }, tenantId);
      await indexMails({ db, vault }, tenantId);
      firms += await encryptEnterprises({ db, vault }, tenantId);
      firms += await encryptStored({ db, vault }, station, tenantId);
      messages += await encryptMessages({ db, vault }, tenantId);
    }
    if (encrypted > 0) log(`已加密保存 ${encrypted} 个用户的手机号码和邮箱`);
    if (messages > 0) log(`已加密保存 ${messages} 条待发短信的手机号码`);
    if (firms > 0) log(`已加密保存 ${firms} 家企业和场站的电话`);
  };
  await (ownerUrl === undefined ? work() : underMigrationLock(ownerUrl, work));
  return encrypted + firms + messages;
}

/** What this edition would bring: another one has another stamp. */
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
       on conflict (single) do update set stamp = excluded.stamp, written_at = now()`,
      [stamp],
    ),
  );

/** Brings what is there to this edition, once; a wrong master key ends every start here. */
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
  // While nodes of the edition before still run, they may store what is not encrypted yet: the next start searches again.
  if (ownerUrl !== undefined && encrypted === 0) await writeStamp(ownerUrl, stamp);
}
