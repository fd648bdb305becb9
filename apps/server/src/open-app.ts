import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Calls, Handlers } from '@anlan/contract/http/call-table';
import type { Config } from '#config';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Infrastructure } from '#kit/infrastructure.ts';
import { createDayTurn } from '#kit/day-turn.ts';
import { openModules } from '#kit/module.ts';
import { alarmModule, auditModule } from '#modules/audit/index.ts';
import { noticeModule, todoModule } from '#modules/notice/index.ts';
import { enterpriseModule, type EnterpriseModule } from '#modules/enterprise/index.ts';
import { fileModule } from '#modules/file/index.ts';
import { orderModule } from '#modules/order/index.ts';
import { wxMessageModule } from '#modules/wx-message/index.ts';
import { sessionModule } from '#modules/session/index.ts';
import { smsModule } from '#modules/sms/index.ts';
import { tenantModule } from '#modules/tenant/index.ts';
import { userModule } from '#modules/user/index.ts';
import { userAdminModule } from '#modules/user-admin/index.ts';
import { readState } from '#platform/backup/backup-state.ts';
import { createTianyancha } from '#platform/company-lookup/index.ts';
import { createFaceHttp, type FaceCompare } from '#platform/face/index.ts';
import { openPassword, encryptAnswer } from '#platform/cipher/index.ts';
import { createBus } from '#platform/bus/index.ts';
import { subscribeToChanges } from '#platform/db/change-notifications.ts';
import { openDb } from '#platform/db/index.ts';
import { openFiles } from '#platform/files/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import { createDirectory, type Directory } from '#platform/ldap/index.ts';
import type { Secrets } from '#platform/secrets/index.ts';
import { openPayChannels, type PayChannel } from '#platform/pay/index.ts';
import { createPictures } from '#platform/pictures/index.ts';
import { openNodes } from '#platform/redis/shared-redis.ts';
import { noSms, type SmsProvider } from '#platform/sms/index.ts';
import { createVault } from '#platform/vault/index.ts';
import { createWechat, type Wechat } from '#platform/wechat/index.ts';
import { createWxOpen, type OauthVendor } from '#platform/wxopen/index.ts';
import { createOutbound } from '#platform/outbound/index.ts';
import { createGuard, ticketTarget, createHttpScope, createHttpScopeIn, workScope } from '#http/guard.ts';
import { openSockets, type SocketDeps } from '#http/live/sockets.ts';
import { isStompPath, openStompSockets } from '#http/live/stomp-sockets.ts';
import type { ConnectionLimits } from '#http/connection-limits.ts';
import { serveMetrics } from '#http/metrics.ts';
import { mount, type HttpLayer } from '#http/mount.ts';
import { mountPayNotices } from '#http/pay-notices.ts';
import { mountWxCallbacks } from '#http/wx-callbacks.ts';
import { openApi } from '#http/openapi.ts';
import { createRates } from '#http/rate-limits.ts';
import { createServer } from '#http/server.ts';
import { createProxyAccountReader } from '#http/trusted-proxy.ts';
import { createDemoDays } from './demo-days.ts';
import { scheduleNightlyCleanup, startFrequentJobs } from './nightly-cleanup.ts';
import { watchedOf, watchOperation } from './operation-watch.ts';
import { openAlarmWebhook } from './alarm-webhook.ts';
import { watchMessenger } from './sms-sender-watch.ts';
import { modules } from './modules.ts';
import { startHashChaining } from './hash-chaining.ts';

export interface AppOptions {
  config: Config;
  /** Database URL of the restricted role. */
  appUrl: string;
  /** URL with the restricted role for connections that need session state. Default: `appUrl`. */
  sessionUrl?: string;
  secrets: Secrets;
  clock?: Clock;
  pages?: string | null;
  logStream?: { write(line: string): void };
  /** Shows a line to the operator. Default: writes it to the log. */
  say?: (line: string) => void;
  pendingTenants?: () => readonly string[];
  /** SMS vendor. Without one no SMS is sent. */
  sms?: SmsProvider;
  vendor?: OauthVendor | null;
  channels?: readonly PayChannel[];
  faces?: FaceCompare;
  wechat?: Wechat;
  /** False when the caller runs the frequent jobs itself. */
  often?: boolean;
  directories?: readonly Directory[];
  patience?: Partial<ConnectionLimits>;
  mountMore?: (put: Put, modules: { enterprises: EnterpriseModule }) => void;
}

export type Put = <T extends Calls>(
  name: string,
  calls: T,
  module: Handlers<T, Scope>,
  behind?: { http?: boolean },
) => void;

const builtPages = join(import.meta.dirname, '../../web/dist');

export async function openApp(options: AppOptions) {
  const { config, secrets, clock = systemClock, sessionUrl = options.appUrl, pendingTenants = () => [] } = options;
  const pages = options.pages === undefined ? (existsSync(builtPages) ? builtPages : null) : options.pages;
  const db = openDb(options.appUrl, {
    speedOff: config.speedOff,
    onError: (error) => app.log.error({ err: error }, 'a connection was lost, or what follows a commit failed'),
  });
  const outbound = createOutbound({ allowPrivate: config.allowPrivate, now: () => clock.now().getTime() });
  const companies = config.tianyancha && createTianyancha(config.tianyancha, outbound);
  const faces = options.faces ?? (config.face && createFaceHttp(config.face, outbound));
  const wechat = options.wechat ?? createWechat({ base: config.wechatBase ?? 'https://api.weixin.qq.com' }, outbound);
  const vendor = options.vendor ?? (config.wxopen && createWxOpen(config.wxopen, outbound));
  const channels = options.channels ?? [...openPayChannels(config.pay, outbound, clock).values()];
  // Origins of payment vendors whose pages a dialog may frame.
  const cashiers = channels.flatMap(({ frame }) => frame ?? []);
  const { app, load, sendPage, takeFile } = await createServer({
    config,
    pages,
    frames: [...(vendor === null ? [] : [vendor.frame]), ...cashiers],
    ready: () => db.ping(),
    seeding: () => pendingTenants().length > 0,
    isGiven: (token) => sessions.isGiven(createHttpScope('load'), token),
    patience: options.patience,
    ...(options.logStream ? { logStream: options.logStream } : {}),
  });
  const { log } = app;
  const report = (error: unknown, what: string) => log.error({ err: error }, what);
  const worksHere = config.roles.has('worker');
  const pictures = createPictures();
  const jobs = createJobs({
    url: sessionUrl,
    runs: worksHere,
    listens: config.databaseListen,
    log: (message, error) => report(error, message),
  });
  const changes = config.databaseListen ? subscribeToChanges({ db, clock, sessionUrl }) : null;
  const shared = await openNodes(config, secrets, options.say ?? ((line) => log.warn(line)));
  const bus = createBus(shared?.carrier ?? null);
  const vault = createVault({ db, masterKey: secrets.vaultMasterKey });
  const infrastructureParts: Infrastructure = {
    config,
    secrets,
    vault,
    storage: openFiles({ root: join(config.dataDir, 'files'), s3: config.s3 }),
    pictures,
    changes,
    carrier: options.sms ?? noSms,
    vendor,
    directories: options.directories ?? config.directories.map((one) => createDirectory(one)),
    pages,
    pendingTenants,
    createHttpScope,
    createHttpScopeIn,
    workScope,
    ticketTarget,
    log,
  };
  const opened = openModules(
    modules,
    { db, clock, vault, jobs, channels, wechat, bus, report },
    {
      infrastructure: infrastructureParts,
      companyProvider: {
        provider: companies,
        report: (error: Error) => log.warn({ err: error }, 'the register of companies refuses us'),
      },
      faceProvider: {
        provider: faces,
        report: (error: Error) => log.warn({ err: error }, 'the service that compares faces does not answer'),
      },
    },
  );
  const { moduleOf } = opened;
  const audit = moduleOf(auditModule);
  const alarms = moduleOf(alarmModule);
  const tenants = moduleOf(tenantModule);
  const files = moduleOf(fileModule);
  const sms = moduleOf(smsModule);
  const enterprises = moduleOf(enterpriseModule);
  const sessions = moduleOf(sessionModule);
  const messages = moduleOf(wxMessageModule);
  const tenantIds = tenants.ids;
  const hashChaining = startHashChaining({ db, alarms, tenantIds, chain: worksHere, log });
  openAlarmWebhook({ db, jobs, alarms, outbound, address: config.alarmWebhook, report });
  const messenger = await watchMessenger({ sms, sends: worksHere, alarms, log });
  for (const { name, at, run } of opened.nightly)
    jobs.nightly(name, at, async () => {
      await eachTenant(await tenantIds(), (id) => run(systemScope(name, id)));
    });
  const dayTurn = createDayTurn({ db, clock, works: opened.daily, report });
  for (const work of opened.daily)
    jobs.nightly(work.name, work.at, async () => eachTenant(await tenantIds(), (id) => dayTurn.run(work, id)));
  await sessions.registerClient(createHttpScope('start'), { id: secrets.clientId, secret: secrets.clientSecret });

  serveMetrics(app, {
    token: config.metricsToken,
    open: config.local,
    pool: () => db.connections(),
    fairQueue: () => db.fairQueue(),
    shared,
    backups: () => readState(config.dataDir),
    alarms: alarms.counts,
    senderThere: messenger.isManned,
  });
  const guard = createGuard({
    sessions,
    audit,
    clock,
    rates: createRates(clock, config.rateLimit, shared),
    demoModeForAll: config.demoMode,
    proxyAccountOf: createProxyAccountReader(config.directoryProxy),
  });
  if (config.roles.has('live')) {
    const sockets: SocketDeps = {
      live: sessions.live,
      authenticate: sessions.authenticate,
      createHttpScope,
      bus,
      changes,
      publicHost: config.publicUrl === null ? null : new URL(config.publicUrl).host,
      isOwnName: tenants.isOwnName,
      report: (error) => report(error, 'a socket failed'),
      together: () => shared?.up() !== false,
      know: load.know,
      opened: load.opened,
    };
    openSockets(app, sockets, isStompPath);
    openStompSockets(app, { ...sockets, messages: messages.live, scopeOf: (who) => workScope(who, who.enterpriseId) });
  }
  const http: HttpLayer = {
    guard,
    audit,
    sendPage,
    takeFile,
    decipher: (text) => openPassword('CBC', secrets.passwordKey, text),
    encrypt: config.encryptResponses ? (data) => encryptAnswer(secrets.encryptKey, data) : null,
    idempotency: sessions.idempotency,
    dayTurn,
    mounted: [],
  };
  const put: Put = (name, calls, module, behind) => mount(app, name, calls, module, http, behind);
  opened.mount(put);
  options.mountMore?.(put, { enterprises });
  mountPayNotices(app, moduleOf(orderModule).takeNotice);
  mountWxCallbacks(app, messages.door, !config.production);
  openApi(app, http, guard, config.local);

  const sweep = () => {
    const own = createHttpScope('sweep');
    return Promise.all([
      sessions.sweep(own),
      sessions.factor.sweepSteps(own),
      sessions.idempotency.forgetOld(own),
      sessions.oauth.sweepOauth(own),
      moduleOf(userModule).sweepLinks(own),
      sms.sweep(own),
      enterprises.applications.sweepApplications(own),
      tenantIds().then((ids) => sessions.live.forgetFrames(['0', ...ids])),
    ]);
  };
  const sweeper = setInterval(() => void sweep().catch((error: unknown) => report(error, 'sweeping failed')), 60_000);
  sweeper.unref();
  const often = options.often !== false && worksHere ? startFrequentJobs(opened.often, report) : null;
  const nights = { db, clock, audit, vault, tenants, files, sms, jobs, auditMonths: config.auditMonths };
  const watched = watchedOf(config, { clock, raise: alarms.tryRaise });
  jobs.nightly('operation.watch', '5 * * * *', () => watchOperation(watched));
  const { purgeDue, forgetMessages, readings } = scheduleNightlyCleanup(nights);
  const { repair: repairTodos } = moduleOf(todoModule);
  const demoDays = createDemoDays(
    { db, clock, vault, audit, files: infrastructureParts.storage, jobs, repairTodos },
    config,
  );
  await moduleOf(userAdminModule).eraseAgain();
  await jobs.start();
  await app.ready();
  // Computes pinyin readings for names that are older than the letter search, in the background.
  if (often !== null) readings().catch((error: unknown) => report(error, 'reading names failed'));
  // Catches up at once when the demonstration was stopped for days.
  if (often !== null && pendingTenants().length === 0)
    demoDays.catchUp().catch((error: unknown) => report(error, 'adding demo days failed'));
  return {
    app,
    db,
    bus,
    changes,
    shared,
    load,
    mounted: http.mounted,
    purgeDue,
    forgetMessages,
    readNames: readings,
    watchHashChain: hashChaining.watch,
    watchMessenger: messenger.look,
    timed: jobs.timed,
    doNow: jobs.doNow,
    workOften: async () => {
      for (const { run } of opened.often) await run();
    },
    sweep,
    tellDue: moduleOf(noticeModule).tellDue,
    repairTodos,
    tell: sessions.live.tell,
    async close() {
      clearInterval(sweeper);
      often?.stop();
      hashChaining.stop();
      messenger.stop();
      await app.close();
      sessions.idempotency.stopRenewing();
      pictures.close();
      await jobs.stop();
      await changes?.close();
      await shared?.close();
      await db.close();
    },
  };
}
