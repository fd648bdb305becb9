import { join } from 'node:path';
import type { Config } from '#config';
import type { Clock } from '#kernel/clock.ts';
import { eachTenant } from '#kernel/each-tenant.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { createEvents } from '#kit/events.ts';
import { undoUntil } from '#kit/import/take-back.ts';
import type { Infrastructure } from '#kit/infrastructure.ts';
import { importKinds } from '#kit/import/work.ts';
import { openModules } from '#kit/module.ts';
import { createRegistry } from '#kit/registry.ts';
import { createAccessModule } from '#modules/access/index.ts';
import { createAuditModule, createLookups } from '#modules/audit/index.ts';
import { todoModule } from '#modules/notice/index.ts';
import { createWorkdays } from '#modules/calendar/index.ts';
import { createAgreements } from '#modules/content/index.ts';
import { createDictionaryModule } from '#modules/dictionary/index.ts';
import { createEnterpriseModule } from '#modules/enterprise/index.ts';
import { createFileModule } from '#modules/file/index.ts';
import { createJobModule } from '#modules/job/index.ts';
import { createSessionModule } from '#modules/session/index.ts';
import { createTenantModule, ownHosts } from '#modules/tenant/index.ts';
import { createUserModule } from '#modules/user/index.ts';
import { createBus } from '#platform/bus/index.ts';
import { drawCaptcha, newCaptchaAnswer } from '#platform/captcha/index.ts';
import { hearChanges } from '#platform/db/changes.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { openFiles } from '#platform/files/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import type { CompanyLookup } from '#platform/company-lookup/index.ts';
import type { FaceCompare } from '#platform/face/index.ts';
import { createDirectory, type Directory } from '#platform/ldap/index.ts';
import type { Outbound } from '#platform/outbound/index.ts';
import { createPictures } from '#platform/pictures/index.ts';
import type { PayChannel } from '#platform/pay/port.ts';
import { openNodes } from '#platform/redis/nodes.ts';
import { deriveKey, type Secrets } from '#platform/secrets/index.ts';
import { noSms, type SmsProvider } from '#platform/sms/index.ts';
import { createVault } from '#platform/vault/index.ts';
import type { Wechat } from '#platform/wechat/index.ts';
import type { ThirdVendor } from '#platform/wxopen/index.ts';
import type { workScope } from '#wire/guard.ts';
import { openMessenger } from './messenger.ts';
import { modules } from './modules.ts';
import { openAlarmWebhook } from './alarm-webhook.ts';
import { publicConfigOf } from './public-config.ts';
import { startSealing } from './sealing.ts';

type SessionDeps = Parameters<typeof createSessionModule>[0];

/** What the modules are opened with. */
export interface ModulesOptions
  extends Pick<SessionDeps, 'targetOf' | 'wallScope'>, Pick<Infrastructure, 'pages' | 'wallScopeIn'> {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  db: Db;
  /** Address of the database as the role that owns nothing. */
  appUrl: string;
  /** Who carries messages by SMS; nobody where none is given. */
  sms?: SmsProvider | undefined;
  /** Vendors through which money comes in. */
  channels: readonly PayChannel[];
  /** With whom people sign in beside us. */
  vendor: ThirdVendor | null;
  /** The register of companies outside; nobody where none is set up. */
  companies: CompanyLookup | null;
  /** Who compares faces; nobody where no service is set up. */
  faces: FaceCompare | null;
  /** WeChat's public accounts. */
  wechat: Wechat;
  /** The way to services outside. */
  outbound: Outbound;
  /** Directories that people sign in with; those of the configuration where none are given. */
  directories?: readonly Directory[] | undefined;
  /** Mints the scope of somebody for whom long work goes on. */
  workScope: typeof workScope;
  /** Told what whoever started the house should know. */
  say: (line: string) => void;
  log: Parameters<typeof startSealing>[0]['log'];
}

/** Under which origin another server reaches this one. */
const originOf = ({ publicUrl, host, port }: Config) =>
  publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Opens every module, each with those below it; none of this knows HTTP. */
export async function openAllModules(options: ModulesOptions) {
  const { config, secrets, clock, db, vendor, log, wallScope, targetOf } = options;
  const files = openFiles({ root: join(config.dataDir, 'files'), s3: config.s3 });
  const pictures = createPictures();
  const jobs = createJobs({
    url: options.appUrl,
    runs: config.roles.has('worker'),
    listens: config.databaseListen,
    log: (message, error) => log.error({ err: error }, message),
  });

  const changes = config.databaseListen ? hearChanges({ db, clock }) : null;
  const shared = await openNodes(config, secrets, options.say);
  const bus = createBus(shared?.carrier ?? null);
  const audit = createAuditModule({ db });
  const agreements = createAgreements({ clock, audit });
  const tenants = createTenantModule({ db, bus });
  const sealsHere = config.roles.has('worker');
  const sealing = startSealing({ db, clock, audit, tenantIds: tenants.ids, seals: sealsHere, log });
  openAlarmWebhook({
    db,
    jobs,
    alarms: sealing.alarms,
    outbound: options.outbound,
    address: config.alarmWebhook,
    report: (error, what) => log.error({ err: error }, what),
  });
  const dictionaries = createDictionaryModule({ db, bus, clock });
  const workdays = createWorkdays({ bus, clock });
  const fileModule = createFileModule({
    db,
    files,
    audit,
    clock,
    pictures,
    linkKey: secrets.fileLinkKey,
    viewer: config.documentViewer === null ? null : { base: config.documentViewer, ownOrigin: originOf(config) },
  });
  const vault = createVault({ db, masterKey: secrets.vaultMasterKey });
  const users = createUserModule({ db, clock, vault, tenants });
  const hosts = ownHosts(config, { db, clock, tenants });
  const { isOwnHost } = hosts;
  const frameKey = deriveKey(secrets, 'frame');
  const access = createAccessModule({ db, bus, clock, audit, tenants, users, dictionaries, isOwnHost, frameKey });
  const scopeOf = ({ tenantId, userId }: { tenantId: string; userId: string }) =>
    db.scoped(systemScope('long work', tenantId), async (tx) => {
      const user = await users.byId(tx, userId);
      if (!user || user.lock_flag !== '0') return null;
      const rights = await access.rightsOf(tx, userId);
      const person = { tenantId, userId, userName: user.nick_name, userType: user.type, ...rights };
      if (user.type === 'shop') return options.workScope(person, user.shop_id);
      const bound = user.type === 'enterprise' ? await users.enterprisesOf(tx, userId) : [];
      return options.workScope(person, bound.find((id) => id === user.last_enterprise_id) ?? null);
    });
  const jobModule = createJobModule({ db, jobs, audit, clock, scopeOf });
  // The captcha stands in the module session, which leans on others that lean on these.
  const checkCaptcha = config.captcha
    ? (own: Scope, randomStr: string | undefined, code: string | undefined) =>
        sessions.checkCaptcha(own, randomStr, code)
    : null;
  const messenger = await openMessenger({
    db,
    clock,
    vault,
    jobs,
    tenants,
    users,
    provider: options.sms ?? noSms,
    key: deriveKey(secrets, 'sms'),
    checkCaptcha,
    countAddresses: config.rateLimit,
    sends: config.roles.has('worker'),
    alarm: sealing.raise,
    log,
  });
  const { sms } = messenger;
  const enterprises = createEnterpriseModule({
    db,
    bus,
    clock,
    vault,
    audit,
    dictionaries,
    workdays,
    agreements,
    users,
    files: fileModule,
    jobs: jobModule,
    tenants,
    sms,
    queues: jobs,
    rightsOf: access.rightsOf,
    giveRole: access.giveRole,
    nightly: jobs,
    tenantIds: tenants.ids,
    map: config.map,
  });
  const sessions = createSessionModule({
    db,
    bus,
    clock,
    changes,
    audit,
    tenants,
    users,
    enterprises,
    access,
    captcha: { on: config.captcha, newAnswer: newCaptchaAnswer, draw: drawCaptcha },
    countAddresses: config.rateLimit,
    sms,
    app: { appCode: 'anlan', version: '1.0.6', url: config.publicUrl ?? '/' },
    vendor,
    directories: options.directories ?? config.directories.map((one) => createDirectory(one)),
    report: (what, error) => log.warn({ err: error }, what),
    targetOf,
    wallScope,
    vault,
    demanded: config.production,
    issuer: '安澜',
    userTypes: dictionaries.userTypeWords,
    publicConfig: publicConfigOf(config, secrets),
  });
  const events = createEvents();
  const registry = createRegistry({
    enterprise: {
      read: (tx, ids) => enterprises.cards(tx, [...ids]),
      lock: (tx, ids) => enterprises.held(tx, ids),
      named: (tx, words) => enterprises.named(tx, words),
    },
    user: users.reference,
  });
  const { references, add: register } = registry;
  const lookups = createLookups({ clock, audit });
  const kit = {
    db,
    clock,
    vault,
    audit,
    lookups,
    dictionaries,
    events,
    references,
    register,
    registry,
    jobs,
    files: fileModule,
    tell: sessions.live.tell,
    tenantIds: tenants.ids,
    channels: options.channels,
    wechat: options.wechat,
    bus,
    report: (error: unknown, what: string) => log.error({ err: error }, what),
    alarm: (...alarm: Parameters<typeof sealing.raise>) => sealing.raise(...alarm),
    forged: sealing.forged,
    imports: { work: jobModule, files: fileModule },
    // To-dos stand above the modules whose states make them.
    touched: (tx: Tx, type: string, ids: readonly string[]) => opened.moduleOf(todoModule).touched(tx, type, ids),
    closeTodo: (tx: Tx, type: string, id: string, userId: string) =>
      opened.moduleOf(todoModule).closeFor(tx, type, id, userId),
    repairTodos: (tenantId: string) => opened.moduleOf(todoModule).repair(tenantId),
  };
  const opened = openModules(modules, kit, {
    enterprise: enterprises,
    file: fileModule,
    user: users,
    job: jobModule,
    dictionary: dictionaries,
    session: sessions,
    access,
    alarm: sealing.alarms,
    sms,
    tenant: { ...tenants, ...hosts },
    audit,
    infrastructure: {
      config,
      secrets,
      vault,
      pages: options.pages,
      wallScope,
      wallScopeIn: options.wallScopeIn,
    } satisfies Infrastructure,
    agreements,
    companyProvider: {
      provider: options.companies,
      report: (error: Error) => log.warn({ err: error }, 'the register of companies refuses us'),
    },
    faceProvider: {
      provider: options.faces,
      report: (error: Error) => log.warn({ err: error }, 'the service that compares faces does not answer'),
    },
    workdays,
  });
  jobModule.work(importKinds.check, (work) => registry.importing('check', work));
  jobModule.work(importKinds.apply, (work) => registry.importing('apply', work));
  jobModule.work(importKinds.undo, (work) => registry.importing('undo', work));
  jobModule.undoable(importKinds.apply, undoUntil, (tx, ended) => registry.undoImport(tx, ended));
  enterprises.merging.onMerge((tx, { dropId, keepId }) => registry.moveAll(tx, dropId, keepId));
  enterprises.life.beforeRemoving((tx, { id }) => events.objectionTo(tx, 'enterprise.removing', { ids: [id] }));
  enterprises.life.onTouched((tx, ids) => events.emit(tx, 'enterprise.changed', { ids }));
  enterprises.life.onMoved(({ to, ...where }) =>
    to === 'closed' ? sessions.endWithin(wallScope('enterprise closed'), where) : undefined,
  );
  const tenantIds = tenants.ids;
  for (const { name, at, run } of opened.nightly)
    jobs.nightly(name, at, async () => {
      await eachTenant(await tenantIds(), (id) => run(systemScope(name, id)));
    });
  return {
    jobs,
    changes,
    shared,
    bus,
    audit,
    tenants,
    sealing,
    pictures,
    fileModule,
    vault,
    users,
    isOwnName: hosts.isOwnName,
    messenger,
    sms,
    enterprises,
    opened,
    sessions,
  };
}
