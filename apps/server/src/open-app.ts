import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Calls, Handlers } from '@anlan/contract/http/dialect';
import type { Config } from '#config';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import type { Infrastructure } from '#kit/infrastructure.ts';
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
import { readState } from '#platform/backup/state.ts';
import { createTianyancha } from '#platform/company-lookup/index.ts';
import { createFaceHttp, type FaceCompare } from '#platform/face/index.ts';
import { openPassword, encryptAnswer } from '#platform/cipher/index.ts';
import { createBus } from '#platform/bus/index.ts';
import { hearChanges } from '#platform/db/changes.ts';
import { openDb } from '#platform/db/index.ts';
import { openFiles } from '#platform/files/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import { createDirectory, type Directory } from '#platform/ldap/index.ts';
import type { Secrets } from '#platform/secrets/index.ts';
import { openPayChannels, type PayChannel } from '#platform/pay/index.ts';
import { createPictures } from '#platform/pictures/index.ts';
import { openNodes } from '#platform/redis/nodes.ts';
import { noSms, type SmsProvider } from '#platform/sms/index.ts';
import { createVault } from '#platform/vault/index.ts';
import { createWechat, type Wechat } from '#platform/wechat/index.ts';
import { createWxOpen, type OauthVendor } from '#platform/wxopen/index.ts';
import { createOutbound } from '#platform/outbound/index.ts';
import { createGuard, ticketTarget, createHttpScope, createHttpScopeIn, workScope } from '#http/guard.ts';
import { openSockets, type SocketDeps } from '#http/live/sockets.ts';
import { isStompPath, openStompSockets } from '#http/live/stomp-sockets.ts';
import type { Patience } from '#http/load.ts';
import { serveMetrics } from '#http/metrics.ts';
import { mount, type HttpLayer } from '#http/mount.ts';
import { takePayNotices } from '#http/pay-notices.ts';
import { takeCallbacks } from '#http/wx-door.ts';
import { openApi } from '#http/openapi.ts';
import { createRates } from '#http/rate.ts';
import { createServer } from '#http/server.ts';
import { vouching } from '#http/vouch.ts';
import { workByNight, workOften } from './nightly.ts';
import { watchedOf, watchOperation } from './operation-watch.ts';
import { openAlarmWebhook } from './alarm-webhook.ts';
import { watchMessenger } from './messenger.ts';
import { modules } from './modules.ts';
import { startHashChaining } from './hash-chaining.ts';

/** What a server is opened with. */
export interface AppOptions {
  config: Config;
  /** Address of the database as the role that owns nothing. */
  appUrl: string;
  /** URL of the same role for connections that keep a session; none takes `appUrl`. */
  sessionUrl?: string;
  secrets: Secrets;
  clock?: Clock;
  /** Folder of the built page; none where only calls are wanted. */
  pages?: string | null;
  logStream?: { write(line: string): void };
  /** Told what whoever started the server should know; the log hears it otherwise. */
  say?: (line: string) => void;
  /** Names of tenants that the seed is still to make; none where it is over. */
  pendingTenants?: () => readonly string[];
  /** Who carries messages by SMS; nobody where none is given. */
  sms?: SmsProvider;
  /** With whom people sign in beside us; what the configuration says where none is given. */
  vendor?: OauthVendor | null;
  /** Vendors through which money comes in; nobody where none are given. */
  channels?: readonly PayChannel[];
  /** Who compares faces; the service of the configuration where none is given. */
  faces?: FaceCompare;
  /** WeChat's public accounts; over the network where none is given. */
  wechat?: Wechat;
  /** Whether what is done every few seconds is left to whoever opened the server. */
  often?: boolean;
  /** Directories that people sign in with; those of the configuration where none are given. */
  directories?: readonly Directory[];
  /** Other figures of patience, for tests. */
  patience?: Partial<Patience>;
  /** Mounts calls beside the product's own; for benches, which measure parts of one. */
  mountMore?: (put: Put, modules: { enterprises: EnterpriseModule }) => void;
}

/** Puts a module's calls behind the HTTP layer. */
export type Put = <T extends Calls>(
  name: string,
  calls: T,
  module: Handlers<T, Scope>,
  behind?: { http?: boolean },
) => void;

const builtPages = join(import.meta.dirname, '../../web/dist');

/** Opens what modules depend on, the modules, and HTTP before them: the whole server but the port. */
export async function openApp(options: AppOptions) {
  const { config, secrets, clock = systemClock, sessionUrl = options.appUrl, pendingTenants = () => [] } = options;
  const pages = options.pages === undefined ? (existsSync(builtPages) ? builtPages : null) : options.pages;
  const db = openDb(options.appUrl, {
    onError: (error) => app.log.error({ err: error }, 'a connection was lost, or what follows a commit failed'),
  });
  const outbound = createOutbound({ allowPrivate: config.allowPrivate, now: () => clock.now().getTime() });
  const companies = config.tianyancha && createTianyancha(config.tianyancha, outbound);
  const faces = options.faces ?? (config.face && createFaceHttp(config.face, outbound));
  const wechat = options.wechat ?? createWechat({ base: config.wechatBase ?? 'https://api.weixin.qq.com' }, outbound);
  const vendor = options.vendor ?? (config.wxopen && createWxOpen(config.wxopen, outbound));
  const channels = options.channels ?? [...openPayChannels(config.pay, outbound, clock).values()];
  // A vendor's page may stand in a frame of the dialog.
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
  const changes = config.databaseListen ? hearChanges({ db, clock, sessionUrl }) : null;
  const shared = await openNodes(config, secrets, options.say ?? ((line) => log.warn(line)));
  const bus = createBus(shared?.carrier ?? null);
  const vault = createVault({ db, masterKey: secrets.vaultMasterKey });
  const given: Infrastructure = {
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
      infrastructure: given,
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
    vouchedBy: vouching(config.directoryProxy),
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
    mounted: [],
  };
  const put: Put = (name, calls, module, behind) => mount(app, name, calls, module, http, behind);
  opened.mount(put);
  options.mountMore?.(put, { enterprises });
  takePayNotices(app, moduleOf(orderModule).takeNotice);
  takeCallbacks(app, messages.door, !config.production);
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
  const often = options.often !== false && worksHere ? workOften(opened.often, report) : null;
  const nights = { db, clock, audit, vault, tenants, files, sms, jobs, auditMonths: config.auditMonths };
  const watched = watchedOf(config, { clock, raise: alarms.tryRaise });
  jobs.nightly('operation.watch', '5 * * * *', () => watchOperation(watched));
  const { purgeDue, forgetMessages, readings } = workByNight(nights);
  await moduleOf(userAdminModule).eraseAgain();
  await jobs.start();
  await app.ready();
  // Rows from before names were found by letters: nobody waits for them.
  if (often !== null) readings().catch((error: unknown) => report(error, 'reading names failed'));
  return {
    app,
    db,
    bus,
    changes,
    shared,
    load,
    mounted: http.mounted,
    /** Lets go of removed tenants whose time is over, as every night does. */
    purgeDue,
    /** Drops messages by SMS that have been kept long enough, as every night does. */
    forgetMessages,
    /** Reads the names that came without their readings, as every hour does. */
    readNames: readings,
    /** Looks whether anything seals the audit, as every five minutes do. */
    watchHashChain: hashChaining.watch,
    /** Looks whether anything sends messages, as every ten seconds do. */
    watchMessenger: messenger.look,
    /** Does at once what a queue does by the clock. */
    timed: jobs.timed,
    doNow: jobs.doNow,
    /** Does at once what nodes that work do every few seconds. */
    workOften: async () => {
      for (const { run } of opened.often) await run();
    },
    /** Drops what is over, as every minute does. */
    sweep,
    /** Tells of announcements that have gone out by their time, as every minute does. */
    tellDue: moduleOf(noticeModule).tellDue,
    /** Makes a tenant's to-dos what the states say, as every hour does. */
    repairTodos: moduleOf(todoModule).repair,
    /** Tells people at their browsers something, as modules do. */
    tell: sessions.live.tell,
    async close() {
      clearInterval(sweeper);
      often?.stop();
      hashChaining.stop();
      messenger.stop();
      sessions.idempotency.rest();
      pictures.close();
      await app.close();
      await jobs.stop();
      await changes?.close();
      await shared?.close();
      await db.close();
    },
  };
}
