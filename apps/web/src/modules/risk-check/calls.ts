import { riskCheckCalls } from '@anlan/contract/modules/risk-check/calls';
import type { RiskCheckFilter } from '@anlan/contract/modules/risk-check/resource';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** Calls about checks. */
export const checks = api(riskCheckCalls);
/** Everything that has been read of checks. */
export const checkKey = ['riskCheck'] as const;
/** One check, whole. */
export const oneCheck = (id: string) =>
  queryOptions({
    queryKey: [...checkKey, 'one', id],
    queryFn: ({ signal }) => checks.get({ id }, { signal, quiet: true }),
  });
/** Checks of today and of the last 30 days. */
export const checkCounts = (enterpriseId?: string | undefined) =>
  queryOptions({
    queryKey: [...checkKey, 'counts', enterpriseId],
    queryFn: ({ signal }) => checks.counts(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
/** Some checks that fit a filter. */
export const someChecks = (filter: RiskCheckFilter, size = 20) =>
  queryOptions({
    queryKey: [...checkKey, 'some', filter, size],
    queryFn: ({ signal }) =>
      checks.page({ page: 1, size, sort: [{ by: 'dueOn', desc: true }], filter }, { signal, quiet: true }),
  });
