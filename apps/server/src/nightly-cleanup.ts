import type { Clock } from '#kernel/clock.ts';
import { createRetention, type AuditModule } from '#modules/audit/index.ts';
import type { FileModule } from '#modules/file/index.ts';
import type { SmsModule } from '#modules/sms/index.ts';
import { createPurge, type TenantModule } from '#modules/tenant/index.ts';
import type { Db } from '#platform/db/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { readAllNames } from './name-readings.ts';

export interface NightlyDeps {
  db: Db;
  clock: Clock;
  audit: AuditModule;
  vault: Vault;
  tenants: TenantModule;
  files: FileModule;
  sms: Pick<SmsModule, 'forgetOld'>;
  jobs: Pick<Jobs, 'nightly'>;
  auditMonths: number;
}

/** Schedules the nightly deletion of expired data: temporary files, audit rows, removed tenants. */
export function scheduleNightlyCleanup({ auditMonths: months, ...deps }: NightlyDeps) {
  const { db, clock, audit, vault, tenants, files, sms, jobs } = deps;
  const retention = createRetention({ db, clock, months, record: audit.record });
  const purge = createPurge({ db, clock, audit, vault, removeFiles: files.removeAll });
  jobs.nightly('file.forgetEnded', '20 * * * *', async () => files.forgetEnded(await tenants.ids()));
  const forgetMessages = async () => sms.forgetOld(['0', ...(await tenants.keptIds())]);
  jobs.nightly('sms.forget', '30 3 * * *', forgetMessages);
  jobs.nightly('audit.forget', '40 3 * * *', async () => {
    await retention.removeExpired(['0', ...(await tenants.ids())]);
  });
  const readings = async () => readAllNames(db, ['0', ...(await tenants.ids())]);
  jobs.nightly('names.read', '50 * * * *', async () => {
    await readings();
  });
  jobs.nightly('tenant.purge', '10 4 * * *', purge.purgeDue);
  return { ...purge, forgetMessages, readings };
}

const oftenMs = 5_000;
/** Runs each job every few seconds. A job never overlaps with itself. A failure is logged, and the job runs again. */
export function startFrequentJobs(
  all: readonly { name: string; run: () => Promise<unknown> }[],
  failed: (error: unknown, what: string) => void,
): { stop(): void } {
  const running = new Set<string>();
  const timer = setInterval(() => {
    for (const { name, run } of all) {
      if (running.has(name)) continue;
      running.add(name);
      run()
        .catch((error: unknown) => failed(error, `${name} failed`))
        .finally(() => running.delete(name));
    }
  }, oftenMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
