import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../apps/server/src/config.ts';
import { openApp } from '../apps/server/src/open-app.ts';
import { moveClock } from '../apps/server/src/kernel/clock.ts';
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { openDb } from '../apps/server/src/platform/db/index.ts';
import { faceOf, payOf, tianyanchaOf, wxopenOf } from '../apps/server/src/platform/start/simulator.ts';
import { readSecrets } from '../apps/server/src/platform/secrets/index.ts';
import { createSimulatorSms } from '../apps/server/src/platform/sms/simulator.ts';
import { seedTenants } from '../apps/server/src/modules/tenant/seed.ts';
import { seedDatabase } from '../apps/server/src/seed.ts';
import { copyDatabase, testMasterKey, type Template } from '../apps/server/testing/cluster.ts';
import { createSimulator } from '../apps/simulator/src/server.ts';

const pages = join(import.meta.dirname, '../apps/web/dist');

const demonstration: Template = {
  name: 'anlan_demo_template',
  async fill(appUrl, ownerUrl) {
    const db = openDb(appUrl, { max: 1 });
    const options = { db, masterKey: testMasterKey, config: { seed: { kind: 'demo' as const } }, ownerUrl };
    await seedDatabase({ ...options, log: () => {} }).finally(() => db.close());
    await createTodos(appUrl);
    // Updates the planner statistics; nothing else does so in a test cluster.
    await withConnection(ownerUrl, (client) => client.query('vacuum (analyze)'));
  },
};

/** Creates the to-dos of the demonstration, as the first start of a server does. */
async function createTodos(appUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'anlan-e2e-'));
  const config = readConfig({ LOG_LEVEL: 'silent', NODE_ENV: 'test', VAULT_MASTER_KEY: testMasterKey }, dataDir);
  const secrets = readSecrets(config.dataDir, config.secrets);
  const app = await openApp({ config, appUrl, secrets, pages: null, often: false });
  for (const { id } of seedTenants) await app.repairTodos(id);
  await app.close();
  rmSync(dataDir, { recursive: true, force: true });
}

export const copyDemo = () => copyDatabase(demonstration);

export interface AppOptions {
  captcha?: boolean;
  encrypt?: boolean;
  /** Starts the server in production mode, without demonstration accounts. */
  production?: boolean;
  simulator?: boolean;
  /** Returns the names of the tenants whose seed is not finished. */
  pendingTenants?: () => readonly string[];
  directories?: object[];
  /** How far the clock of the server is ahead, such as `40d`. */
  clockOffset?: string;
}

/** Starts a complete server on a free port, with its own demonstration data and the clock of the browser. */
export async function openDemoApp({
  production = false,
  captcha = false,
  encrypt = false,
  simulator = false,
  pendingTenants = () => [],
  directories = [],
  clockOffset = '',
}: AppOptions = {}) {
  const { ownerUrl, appUrl, superuserUrl, drop } = await copyDemo();
  const dataDir = mkdtempSync(join(tmpdir(), 'anlan-e2e-'));
  const flag = (on: boolean) => (on ? 'on' : 'off');
  const config = readConfig(
    {
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      CAPTCHA: flag(captcha),
      ENCRYPT_RESPONSES: flag(encrypt),
      LOG_LEVEL: 'silent',
      NODE_ENV: production ? 'production' : 'test',
      DIRECTORIES: JSON.stringify(directories),
      VAULT_MASTER_KEY: testMasterKey,
      CLOCK_OFFSET: clockOffset,
    },
    dataDir,
  );
  moveClock(config.clockOffsetMs);
  const outside = simulator ? createSimulator() : null;
  const outsideUrl = outside && (await outside.listen(0));
  let here = '';
  const vendors = outside && {
    wxopen: wxopenOf({ address: outsideUrl ?? '', open: outside.open }, () => `${here}/authredirect`),
    pay: payOf({ address: outsideUrl ?? '', pay: await outside.pay() }, () => here),
    tianyancha: tianyanchaOf({ address: outsideUrl ?? '', companies: outside.companies }),
    face: faceOf({ address: outsideUrl ?? '', face: outside.face }),
    wechatBase: `${outsideUrl ?? ''}/wx`,
    allowPrivate: ['127.0.0.1'],
  };
  const app = await openApp({
    config: { ...config, ...vendors },
    appUrl,
    secrets: readSecrets(dataDir, config.secrets),
    pages,
    pendingTenants,
    ...(outsideUrl ? { sms: createSimulatorSms(outsideUrl, () => here) } : {}),
  });
  await app.app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the server listens on no port');
  here = `http://127.0.0.1:${address.port}`;
  outside?.serves(here);
  return {
    url: here,
    dataDir: config.dataDir,
    /** Address of the simulator; '' when it does not run. */
    outsideUrl: outsideUrl ?? '',
    repairTodos: app.repairTodos,
    nightly: app.doNow,
    superuserUrl: superuserUrl(),
    /** Runs a statement as the database owner, with the scope of the HTTP layer in one tenant. */
    sql: <T extends object>(text: string, values: unknown[] = [], tenantId = '1') =>
      sql<T>(ownerUrl, text, values, tenantId),
    async close() {
      await app.close();
      moveClock(0);
      await outside?.close();
      // Drops the database, because eighty databases would exceed the memory of a small machine.
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Runs a statement as the database owner, with the scope of the HTTP layer in one tenant. */
export const sql = <T extends object>(ownerUrl: string, text: string, values: unknown[] = [], tenantId = '1') =>
  withConnection(ownerUrl, async (client) => {
    await client.query(
      `select set_config('anlan.wall', 'on', false), set_config('anlan.tenant_id', $1, false),
         set_config('anlan.enterprise_from', '00000000-0000-0000-0000-000000000000', false),
         set_config('anlan.enterprise_to', 'ffffffff-ffff-ffff-ffff-ffffffffffff', false)`,
      [tenantId],
    );
    return (await client.query<T>(text, values)).rows;
  });
