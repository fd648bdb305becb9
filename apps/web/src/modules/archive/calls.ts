import { archiveCalls, archiveWaiverCalls } from '@anlan/contract/modules/archive/calls';
import { archiveDocument, archiveWaiver } from '@anlan/contract/modules/archive/resource';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

const archives = api(archiveCalls);
export const boundDocument = bindResource(archiveDocument, archiveCalls);
export const boundWaiver = bindResource(archiveWaiver, archiveWaiverCalls);
const key = ['document'] as const;

const enterpriseParam = (enterpriseId: string | undefined) => (enterpriseId === undefined ? {} : { enterpriseId });

export const archiveOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: [...key, 'sheet', enterpriseId ?? null],
    queryFn: ({ signal }) => archives.sheet(enterpriseParam(enterpriseId), { signal, quiet: true }),
  });
export const categoryOf = (enterpriseId: string | undefined, category: string) =>
  queryOptions({
    queryKey: [...key, 'category', enterpriseId ?? null, category],
    queryFn: ({ signal }) => archives.category({ ...enterpriseParam(enterpriseId), category }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
export const archiveFirms = (keyword: string, page: number) =>
  queryOptions({
    queryKey: [...key, 'firms', keyword, page],
    queryFn: ({ signal }) =>
      archives.firms({ page, size: 20, sort: [], filter: keyword === '' ? {} : { keyword } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

export const downloadArchive = (enterpriseId: string | undefined, as: 'zip' | 'pdf') =>
  as === 'zip'
    ? download(archiveCalls.zip, enterpriseParam(enterpriseId))
    : download(archiveCalls.pdf, enterpriseParam(enterpriseId));
