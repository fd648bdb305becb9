import { educationReportCalls } from '@anlan/contract/modules/education-report/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

const reports = api(educationReportCalls);
const key = ['educationReport'] as const;
const whose = (enterpriseId: string | undefined) => (enterpriseId === undefined ? {} : { enterpriseId });

/** A month of one enterprise and the eleven before it; of one's own where none is named. */
export const yearOf = (enterpriseId: string | undefined, month: string) =>
  queryOptions({
    queryKey: [...key, 'year', enterpriseId ?? null, month],
    queryFn: ({ signal }) => reports.year({ ...whose(enterpriseId), month }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
/** A month of the enterprises that one oversees. */
export const firmsOf = (month: string, keyword: string, page: number) =>
  queryOptions({
    queryKey: [...key, 'firms', month, keyword, page],
    queryFn: ({ signal }) =>
      reports.firms(
        { page, size: 20, sort: [], filter: { month, ...(keyword === '' ? {} : { keyword }) } },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
  });
/** Takes a month of an enterprise as a file. */
export const printMonth = (enterpriseId: string | undefined, month: string) =>
  download(educationReportCalls.pdf, { ...whose(enterpriseId), month });
