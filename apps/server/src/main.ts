import { randomBytes } from 'node:crypto';
import { flushCompileCache } from 'node:module';
import { isIPv6, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { formatInstant } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import { productVersion, release } from '@anlan/contract/release';
import { readConfig, type Config } from './config.ts';
import { eachTenant } from './kernel/each-tenant.ts';
import { moveClock, systemClock } from './kernel/clock.ts';
import { demoPassword } from './modules/user/seed.ts';
import { lockDemoAccounts, openDemoAccounts } from './platform/db/demo-accounts.ts';
import { openDb } from './platform/db/index.ts';
import { migrate } from './platform/db/migrate.ts';
import { rescueAdmin } from './platform/db/rescue-admin.ts';
import { assertAppRole, sessionUrlOf } from './platform/db/roles.ts';
import { holdServerLock } from './platform/db/server-lock.ts';
import { hashPassword, verifyPassword } from './platform/password/index.ts';
import { readSecrets, secretsFile } from './platform/secrets/index.ts';
import { accountsTable, refusal } from './platform/start/accounts.ts';
import { openDatabase } from './platform/start/database.ts';
import { createOutbound } from './platform/outbound/index.ts';
import { createSimulatorSms } from './platform/sms/simulator.ts';
import { createVendorSms } from './platform/sms/vendor.ts';
import { collectGarbage } from './platform/start/collect-garbage.ts';
import { checkPort, listenProblem } from './platform/start/listen-port.ts';
import { diskFullProblem } from './platform/start/start-remedies.ts';
import { productionFaults } from './platform/start/production.ts';
import { startCommand } from './platform/start/own-command.ts';
import { faceOf, payOf, startSimulator, tianyanchaOf, wxopenOf } from './platform/start/simulator.ts';
import { StartError } from './platform/start/start-error.ts';

type App = Awaited<ReturnType<typeof import('./open-app.ts').openApp>>;

const words = new Set(process.argv.slice(2));
const say = (line: string) => console.log(line);

// Data folder. When a start fails, the disk of this folder is checked.
let dataDir = process.cwd();
// Cleanup functions. They run at the end, in reverse order.
const undo: (() => Promise<void>)[] = [];
let ending: Promise<never> | undefined;
const end = (code: number) => (ending ??= close(code));
async function close(code: number): Promise<never> {
  setTimeout(() => process.exit(1), 30_000).unref();
  for (const step of undo.reverse())
    await step().catch((error: unknown) => console.error(error instanceof Error ? error.message : error));
  process.exit(code);
}

const loopbackOf = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);
const urlOf = ({ host }: Config, port: number) => `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;

function checkConfig(config: Config) {
  for (const line of config.warnings) say(`提醒：${line}`);
  if (!config.production) return;
  const faults = productionFaults(config, [secretsFile(config.dataDir), join(config.dataDir, 'database.json')]);
  if (faults.length > 0) throw new StartError(`生产环境不能启动：${faults.join('；')}。`);
}

/** Resolves when the start script has built the page. Without a page build it resolves at once. */
const pageBuilt = words.has('--page-follows')
  ? new Promise<void>((done) => process.once('message', () => done()))
  : Promise.resolve();

async function checkAccounts(config: Config, appUrl: string) {
  const isPublished = async (hash: string) => hash !== '' && verifyPassword(hash, demoPassword);
  const accounts = await openDemoAccounts(appUrl, isPublished);
  if (config.production) {
    const reason = '这是生产环境（NODE_ENV=production）';
    if (accounts.length > 0) throw new StartError(refusal(accounts, reason));
    const others = await openDemoAccounts(appUrl);
    if (others.length > 0) throw new StartError(refusal(others, reason, '还能登录'));
  }
  if (accounts.length === 0) return accounts;
  if (!config.loopback) throw new StartError(refusal(accounts, `服务将监听本机以外的地址（HOST=${config.host}）`));
  if (config.exposed)
    throw new StartError(
      refusal(accounts, '别处会访问到服务（设了 PUBLIC_URL、TRUST_PROXY、DIRECTORY_PROXY 或 WXOPEN_REDIRECT）'),
    );
  return accounts;
}

async function verifyAudit(appUrl: string): Promise<boolean> {
  const { verifyHashChain } = await import('./hash-chaining.ts');
  const results = await verifyHashChain(appUrl);
  for (const { line } of results) say(line);
  return results.every(({ broken }) => !broken);
}

/** Restores access for a tenant's administrator; only this output shows the password (S34). */
async function rescue(appUrl: string): Promise<boolean> {
  const args = process.argv.slice(2);
  const [tenantId = '', username = null] = args.slice(args.indexOf('--rescue-admin') + 1);
  if (!/^\d{1,19}$/.test(tenantId)) {
    say(`请写明租户编号：${startCommand('--rescue-admin <租户编号> [用户名]')}`);
    return false;
  }
  const password = randomBytes(12).toString('base64url');
  const { dutyPermits } = await import('./modules/access/index.ts');
  const done = await rescueAdmin(appUrl, {
    tenantId,
    username,
    passwordHash: await hashPassword(password),
    passwordEndsAt: new Date(systemClock.now().getTime() + limits.oneTimePassword.seconds * 1000),
    rememberedPasswords: limits.password.protectedLast - 1,
    otherDuties: dutyPermits.flatMap(({ permit, duty }) => (duty === 'security' ? [] : permit)),
  });
  if ('problem' in done) {
    say(
      done.problem === 'no tenant'
        ? `没有租户 ${tenantId}。`
        : done.problem === 'other duty'
          ? `租户 ${tenantId} 已启用等级保护三级，${username ?? '此人'}已是系统管理员或审计管理员，请写明另一位监管人员的用户名。`
          : username === null
            ? '没有人持有管理员角色，请在租户编号后写明要恢复的用户名。'
            : `租户 ${tenantId} 没有可恢复的用户 ${username}。`,
    );
    return false;
  }
  say(`租户 ${tenantId} 的管理员 ${done.username} 已恢复，一次性密码 ${password}（只显示这一次，登录后须修改）。`);
  say('此人原有的登录已全部结束，第二验证已取消；审计中已留下记录。');
  return true;
}

/** Re-encrypts every classified field with new data keys. It also works while a server runs. */
async function rotateDataKeys(appUrl: string, masterKey: string) {
  const { createVault } = await import('./platform/vault/index.ts');
  const { rotateKeys } = await import('./platform/vault/rotation.ts');
  const { createAuditModule } = await import('./modules/audit/index.ts');
  const { systemScope } = await import('./kernel/scope.ts');
  const db = openDb(appUrl, { max: 2 });
  try {
    const vault = createVault({ db, masterKey, freshMs: 0 });
    const vaultOf = (tenantId: string) => vault.of({ scope: { tenantId } });
    const { values, resumed } = await rotateKeys({ appUrl, masterKey, vaultOf });
    const summary = `${resumed ? '接着上次没有做完的轮换，' : '数据密钥已轮换，'}重新加密 ${values} 个字段`;
    await db.scoped(systemScope('rotate keys', '0'), (tx) =>
      createAuditModule({ db }).record(tx, {
        call: 'maintenance.rotateKeys',
        objectType: 'tenant',
        objectId: '0',
        note: summary,
      }),
    );
    say(`${summary}。`);
  } finally {
    await db.close();
  }
}

const repairTodos = ({ app, repairTodos: repair }: App, tenantIds: readonly string[]) =>
  eachTenant(tenantIds, repair).catch((error: unknown) => app.log.error({ err: error }, 'to-dos'));

async function start() {
  if (words.has('--version')) {
    say(`安澜 ${productVersion}，发布 ${release}`);
    return process.exit(0);
  }
  const config = readConfig(process.env, process.cwd());
  ({ dataDir } = config);
  checkConfig(config);
  moveClock(config.clockOffsetMs);
  if (config.clockOffsetMs > 0) say(`时钟拨快：服务按 ${formatInstant(systemClock.now())} 运行（CLOCK_OFFSET）。`);
  const serves = ![
    '--migrate-only',
    '--seed-only',
    '--lock-demo',
    '--verify-audit',
    '--rescue-admin',
    '--rotate-keys',
  ].some((word) => words.has(word));

  const opening = openDatabase(config, say);
  let ours = true;
  undo.push(async () => {
    const database = await opening.catch(() => null);
    await (ours ? database?.stop() : database?.leave());
  });
  const database = await opening;
  if (database.embedded) {
    try {
      const lock = await holdServerLock(database.ownerUrl, urlOf(config, config.port));
      undo.push(() => lock.release());
    } catch (error) {
      ours = false;
      // Only these commands may run while a server runs.
      if (!['--lock-demo', '--verify-audit', '--rescue-admin', '--rotate-keys'].some((word) => words.has(word)))
        throw error;
    }
  }
  if (serves && config.port !== 0) await checkPort(config.host, config.port);

  const { appUrl, isAhead } = await migrate(database.ownerUrl, {
    appUrl: config.databaseAppUrl,
    auditMonths: config.auditMonths,
    onFile: (name) => say(`更新数据库结构：${name}`),
  });
  if (isAhead) say('数据库已由更新的版本升级，本版本可以继续使用，不改动数据库结构。');
  await assertAppRole(appUrl, isAhead);
  if (words.has('--lock-demo')) {
    say(`已停用 ${await lockDemoAccounts(appUrl)} 个演示账号，它们的登录已全部结束。`);
    return end(0);
  }
  if (words.has('--rescue-admin')) return end((await rescue(appUrl)) ? 0 : 1);
  if (words.has('--migrate-only')) return end(0);
  if (words.has('--verify-audit')) return end((await verifyAudit(appUrl)) ? 0 : 1);
  const secrets = readSecrets(config.dataDir, config.secrets);
  if (words.has('--rotate-keys')) {
    await rotateDataKeys(appUrl, secrets.vaultMasterKey);
    return end(0);
  }
  const simulator =
    serves && config.simulator ? startSimulator(config.simulator, join(config.dataDir, 'simulator')) : null;
  if (simulator) undo.push(() => simulator.stop());
  const { nothingToSeed, startSeeding } = await import('./seeding.ts');
  const keys = { appUrl, ownerUrl: database.ownerUrl, masterKey: secrets.vaultMasterKey };
  const seeding = isAhead ? nothingToSeed : await startSeeding(config, keys, say);
  undo.push(() => seeding.stop());
  // Whether the server may start before the seed is complete. Demo passwords are public, so accounts with them must
  // never exist while others reach the server. Such a server runs the whole seed first and is then refused.
  const isPrivate = serves && !config.production && config.loopback && !config.exposed;
  // Loads the program in parallel with the seed.
  const program = serves ? import('./open-app.ts') : undefined;
  await (isPrivate ? seeding.first : seeding.whole);
  await checkAccounts(config, appUrl);
  if (!serves) return end(0);

  const { openApp } = await (program ?? import('./open-app.ts'));
  await pageBuilt;
  const outside = simulator && (await simulator.facts);
  let here = config.publicUrl ?? urlOf(config, config.port);
  // The simulator sends callbacks only to this machine, whatever address was entered.
  let door = urlOf({ ...config, host: loopbackOf(config.host) }, config.port);
  // Addresses of the simulated vendors take the place of missing vendor settings.
  const vendors = outside && {
    wxopen: config.wxopen ?? wxopenOf(outside, () => `${here}/authredirect`),
    // Simulates either all payment vendors or none, so that real and simulated payments never mix.
    pay: config.pay.wechat || config.pay.alipay ? config.pay : payOf(outside, () => door),
    tianyancha: config.tianyancha ?? tianyanchaOf(outside),
    face: config.face ?? faceOf(outside),
    wechatBase: config.wechatBase ?? `${outside.address}/wx`,
    allowPrivate: [...config.allowPrivate, new URL(outside.address).hostname],
  };
  const { allowPrivate } = vendors ?? config;
  const sms = config.sms
    ? createVendorSms(config.sms, createOutbound({ allowPrivate }))
    : outside && createSimulatorSms(outside.address, () => here);
  const app = await openApp({
    config: { ...config, ...vendors },
    appUrl,
    sessionUrl: sessionUrlOf(database.ownerUrl, appUrl),
    secrets,
    say,
    pendingTenants: seeding.pending,
    ...(sms ? { sms } : {}),
  });
  undo.push(() => app.close());
  await app.app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    throw listenProblem(config.host, config.port, error) ?? error;
  });
  const address: AddressInfo | string | null = app.app.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : config.port;
  here = config.publicUrl ?? urlOf(config, port);
  door = urlOf({ ...config, host: loopbackOf(config.host) }, port);
  simulator?.serves(door);
  say(`ready ${urlOf(config, port)}`);
  const early = seeding.made();
  const repaired = repairTodos(app, early);
  const made = await seeding.whole;
  const late = made.filter((id) => !early.includes(id));
  // A checkpoint after the seed lets PostgreSQL delete the seed's WAL.
  if (made.length > 0) void repaired.then(() => repairTodos(app, late)).then(() => database.checkpoint());
  if (database.embedded && config.roles.has('worker')) {
    const { startBackups } = await import('./platform/backup/start.ts');
    const { examineAudit: examine } = await import('./hash-chaining.ts');
    const { dataDir } = config;
    const backups = await startBackups({ ...config.backup, dataDir, ...database.embedded, examine, log: say });
    undo.push(() => backups.stop());
  }
  const { offerFirstLink } = await import('./modules/user/index.ts');
  await offerFirstLink({ db: app.db, clock: systemClock, dataDir: config.dataDir, here, say });
  const accounts = await checkAccounts(config, appUrl);
  if (accounts.length > 0) say(accountsTable(accounts, demoPassword));
  if (outside) say(`  收到的短信  ${outside.address}（模拟器，也用来扫码和付款，只在本机）`);
  else if (simulator) say('提醒：模拟器没有启动，短信发不出去，微信登录不了，也付不了款。');
  collectGarbage();
  // Writes the compile cache now, because a killed process would not write it at exit.
  flushCompileCache();
  return undefined;
}

function fail(error: unknown) {
  if (ending) return;
  console.error(error instanceof StartError ? error.message : (diskFullProblem(error, dataDir) ?? error));
  void end(1);
}

// Ignores write errors: a closed terminal accepts no output, but the server continues until a stop signal.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
process.on('uncaughtException', fail);
process.on('unhandledRejection', fail);
// Stops when the start script has disappeared, because nobody else would stop this process.
if (process.channel) {
  process.on('disconnect', () => void end(0));
  process.channel.unref();
}
start().catch(fail);
