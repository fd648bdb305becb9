import { createHashChain, type Alarms } from '#modules/audit/index.ts';
import { createTenantModule } from '#modules/tenant/index.ts';
import { openDb, type Db } from '#platform/db/index.ts';

const linkEveryMs = 10_000;
const watchMs = 5 * 60_000;

export interface HashChainingDeps {
  db: Db;
  alarms: Pick<Alarms, 'raise'>;
  tenantIds: () => Promise<string[]>;
  /** Whether this process writes hash-chain links. Every process checks for missing links. */
  chain: boolean;
  log: {
    info(fields: object, line: string): void;
    error(fields: object, line: string): void;
  };
}

/** Chains the audit every ten seconds. Raises an alarm when rows have no link for too long (S76). */
export function startHashChaining({ db, alarms, tenantIds, chain: linksHere, log }: HashChainingDeps) {
  const everybody = async () => ['0', ...(await tenantIds())];
  const chain = createHashChain({ db, tenantIds: everybody, onLinked: (link) => log.info(link, 'audit sealed') });
  const logFailure = (line: string) => (error: unknown) => log.error({ err: error }, line);

  /** Raises an alarm for each tenant with audit rows that have had no chain link for too long. */
  const watch = () =>
    chain.watch((tenantId) =>
      alarms.raise(tenantId, 'auditUnsealed', '操作日志超过十分钟没有封存，请检查后台任务进程'),
    );

  const every = (ms: number, work: () => Promise<unknown>, line: string) => {
    const timer = setInterval(() => void work().catch(logFailure(line)), ms);
    timer.unref();
    return timer;
  };
  const timers = [every(watchMs, watch, 'watching the seals failed')];
  if (linksHere) timers.push(every(linkEveryMs, chain.linkAll, 'sealing the audit failed'));
  return {
    watch,
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  };
}

export async function verifyHashChain(url: string): Promise<{ line: string; broken: boolean }[]> {
  const db = openDb(url, { max: 2 });
  try {
    const tenants = createTenantModule({ db });
    const results = await createHashChain({ db, tenantIds: async () => ['0', ...(await tenants.ids())] }).verifyAll();
    return results.map(({ tenantId, rows, links, breach, waiting }) => ({
      broken: breach !== null,
      line: breach
        ? `租户 ${tenantId}：审计已被改动（${breach.what}），封条 ${breach.linkNo}${breach.id === null ? '' : `，记录 ${breach.id}`}`
        : `租户 ${tenantId}：审计完整，${rows} 条记录，${links} 个封条${waiting > 0 ? `；另有 ${waiting} 条还没有封存` : ''}`,
    }));
  } finally {
    await db.close();
  }
}

/** Verifies the audit hash chain of a restored database. Returns one line per error (S84). */
export const examineAudit = async (url: string): Promise<string[]> =>
  (await verifyHashChain(url)).flatMap(({ line, broken }) => (broken ? line : []));
