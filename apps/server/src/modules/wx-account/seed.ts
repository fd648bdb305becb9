// Public accounts of the demonstration: a unit's, and that of the enterprise of its published accounts. The simulator knows
// the same ones, with secrets made the same way.
import { createHash } from 'node:crypto';
import type { SeedContext } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { addSeeded, keepSecrets, ofUnit } from './account-store.ts';

/** App ids of a demonstration's accounts, by its tenant. */
const demoAppIds = (tenantId: string) => ({
  unit: `wxdemo${tenantId.padStart(12, '0')}`,
  enterprise: `wxdemoent${tenantId.padStart(9, '0')}`,
});
const made = (appId: string, what: string) => createHash('sha256').update(`anlan demo ${what} ${appId}`).digest('hex');
/** Secrets of a demonstration's account: they open nothing but the simulator. */
const demoSecrets = (appId: string) => ({
  secret: made(appId, 'secret').slice(0, 32),
  token: made(appId, 'token').slice(0, 20),
  aesKey: made(appId, 'key').slice(0, 42) + 'A',
});

/** Adds the accounts. */
export async function seedAccounts(tx: Tx, { vault, now, own: [enterpriseId] }: SeedContext): Promise<void> {
  const appIds = demoAppIds(tx.scope.tenantId);
  const all = [
    { appId: appIds.unit, name: '安全生产服务号', enterpriseId: ofUnit },
    ...(enterpriseId === undefined ? [] : [{ appId: appIds.enterprise, name: '职工安全服务号', enterpriseId }]),
  ];
  const keys = await vault.of(tx);
  for (const one of all) await keepSecrets(tx, keys, await addSeeded(tx, { ...one, at: now }), demoSecrets(one.appId));
}
