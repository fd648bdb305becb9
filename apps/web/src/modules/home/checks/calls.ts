// Only the home page of enterprises loads the call tables of checks.
import { dayOf } from '@anlan/contract/domain/instant';
import { riskCheckCalls } from '@anlan/contract/modules/risk-check/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const checks = api({ page: riskCheckCalls.page, counts: riskCheckCalls.counts });
export const checksToday = queryOptions({
  queryKey: ['riskCheck', 'home'],
  queryFn: async ({ signal }) => {
    const counts = await checks.counts({}, { signal, quiet: true });
    const sort = [{ by: 'dueOn' as const, desc: false }];
    const filter = { today: true, status: ['pending' as const] };
    const { rows } = await checks.page({ page: 1, size: 5, sort, filter }, { signal, quiet: true });
    // Checks that are open already but due later are not counted, so the card leaves them out.
    const today = dayOf(new Date());
    return { counts, rows: rows.filter(({ dueOn }) => dueOn === today) };
  },
});
