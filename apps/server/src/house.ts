import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { accessCalls } from '@anlan/contract/wire/access';
import { dictionaryCalls } from '@anlan/contract/wire/dictionary';
import { enterpriseCalls } from '@anlan/contract/wire/enterprise';
import { fileCalls } from '@anlan/contract/wire/file';
import { jobCalls } from '@anlan/contract/wire/job';
import { sessionCalls } from '@anlan/contract/wire/session';
import { tenantCalls } from '@anlan/contract/wire/tenant';
import { userCalls } from '@anlan/contract/wire/user';
import type { Calls, Room } from '@anlan/contract/wire/dialect';
import type { Config } from '#config';
import { systemClock, type Clock } from '#kernel/clock.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { createAccessRoom } from '#modules/access/index.ts';
import { createAuditRoom } from '#modules/audit/index.ts';
import { createDictionaryRoom } from '#modules/dictionary/index.ts';
import { createEnterpriseRoom, type EnterpriseRoom } from '#modules/enterprise/index.ts';
import { createFileRoom } from '#modules/file/index.ts';
import { createJobRoom } from '#modules/job/index.ts';
import { createSessionRoom } from '#modules/session/index.ts';
import { createTenantRoom } from '#modules/tenant/index.ts';
import { createUserRoom } from '#modules/user/index.ts';
import { drawCaptcha, newCaptchaAnswer } from '#platform/captcha/index.ts';
import { openPassword, sealAnswer } from '#platform/cipher/index.ts';
import { openDb } from '#platform/db/index.ts';
import { createLocalFiles } from '#platform/files/index.ts';
import { createJobs } from '#platform/jobs/index.ts';
import type { Secrets } from '#platform/secrets/index.ts';
import { createGuard, ticketTarget, wallScope, workScope } from '#wire/guard.ts';
import { serveMetrics } from '#wire/metrics.ts';
import { mount, type Wall } from '#wire/mount.ts';
import { openApi } from '#wire/openapi.ts';
import { createRates } from '#wire/rate.ts';
import { createServer } from '#wire/server.ts';

/** What a house is opened with. */
export interface HouseOptions {
  config: Config;
  /** Address of the database as the role that owns nothing. */
  appUrl: string;
  secrets: Secrets;
  clock?: Clock;
  /** Folder of the built page; none where only calls are wanted. */
  pages?: string | null;
  logStream?: { write(line: string): void };
  /** Mounts calls beside the product's own; for benches, which measure parts of one. */
  mountMore?: (put: Put, rooms: { enterprises: EnterpriseRoom }) => void;
}

/** Puts a room's calls behind the wall. */
type Put = <T extends Calls>(name: string, calls: T, room: Room<T, Scope>, behind?: { wall?: boolean }) => void;

const builtPages = join(import.meta.dirname, '../../web/dist');

/** Opens every room behind one wall: the whole server but the port. */
export async function openHouse(options: HouseOptions) {
  const { config, secrets, clock = systemClock } = options;
  const pages = options.pages === undefined ? (existsSync(builtPages) ? builtPages : null) : options.pages;
  const db = openDb(options.appUrl);
  const files = createLocalFiles({ root: join(config.dataDir, 'files') });

  const { app, sendPage, takeFile } = await createServer({
    config,
    pages,
    ready: () => db.ping(),
    ...(options.logStream ? { logStream: options.logStream } : {}),
  });
  const jobs = createJobs({
    url: options.appUrl,
    runs: config.roles.has('worker'),
    log: (message, error) => app.log.error({ err: error }, message),
  });

  const audit = createAuditRoom({ db });
  const tenants = createTenantRoom({ db });
  const dictionaries = createDictionaryRoom({ db });
  const fileRoom = createFileRoom({ db, files, audit, clock, linkKey: secrets.fileLinkKey });
  const users = createUserRoom({ db, clock });
  const access = createAccessRoom({ db });
  const scopeOf = ({ tenantId, userId }: { tenantId: string; userId: string }) =>
    db.scoped(systemScope('long work', tenantId), async (tx) => {
      const user = await users.byId(tx, userId);
      if (!user || user.lock_flag !== '0') return null;
      const rights = await access.rightsOf(tx, userId);
      return workScope({ tenantId, userId, userName: user.nick_name, userType: user.type, ...rights });
    });
  const jobRoom = createJobRoom({ db, jobs, audit, clock, scopeOf });
  const enterprises = createEnterpriseRoom({
    db,
    clock,
    audit,
    dictionaries,
    users,
    files: fileRoom,
    jobs: jobRoom,
  });
  const sessions = createSessionRoom({
    db,
    clock,
    audit,
    tenants,
    users,
    enterprises,
    access,
    captcha: { on: config.captcha, newAnswer: newCaptchaAnswer, draw: drawCaptcha },
    countAddresses: config.rateLimit,
    targetOf: ticketTarget,
    publicConfig: {
      clientId: secrets.clientId,
      clientSecret: secrets.clientSecret,
      passwordKey: secrets.passwordKey,
      passwordMode: 'CBC',
      encryptKey: config.encryptResponses ? secrets.encryptKey : null,
      captcha: config.captcha,
      appName: '安澜',
      version: '1.0.6',
    },
  });
  await sessions.registerClient(wallScope('start'), { id: secrets.clientId, secret: secrets.clientSecret });

  serveMetrics(app, { token: config.metricsToken, loopback: config.loopback, pool: () => db.connections() });
  const guard = createGuard({
    sessions,
    audit,
    clock,
    rates: createRates(clock, config.rateLimit),
    demoModeForAll: config.demoMode,
  });
  const wall: Wall = {
    guard,
    audit,
    sendPage,
    takeFile,
    decipher: (text) => openPassword('CBC', secrets.passwordKey, text),
    encrypt: config.encryptResponses ? (data) => sealAnswer(secrets.encryptKey, data) : null,
    mounted: [],
  };
  const put: Put = (name, calls, room, behind) => mount(app, name, calls, room, wall, behind);
  put('session', sessionCalls, sessions, { wall: true });
  put('access', accessCalls, access);
  put('tenant', tenantCalls, tenants);
  put('dictionary', dictionaryCalls, dictionaries);
  const { info, ...people } = userCalls;
  put('user', people, users);
  // Tells of the sign-in before this one, which only the wall sees.
  put('user', { info }, { info: sessions.info }, { wall: true });
  put('file', fileCalls, fileRoom);
  put('job', jobCalls, jobRoom);
  put('enterprise', enterpriseCalls, enterprises);
  options.mountMore?.(put, { enterprises });
  openApi(app, wall, guard, config.loopback);

  const sweeper = setInterval(() => void sessions.sweep(wallScope('sweep')).catch(() => {}), 60_000);
  sweeper.unref();
  await jobs.start();
  await app.ready();
  return {
    app,
    db,
    mounted: wall.mounted,
    async close() {
      clearInterval(sweeper);
      await app.close();
      await jobs.stop();
      await db.close();
    },
  };
}
