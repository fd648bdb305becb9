import { reportCalls } from '@anlan/contract/modules/report/calls';
import { report } from '@anlan/contract/modules/report/resource';
import { queryOptions } from '@tanstack/react-query';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

export const reports = api(reportCalls);
export const boundReport = bindResource(report, reportCalls);
const key = ['report'] as const;

export const reportSheet = (id: string) =>
  queryOptions({
    queryKey: [...key, 'sheet', id],
    queryFn: ({ signal }) => reports.sheet({ id }, { signal, quiet: true }),
    enabled: id !== '',
  });
export const comparedReports = (id: string) =>
  queryOptions({
    queryKey: [...key, 'compare', id],
    queryFn: ({ signal }) => reports.compare({ id }, { signal, quiet: true }),
  });

export const downloadEdition = (id: string, edition: number) => download(reportCalls.pdf, { id, edition });
