// The public account of a unit of the demonstration; the simulator knows the same secrets, made the same way.
import { createHash } from 'node:crypto';
import type { SeedContext } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { addSeeded, keepSecrets } from './account-store.ts';

/** App id of a demonstration's account, by its tenant. */
const demoAppId = (tenantId: string): string => `wxdemo${tenantId.padStart(12, '0')}`;
const made = (appId: string, what: string) => createHash('sha256').update(`anlan demo ${what} ${appId}`).digest('hex');
/** Secrets of a demonstration's account: they open nothing but the simulator. */
const demoSecrets = (appId: string) => ({
  secret: made(appId, 'secret').slice(0, 32),
  token: made(appId, 'token').slice(0, 20),
  aesKey: made(appId, 'key').slice(0, 42) + 'A',
});

/** Adds the account. */
export async function seedAccounts(tx: Tx, { vault, now }: SeedContext): Promise<void> {
  const appId = demoAppId(tx.scope.tenantId);
  const id = await addSeeded(tx, { appId, name: '安全生产服务号', at: now });
  await keepSecrets(tx, await vault.of(tx), id, demoSecrets(appId));
}
