import { riskCheckCalls } from '@anlan/contract/modules/risk-check/calls';
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
