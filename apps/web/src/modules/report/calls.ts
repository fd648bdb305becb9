import { reportCalls } from '@anlan/contract/modules/report/calls';
import { report } from '@anlan/contract/modules/report/resource';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { download } from '#lib/download.ts';

export const reports = api(reportCalls);
export const boundReport = bindResource(report, reportCalls);
const key = ['report'] as const;

export const reportSheet = (id: string) =>
  callQuery([...key, 'sheet', id], reports.sheet, { id }, { enabled: id !== '' });
export const comparedReports = (id: string) => callQuery([...key, 'compare', id], reports.compare, { id });

export const downloadEdition = (id: string, edition: number) => download(reportCalls.pdf, { id, edition });
