import { staffReportCalls } from '@anlan/contract/modules/staff-report/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const calls = api({
  totals: staffReportCalls.totals,
  codes: staffReportCalls.codes,
  makeCode: staffReportCalls.makeCode,
  revokeCode: staffReportCalls.revokeCode,
});

export const rewardTotals = callQuery(['staffReport', 'totals'], calls.totals, {});
/** The report codes of the user's own enterprise. */
export const reportCodes = callQuery(['staffReport', 'codes'], calls.codes, {});
export const makeCode = (input: { name: string; days: number }) => calls.makeCode(input, { quiet: true });
export const revokeCode = (id: string) => calls.revokeCode({ id }, { quiet: true });
/** Address that a report code contains. The secret follows `#`, so browsers do not send it to a server. */
export const reportPath = (tenantId: string, token: string): string => `/report#${tenantId}.${token}`;
