// The whole server in this process, on a database of its own, with a clock that tests set.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readConfig } from '#config';
import type { Clock } from '#kernel/clock.ts';
import type { PayChannel } from '#platform/pay/port.ts';
import { readSecrets } from '#platform/secrets/index.ts';
import { createVault } from '#platform/vault/index.ts';
import type { Patience } from '#http/load.ts';
import { openApp } from '../src/open-app.ts';
import { copyDatabase, testMasterKey } from './cluster.ts';
import { openFaceVendor } from './face-vendor.ts';
import { openInbox } from './inbox.ts';
import { openChannel } from './pay-channel.ts';
import { openDirectory, openVendor } from './vendors.ts';
import { openWay } from './way.ts';
import { openWechat } from './wx-vendor.ts';

/** What a test may set of its server. */
export interface TestAppOptions {
  /** Environment beside the defaults of tests. */
  env?: Record<string, string>;
  /** Folder of a built page. */
  pages?: string | null;
  /** A database that another server stands on. */
  database?: Awaited<ReturnType<typeof copyDatabase>>;
  /** Where messages of another server arrive. */
  inbox?: ReturnType<typeof openInbox>;
  /** Hears what a person at the terminal would. */
  say?: (line: string) => void;
  /** Without vendors that take money. */
  unpaid?: boolean;
  /** Without a service that compares faces. */
  faceless?: boolean;
  /** Other vendors that take money than those made up for tests. */
  channels?: (clock: Clock) => readonly PayChannel[];
  /** Names of tenants that a seed is still to make. */
  pendingTenants?: () => readonly string[];
  /** Shorter times. */
  patience?: Partial<Patience>;
}

const began = Date.parse('2026-03-02T02:00:00Z');

/** Opens a server; its counters by address, its captcha and its log on screen are off unless asked for. */
export async function openTestApp(options: TestAppOptions = {}) {
  const { env = {}, pages = null, database: given, inbox = openInbox(), say, patience } = options;
  const database = given ?? (await copyDatabase());
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
  // No stranger comes here, whatever a test says of proxies: the guards stand as they are asked for.
  const guards = { captcha: settings.CAPTCHA !== 'off', rateLimit: settings.RATE_LIMIT !== 'off' };
  const config = { ...readConfig(settings, folder), ...guards };
  const secrets = readSecrets(config.dataDir, config.secrets);
  let now = began;
  const clock = {
    now: () => new Date(now),
    /** Lets time pass. */
    pass(seconds: number) {
      now += seconds * 1000;
    },
  };
  const log: string[] = [];
  const pay = { wechat: openChannel('wechat', clock.now), alipay: openChannel('alipay', clock.now) };
  const faces = openFaceVendor();
  // A connection for each statement would take longer than the statement.
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
    // What the environment names wins over the made-up ones.
    ...(config.wxopen ? {} : { vendor: openVendor() }),
    ...(config.wechatBase === null ? { wechat: openWechat() } : {}),
    ...(config.directories.length > 0 ? {} : { directories: [openDirectory()] }),
    ...(say ? { say } : {}),
    ...(patience ? { patience } : {}),
    ...(options.pendingTenants ? { pendingTenants: options.pendingTenants } : {}),
    logStream: { write: (line) => void log.push(line) },
  });
  return {
    ...app,
    config,
    secrets,
    clock,
    /** Vendors that take money. */
    pay,
    /** Who compares faces. */
    faces,
    /** Opens what the server sealed. */
    vault: createVault({ db: app.db, masterKey: secrets.vaultMasterKey }),
    /** Every line that was logged. */
    log,
    /** Messages by SMS. */
    inbox,
    database,
    /** Runs one statement past row security, as nobody of the product can. */
    sql: async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
      (await beside.query<T>(text, values)).rows,
    async close() {
      await app.close();
      await beside.end();
      if (!given) await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A server under test. */
export type TestApp = Awaited<ReturnType<typeof openTestApp>>;

/** Opens a server whose database lies at the end of a way that tests can disturb. */
export async function openFarApp(options: Omit<TestAppOptions, 'database'> = {}) {
  const database = await copyDatabase();
  const way = await openWay(new URL(database.appUrl).searchParams.get('host') ?? '');
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
