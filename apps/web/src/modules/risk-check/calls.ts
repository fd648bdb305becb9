import { dangerCalls } from '@anlan/contract/modules/danger/calls';
import { danger } from '@anlan/contract/modules/danger/resource';
import { riskCheckCalls } from '@anlan/contract/modules/risk-check/calls';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { storeAnswer } from '#lib/offline/answers.ts';
import { currentOwner } from '#lib/offline/owner.ts';

export const checks = api(riskCheckCalls);
/** Dangers that failed items became. */
export const boundDanger = bindResource(danger, dangerCalls);
export const checkKey = ['riskCheck'] as const;
/** Stores the checks of the day on this phone for offline use. */
export async function storeDay(): Promise<number> {
  if (currentOwner() === null) return 0;
  const rows = await checks.day({}, { quiet: true });
  for (const row of rows) await storeAnswer(`riskCheck ${row.id}`, row);
  return rows.length;
}
export const checkCounts = (enterpriseId?: string | undefined) =>
  callQuery([...checkKey, 'counts', enterpriseId], checks.counts, enterpriseId ? { enterpriseId } : {});
