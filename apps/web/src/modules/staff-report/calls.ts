import { staffReportCalls } from '@anlan/contract/modules/staff-report/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const calls = api({
  totals: staffReportCalls.totals,
  codes: staffReportCalls.codes,
  makeCode: staffReportCalls.makeCode,
  revokeCode: staffReportCalls.revokeCode,
});

/** Rewards of this year. */
export const rewardTotals = queryOptions({
  queryKey: ['staffReport', 'totals'],
  queryFn: ({ signal }) => calls.totals({}, { signal, quiet: true }),
});
/** The codes of one's enterprise. */
export const reportCodes = queryOptions({
  queryKey: ['staffReport', 'codes'],
  queryFn: ({ signal }) => calls.codes({}, { signal, quiet: true }),
});
/** Makes a code; its secret is shown once. */
export const makeCode = (given: { name: string; days: number }) => calls.makeCode(given, { quiet: true });
/** Ends a code. */
export const revokeCode = (id: string) => calls.revokeCode({ id }, { quiet: true });
/** Address of a code: the secret stands behind #, which no server is told. */
export const reportPath = (tenantId: string, token: string): string => `/report#${tenantId}.${token}`;
