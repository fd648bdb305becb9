// The whole server in this process, on its own database, with a clock that tests set.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#config';
import type { Clock } from '#kernel/clock.ts';
import type { PayChannel } from '#platform/pay/port.ts';
import { readSecrets } from '#platform/secrets/index.ts';
import { createVault } from '#platform/vault/index.ts';
import type { ConnectionLimits } from '#http/connection-limits.ts';
import { openApp } from '../src/open-app.ts';
import { copyDatabase, testMasterKey } from './cluster.ts';
import { openFaceVendor } from './face-vendor.ts';
import { openInbox } from './sms-inbox.ts';
import { openChannel } from './pay-channel.ts';
import { openDirectory, openVendor } from './identity-providers.ts';
import { openDatabaseProxy } from './database-proxy.ts';
import { openWechat } from './wx-vendor.ts';

export interface TestAppOptions {
  env?: Record<string, string>;
  pages?: string | null;
  database?: Awaited<ReturnType<typeof copyDatabase>>;
  inbox?: ReturnType<typeof openInbox>;
  say?: (line: string) => void;
  unpaid?: boolean;
  faceless?: boolean;
  channels?: (clock: Clock) => readonly PayChannel[];
  pendingTenants?: () => readonly string[];
  patience?: Partial<ConnectionLimits>;
}

const began = Date.parse('2026-03-02T02:00:00Z');

/** Opens a server; rate limits, captcha and console log are off by default. */
export async function openTestApp(options: TestAppOptions = {}) {
  const { env = {}, pages = null, database: sharedDatabase, inbox = openInbox(), say, patience } = options;
  const database = sharedDatabase ?? (await copyDatabase());
  const folder = mkdtempSync(join(tmpdir(), 'anlan-house-'));
  const settings = {
    CAPTCHA: 'off',
    RATE_LIMIT: 'off',
    SEED: 'none',
    NODE_ENV: 'test',
    DATA_DIR: join(folder, 'data'),
    VAULT_MASTER_KEY: testMasterKey,
    ...env,
  };
  // No other machine connects here, whatever proxies a test configures. The guards therefore use only the test's
  // settings.
  const guards = { captcha: settings.CAPTCHA !== 'off', rateLimit: settings.RATE_LIMIT !== 'off' };
  const config = { ...readConfig(settings, folder), ...guards };
  const secrets = readSecrets(config.dataDir, config.secrets);
  let now = began;
  const clock = {
    now: () => new Date(now),
    pass(seconds: number) {
      now += seconds * 1000;
    },
  };
  const log: string[] = [];
  const pay = { wechat: openChannel('wechat', clock.now), alipay: openChannel('alipay', clock.now) };
  const faces = openFaceVendor();
  // Uses a connection pool, because a new connection for each statement would take longer than the statement.
  const beside = new pg.Pool({ connectionString: database.superuserUrl(), max: 3, allowExitOnIdle: true });
  beside.on('error', () => {});
  const app = await openApp({
    config,
    appUrl: database.appUrl,
    secrets,
    clock,
    pages,
    sms: inbox.provider,
    often: false,
    channels: options.channels?.(clock) ?? (options.unpaid ? [] : [pay.wechat.channel, pay.alipay.channel]),
    ...(options.faceless || config.face ? {} : { faces: faces.vendor }),
    // Vendors that the test configures replace the default test vendors.
    ...(config.wxopen ? {} : { vendor: openVendor() }),
    ...(config.wechatBase === null ? { wechat: openWechat() } : {}),
    ...(config.directories.length > 0 ? {} : { directories: [openDirectory()] }),
    ...(say ? { say } : {}),
    patience: { closeMs: 1_000, ...patience },
    ...(options.pendingTenants ? { pendingTenants: options.pendingTenants } : {}),
    logStream: { write: (line) => void log.push(line) },
  });
  return {
    ...app,
    config,
    secrets,
    clock,
    pay,
    faces,
    vault: createVault({ db: app.db, masterKey: secrets.vaultMasterKey }),
    log,
    inbox,
    database,
    /** Runs one statement as superuser, without row security. Product code cannot do this. */
    sql: async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await beside.query<T>(text, values)).rows,
    async close() {
      await app.close();
      await beside.end();
      if (!sharedDatabase) await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

export async function openProxiedApp(options: Omit<TestAppOptions, 'database'> = {}) {
  const database = await copyDatabase();
  const way = await openDatabaseProxy(new URL(database.appUrl).searchParams.get('host') ?? '');
  const app = await openTestApp({ ...options, database: { ...database, appUrl: way.through(database.appUrl) } });
  return {
    ...app,
    way,
    async close() {
      await app.close();
      way.close();
      await database.drop();
    },
  };
}
