// Demo public accounts: the unit's and the published enterprise's. The simulator derives the same accounts and secrets.
import { createHash } from 'node:crypto';
import type { SeedContext } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { addSeeded, keepSecrets, ofUnit } from './account-store.ts';

const demoAppIds = (tenantId: string) => ({
  unit: `wxdemo${tenantId.padStart(12, '0')}`,
  enterprise: `wxdemoent${tenantId.padStart(9, '0')}`,
});
const made = (appId: string, what: string) => createHash('sha256').update(`anlan demo ${what} ${appId}`).digest('hex');
const demoSecrets = (appId: string) => ({
  secret: made(appId, 'secret').slice(0, 32),
  token: made(appId, 'token').slice(0, 20),
  aesKey: made(appId, 'key').slice(0, 42) + 'A',
});

export async function seedAccounts(tx: Tx, { vault, now, own: [enterpriseId] }: SeedContext): Promise<void> {
  const appIds = demoAppIds(tx.scope.tenantId);
  const all = [
    { appId: appIds.unit, name: '安全生产服务号', enterpriseId: ofUnit },
    ...(enterpriseId === undefined ? [] : [{ appId: appIds.enterprise, name: '职工安全服务号', enterpriseId }]),
  ];
  const keys = await vault.of(tx);
  for (const one of all) await keepSecrets(tx, keys, await addSeeded(tx, { ...one, at: now }), demoSecrets(one.appId));
}
