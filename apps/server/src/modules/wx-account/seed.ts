// The public account of a unit of the demonstration; the simulator knows the same secrets, made the same way.
import { createHash } from 'node:crypto';
import { newId } from '#kernel/ids.ts';
import type { SeedContext } from '#kit/module.ts';
import { sql } from 'kysely';
import { scopedTenant, type Tx } from '#platform/db/index.ts';
import { keepSecrets } from './account-store.ts';

/** App id of a demonstration's account, by its tenant. */
export const demoAppId = (tenantId: string): string => `wxdemo${tenantId.padStart(12, '0')}`;
const made = (appId: string, what: string) => createHash('sha256').update(`anlan demo ${what} ${appId}`).digest('hex');
/** Secrets of a demonstration's account: they open nothing but the simulator. */
export const demoSecrets = (appId: string) => ({
  secret: made(appId, 'secret').slice(0, 32),
  token: made(appId, 'token').slice(0, 20),
  aesKey: made(appId, 'key').slice(0, 42) + 'A',
});

/** Adds the account. */
export async function seedAccounts(tx: Tx, { vault, now }: SeedContext): Promise<void> {
  const { tenantId } = tx.scope;
  const [appId, id] = [demoAppId(tenantId), newId()];
  await sql`insert into wx_account (tenant_id, id, name, app_id, kind, mode, enabled, created_at, updated_at)
    values (${scopedTenant}, ${id}, '安全生产服务号', ${appId}, 'service', 'safe', true, ${now}, ${now})`.execute(
    tx.kysely,
  );
  await keepSecrets(tx, await vault.of(tx), id, demoSecrets(appId));
}
