import { archiveCalls, archiveWaiverCalls } from '@anlan/contract/modules/archive/calls';
import { archiveDocument, archiveWaiver } from '@anlan/contract/modules/archive/resource';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { download } from '#lib/download.ts';

const archives = api(archiveCalls);
/** Documents, as the kit's forms and dialogs take them. */
export const boundDocument = bindResource(archiveDocument, archiveCalls);
/** Waivers, as the kit's forms and dialogs take them. */
export const boundWaiver = bindResource(archiveWaiver, archiveWaiverCalls);
const key = ['document'] as const;

/** Whose archive it is; one's own where nothing is named. */
const whose = (enterpriseId: string | undefined) => (enterpriseId === undefined ? {} : { enterpriseId });

/** The archive of one enterprise: how each item stands. */
export const archiveOf = (enterpriseId: string | undefined) =>
  queryOptions({
    queryKey: [...key, 'sheet', enterpriseId ?? null],
    queryFn: ({ signal }) => archives.sheet(whose(enterpriseId), { signal, quiet: true }),
  });
/** What stands in one category. */
export const categoryOf = (enterpriseId: string | undefined, category: string) =>
  queryOptions({
    queryKey: [...key, 'category', enterpriseId ?? null, category],
    queryFn: ({ signal }) => archives.category({ ...whose(enterpriseId), category }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
/** Enterprises, the least complete first. */
export const archiveFirms = (keyword: string, page: number) =>
  queryOptions({
    queryKey: [...key, 'firms', keyword, page],
    queryFn: ({ signal }) =>
      archives.firms({ page, size: 20, sort: [], filter: keyword === '' ? {} : { keyword } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** Takes the whole archive. */
export const takeArchive = (enterpriseId: string | undefined, as: 'zip' | 'pdf') =>
  as === 'zip' ? download(archiveCalls.zip, whose(enterpriseId)) : download(archiveCalls.pdf, whose(enterpriseId));
