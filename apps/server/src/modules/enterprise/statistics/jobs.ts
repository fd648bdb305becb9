import { eachTenant } from '#kernel/each-tenant.ts';
import type { Jobs } from '#platform/jobs/index.ts';

/** What the nightly work depends on. */
export interface NightlyDeps {
  nightly: Pick<Jobs, 'nightly'>;
  /** Every tenant there is. */
  tenantIds: () => Promise<string[]>;
}

/** Every night, shortly before the day ends in Shanghai, each tenant's colours become those of its month. */
export const keepColorsNightly = ({ nightly, tenantIds }: NightlyDeps, keep: (tenantId: string) => Promise<void>) =>
  nightly.nightly('enterprise.colors', '50 23 * * *', async () => eachTenant(await tenantIds(), keep));

/** Every few minutes what was written meanwhile is folded into the facts of its tenant. */
export const foldFactsOften = ({ nightly, tenantIds }: NightlyDeps, fold: (tenantId: string) => Promise<void>) =>
  nightly.nightly('enterprise.facts', '*/2 * * * *', async () => eachTenant(await tenantIds(), fold));
