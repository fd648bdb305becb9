// Keeps a demonstration alive: adds the rows of the days that have passed since its seed, with the seeds of the modules.
import { dayOf } from '@anlan/contract/domain/instant';
import type { Config } from '#config';
import type { Clock } from '#kernel/clock.ts';
import { systemScope } from '#kernel/scope.ts';
import { seedContext } from '#kit/seed-store.ts';
import type { AuditModule } from '#modules/audit/index.ts';
import { colorsOf, homeOf, type DemoTenant } from '#modules/enterprise/demo/seed.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import type { Files } from '#platform/files/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { demoPeople, hasNoTodos, lockDemoDays, missingSince, noteSeededUntil } from './demo-days-store.ts';
import { modules } from './modules.ts';
import { seedNumber } from './seed.ts';

export interface DemoDaysDeps {
  db: Db;
  clock: Clock;
  vault: Vault;
  audit: AuditModule;
  files: Files;
  jobs: Pick<Jobs, 'nightly'>;
  repairTodos: (tenantId: string) => Promise<void>;
}

const demoTenants: readonly DemoTenant[] = ['1', '2', '3'];
const longestMs = 600_000;

async function addDays(
  tx: Tx,
  tenantId: DemoTenant,
  atStart: boolean,
  { clock, vault, audit, files }: Pick<DemoDaysDeps, 'clock' | 'vault' | 'audit' | 'files'>,
): Promise<boolean> {
  // Another node is adding the days.
  if (!(await lockDemoDays(tx))) return false;
  const since = await missingSince(tx);
  const { accounts, own } = await demoPeople(tx);
  const today = dayOf(clock.now());
  // A tenant without demo accounts is no demonstration.
  if (since === null || accounts.size === 0 || (atStart && since >= today)) return false;
  const { context, keepPhotos } = await seedContext(tx, {
    clock,
    files,
    vault,
    accounts,
    own,
    since: since < today ? since : today,
    seed: seedNumber,
    home: homeOf(tenantId),
    colors: colorsOf(tenantId, seedNumber),
    isBulk: false,
    updateStatistics: () => Promise.resolve(),
  });
  for (const { manifest } of modules) await manifest?.seedDays?.(tx, context);
  await keepPhotos();
  if (since >= today) return true;
  await noteSeededUntil(tx, today);
  const note = `演示数据补到 ${today}`;
  await audit.record(tx, { call: 'seed', objectType: 'tenant', objectId: tenantId, note });
  return true;
}

export function createDemoDays(
  { db, jobs, repairTodos, ...deps }: DemoDaysDeps,
  { seed, production }: Pick<Config, 'seed' | 'production'>,
) {
  const workAll = async (atStart: boolean) => {
    for (const tenantId of demoTenants) {
      const scope = { ...systemScope('seed', tenantId), http: true };
      const work = async (tx: Tx) => (await addDays(tx, tenantId, atStart, deps)) || (await hasNoTodos(tx));
      // Demo rows are written without events, so their to-dos are missing.
      if (await db.scoped(scope, work, { statementMs: longestMs })) await repairTodos(tenantId);
    }
  };
  // The run of the start and the hourly one follow each other.
  let last = Promise.resolve();
  const run = (atStart = false) =>
    (last = last.then(
      () => workAll(atStart),
      () => workAll(atStart),
    ));
  const isDemonstration = seed.kind === 'demo' && !production;
  // Runs after the nightly jobs that open reports and turn plans.
  if (isDemonstration) jobs.nightly('demo.days', '25 * * * *', () => run());
  return { catchUp: () => (isDemonstration ? run(true) : Promise.resolve()) };
}
