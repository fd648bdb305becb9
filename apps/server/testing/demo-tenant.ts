// A small demonstration tenant: rows of every module, and the demo accounts.
import { openDb } from '#platform/db/index.ts';
import { withConnection } from '#platform/db/connection.ts';
import { seedTenants } from '#modules/tenant/seed.ts';
import { demoPassword } from '#modules/user/seed.ts';
import { seedTenantsOf } from '../src/seed.ts';
import { openTestApp, type TestApp } from './app.ts';
import { trySignIn, type Tokens } from './client.ts';
import { copyDatabase, testMasterKey, type Template } from './cluster.ts';

export const demoTenantId = '1';
/** Time of the seed and of the server's clock. */
const at = new Date('2026-11-21T02:00:00Z');

const smallDemonstration: Template = {
  name: 'anlan_small_demo_template',
  async fill(appUrl, ownerUrl) {
    const db = openDb(appUrl, { max: 1 });
    const options = {
      db,
      masterKey: testMasterKey,
      config: { seed: { kind: 'count' as const, enterprises: 80 } },
      log: () => {},
    };
    const tenants = seedTenants.filter(({ id }) => id === '0' || id === demoTenantId);
    await seedTenantsOf(tenants, {
      ...options,
      clock: { now: () => at },
    }).finally(() => db.close());
    await withConnection(ownerUrl, (client) => client.query('analyze'));
  },
};

export async function openDemoTenant(): Promise<TestApp> {
  const database = await copyDatabase(smallDemonstration);
  const app = await openTestApp({ database });
  app.clock.pass((at.getTime() - app.clock.now().getTime()) / 1000);
  return { ...app, close: () => app.close().finally(() => database.drop()) };
}

export async function signInDemo(app: TestApp, username: string, tenantId = demoTenantId): Promise<string> {
  const answer = await trySignIn(app, tenantId, username, { password: demoPassword });
  if (answer.status !== 200) throw new Error(`sign-in of ${username}: ${answer.status} ${answer.text}`);
  return (answer.json as Tokens).access_token;
}
