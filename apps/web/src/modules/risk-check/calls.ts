import { riskCheckCalls } from '@anlan/contract/modules/risk-check/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { keepAnswer } from '#lib/kept/day.ts';
import { holding } from '#lib/kept/holder.ts';

/** Calls about checks. */
export const checks = api(riskCheckCalls);
/** Everything that has been read of checks. */
export const checkKey = ['riskCheck'] as const;
/** Keeps the checks of the day on this phone, so that they open without a network. */
export async function keepDay(): Promise<number> {
  if (holding() === null) return 0;
  const rows = await checks.day({}, { quiet: true });
  for (const row of rows) await keepAnswer(`riskCheck ${row.id}`, row);
  return rows.length;
}
/** Checks of today and of the last 30 days. */
export const checkCounts = (enterpriseId?: string | undefined) =>
  queryOptions({
    queryKey: [...checkKey, 'counts', enterpriseId],
    queryFn: ({ signal }) => checks.counts(enterpriseId ? { enterpriseId } : {}, { signal, quiet: true }),
  });
