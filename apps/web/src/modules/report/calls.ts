import type { StoredFile } from '@anlan/contract/kit/field';
import { reportCalls } from '@anlan/contract/modules/report/calls';
import { report } from '@anlan/contract/modules/report/resource';
import { queryOptions } from '@tanstack/react-query';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';
import { files } from '#lib/shared-calls.ts';
import { uploadPurposes } from '@anlan/contract/domain/file';

/** Calls about reports. */
export const reports = api(reportCalls);
/** Reports, as the kit's dialogs move them. */
export const boundReport = bindResource(report, reportCalls);
const key = ['report'] as const;

/** A report with its figures and editions. */
export const reportSheet = (id: string) =>
  queryOptions({
    queryKey: [...key, 'sheet', id],
    queryFn: ({ signal }) => reports.sheet({ id }, { signal, quiet: true }),
    enabled: id !== '',
  });
/** The last periods of the same enterprise. */
export const comparedReports = (id: string) =>
  queryOptions({
    queryKey: [...key, 'compare', id],
    queryFn: ({ signal }) => reports.compare({ id }, { signal, quiet: true }),
  });

/** Sends the picture of a signature; answers it as rows carry it. */
export async function sendSignature(file: File): Promise<StoredFile> {
  const limitSize = Math.ceil(uploadPurposes.evidence.maxBytes / 1024);
  const { url, name } = await files.upload({ file, dir: 'evidence', limitSize, fileType: 'image' }, { quiet: true });
  return { id: url.slice(url.lastIndexOf('/') + 1), name };
}

/** Takes the paper of one sending of a report. */
export const downloadEdition = (id: string, edition: number) => download(reportCalls.pdf, { id, edition });
