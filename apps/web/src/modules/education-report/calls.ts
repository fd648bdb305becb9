import { educationReportCalls } from '@anlan/contract/modules/education-report/calls';
import type { Sort } from '@anlan/contract/domain/paging';
import type { EducationSort } from '@anlan/contract/modules/education-report/views';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { download } from '#lib/download.ts';

const reports = api(educationReportCalls);
const key = ['educationReport'] as const;
const whose = (enterpriseId: string | undefined) => (enterpriseId === undefined ? {} : { enterpriseId });

/**
 * Education reports of the given month and of the eleven months before it. Without an id: the user's own enterprise.
 */
export const yearOf = (enterpriseId: string | undefined, month: string) =>
  callQuery(
    [...key, 'year', enterpriseId ?? null, month],
    reports.year,
    { ...whose(enterpriseId), month },
    { placeholderData: keepPreviousData },
  );
export type RegionOrder = Sort<EducationSort>[];
const ofRegion = (month: string, keyword: string) => ({ month, ...(keyword === '' ? {} : { keyword }) });
export const firmsOf = (month: string, keyword: string, sort: RegionOrder, page: number) =>
  callQuery(
    [...key, 'firms', month, keyword, sort, page],
    reports.firms,
    { page, size: 20, sort, filter: ofRegion(month, keyword) },
    { placeholderData: keepPreviousData },
  );
export const totalsOf = (month: string, keyword: string) =>
  callQuery([...key, 'totals', month, keyword], reports.totals, ofRegion(month, keyword), {
    placeholderData: keepPreviousData,
  });
export const exportRegion = (month: string, keyword: string, sort: RegionOrder) =>
  download(educationReportCalls.export, { page: 1, size: 20, sort, filter: ofRegion(month, keyword) });
export const printMonth = (enterpriseId: string | undefined, month: string) =>
  download(educationReportCalls.pdf, { ...whose(enterpriseId), month });
