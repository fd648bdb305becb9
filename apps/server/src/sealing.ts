import { createSeals, type Alarms } from '#modules/audit/index.ts';
import { createTenantModule } from '#modules/tenant/index.ts';
import { openDb, type Db } from '#platform/db/index.ts';

const sealMs = 10_000;
const watchMs = 5 * 60_000;

/** What seals lean on. */
export interface SealingDeps {
  db: Db;
  alarms: Pick<Alarms, 'raise'>;
  tenantIds: () => Promise<string[]>;
  /** Whether this process seals; every process watches that somebody does. */
  seals: boolean;
  log: {
    info(fields: object, line: string): void;
    error(fields: object, line: string): void;
  };
}

/** Seals over the audit every ten seconds, and the alarm that nothing seals (S76). */
export function startSealing({ db, alarms, tenantIds, seals: sealsHere, log }: SealingDeps) {
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
  return {
    watch,
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
