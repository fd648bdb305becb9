// Runs a module on a real database, without the server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Regions } from '#kernel/regions.ts';
import { enterpriseRange, mintScope, systemScope, type Scope } from '#kernel/scope.ts';
import type { Permit } from '@anlan/contract/permits';
import { insertAll } from '#platform/db/bulk-copy.ts';
import { openDb } from '#platform/db/index.ts';
import { copyDatabase } from './cluster.ts';

export async function openTestDatabase() {
  const { appUrl, drop } = await copyDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'anlan-test-'));
  const db = openDb(appUrl);
  return {
    appUrl,
    db,
    folder,
    async close() {
      await db.close();
      await drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>;

let lastTenant = 100_000;
export async function makeTenant({ db }: TestDatabase, userId: string): Promise<string> {
  lastTenant += 1;
  const tenantId = String(lastTenant);
  await db.scoped(systemScope('test', tenantId), async (tx) => {
    await insertAll(tx, 'tenant', [{ tenant_id: tenantId, name: `租户${tenantId}`, status: 'active' }]);
    await insertAll(tx, 'app_user', [
      {
        tenant_id: tenantId,
        id: userId,
        username: `regulator${tenantId}`,
        nick_name: '林知远',
        type: 'regulator',
        lock_flag: '0',
        demo: false,
        demo_mode: false,
        version: 1,
        created_at: new Date(),
        updated_at: new Date(),
      },
    ]);
  });
  return tenantId;
}

export const regulatorScope = (
  tenantId: string,
  userId: string,
  permits: Permit[] = [],
  regions: Regions = 'all',
): Scope =>
  mintScope({
    tenantId,
    userId,
    userName: '林知远',
    userType: 'regulator',
    ...enterpriseRange('regulator', null, regions),
    permits: new Set(permits),
    address: '127.0.0.1',
    requestId: 'test',
  });

export const staffScope = (tenantId: string, userId: string, enterpriseId: string): Scope =>
  mintScope({
    tenantId,
    userId,
    userName: '周明舟',
    userType: 'enterprise',
    enterpriseId,
    ...enterpriseRange('enterprise', enterpriseId, 'all'),
    permits: new Set(),
  });
