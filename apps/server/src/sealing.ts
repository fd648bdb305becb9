import {
  createAlarms,
  createForgeryWatch,
  createRefusalWatch,
  createSeals,
  createTakenWatch,
  type AuditModule,
} from '#modules/audit/index.ts';
import type { Clock } from '#kernel/clock.ts';
import { createTenantModule } from '#modules/tenant/index.ts';
import { openDb, type Db } from '#platform/db/index.ts';

const sealMs = 10_000;
const watchMs = 5 * 60_000;

/** What seals and alarms lean on. */
export interface SealingDeps {
  db: Db;
  clock: Clock;
  audit: AuditModule;
  tenantIds: () => Promise<string[]>;
  /** Whether this process seals; every process watches that somebody does. */
  seals: boolean;
  log: {
    info(fields: object, line: string): void;
    warn(fields: object, line: string): void;
    error(fields: object, line: string): void;
  };
}

/** Seals over the audit every ten seconds, and the alarms: also the one that nothing seals (S76). */
export function startSealing({ db, clock, audit, tenantIds, seals: sealsHere, log }: SealingDeps) {
  const alarms = createAlarms({ db, clock, audit, tell: (alarm) => log.warn(alarm, 'alarm') });
  const everybody = async () => ['0', ...(await tenantIds())];
  const seals = createSeals({ db, tenantIds: everybody, onSealed: (seal) => log.info(seal, 'audit sealed') });
  const told = (line: string) => (error: unknown) => log.error({ err: error }, line);

  /** Raises an alarm in each tenant whose audit waits for its seal. */
  const watch = () =>
    seals.watch((tenantId) =>
      alarms.raise(tenantId, 'auditUnsealed', '操作日志超过十分钟没有封存，请检查后台任务进程'),
    );

  const every = (ms: number, work: () => Promise<unknown>, line: string) => {
    const timer = setInterval(() => void work().catch(told(line)), ms);
    timer.unref();
    return timer;
  };
  const timers = [every(watchMs, watch, 'watching the seals failed')];
  if (sealsHere) timers.push(every(sealMs, seals.sealAll, 'sealing the audit failed'));
  /** Raises an alarm; one that cannot be raised stops nothing. */
  const raise = (...alarm: Parameters<typeof alarms.raise>) =>
    alarms.raise(...alarm).catch((error: unknown) => told('raising an alarm failed')(error));
  audit.onTaken(createTakenWatch({ clock }, raise));
  audit.onRefused(createRefusalWatch({ clock }, raise));
  return {
    watch,
    alarms,
    raise,
    /** Counts a callback that no vendor signed. */
    forged: createForgeryWatch({ clock }, raise),
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  };
}

/** Says of every tenant of a database, one line each, whether its audit bears out its seals. */
export async function verifySeals(url: string): Promise<{ line: string; broken: boolean }[]> {
  const db = openDb(url, { max: 2 });
  try {
    const tenants = createTenantModule({ db });
    const results = await createSeals({ db, tenantIds: async () => ['0', ...(await tenants.ids())] }).verifyAll();
    return results.map(({ tenantId, rows, seals, breach, waiting }) => ({
      broken: breach !== null,
      line: breach
        ? `租户 ${tenantId}：审计已被改动（${breach.what}），封条 ${breach.sealNo}${breach.id === null ? '' : `，记录 ${breach.id}`}`
        : `租户 ${tenantId}：审计完整，${rows} 条记录，${seals} 个封条${waiting > 0 ? `；另有 ${waiting} 条还没有封存` : ''}`,
    }));
  } finally {
    await db.close();
  }
}

/** What is wrong with the audit of a restored database, one line each (S84). */
export const examineAudit = async (url: string): Promise<string[]> =>
  (await verifySeals(url)).flatMap(({ line, broken }) => (broken ? line : []));
