import { eachTenant } from '#kernel/each-tenant.ts';
import type { Jobs } from '#platform/jobs/index.ts';

export interface NightlyDeps {
  nightly: Pick<Jobs, 'nightly'>;
  tenantIds: () => Promise<string[]>;
}

/** Schedules the nightly storage of this month's colours, before the day ends in Shanghai. */
export const keepColorsNightly = ({ nightly, tenantIds }: NightlyDeps, keep: (tenantId: string) => Promise<void>) =>
  nightly.nightly('enterprise.colors', '50 23 * * *', async () => eachTenant(await tenantIds(), keep));

/** Schedules the merging of new fact rows every few minutes. */
export const foldFactsOften = ({ nightly, tenantIds }: NightlyDeps, fold: (tenantId: string) => Promise<void>) =>
  nightly.nightly('enterprise.facts', '*/2 * * * *', async () => eachTenant(await tenantIds(), fold));
