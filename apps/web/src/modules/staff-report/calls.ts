import { staffReportCalls } from '@anlan/contract/modules/staff-report/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const calls = api({
  totals: staffReportCalls.totals,
  codes: staffReportCalls.codes,
  makeCode: staffReportCalls.makeCode,
  revokeCode: staffReportCalls.revokeCode,
});

export const rewardTotals = queryOptions({
  queryKey: ['staffReport', 'totals'],
  queryFn: ({ signal }) => calls.totals({}, { signal, quiet: true }),
});
/** The report codes of the user's own enterprise. */
export const reportCodes = queryOptions({
  queryKey: ['staffReport', 'codes'],
  queryFn: ({ signal }) => calls.codes({}, { signal, quiet: true }),
});
export const makeCode = (input: { name: string; days: number }) => calls.makeCode(input, { quiet: true });
export const revokeCode = (id: string) => calls.revokeCode({ id }, { quiet: true });
/** Address that a report code contains. The secret follows `#`, so browsers do not send it to a server. */
export const reportPath = (tenantId: string, token: string): string => `/report#${tenantId}.${token}`;
