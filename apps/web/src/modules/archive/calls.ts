import { archiveCalls, archiveWaiverCalls } from '@anlan/contract/modules/archive/calls';
import { archiveDocument, archiveWaiver } from '@anlan/contract/modules/archive/resource';
import { keepPreviousData } from '@tanstack/react-query';
import { bindResource } from '#kit/resource.ts';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';
import { download } from '#lib/download.ts';

const archives = api(archiveCalls);
export const boundDocument = bindResource(archiveDocument, archiveCalls);
export const boundWaiver = bindResource(archiveWaiver, archiveWaiverCalls);
const key = ['document'] as const;

const enterpriseParam = (enterpriseId: string | undefined) => (enterpriseId === undefined ? {} : { enterpriseId });

export const archiveOf = (enterpriseId: string | undefined) =>
  callQuery([...key, 'sheet', enterpriseId ?? null], archives.sheet, enterpriseParam(enterpriseId));
export const categoryOf = (enterpriseId: string | undefined, category: string) =>
  callQuery(
    [...key, 'category', enterpriseId ?? null, category],
    archives.category,
    { ...enterpriseParam(enterpriseId), category },
    { placeholderData: keepPreviousData },
  );
export const archiveFirms = (keyword: string, page: number) =>
  callQuery(
    [...key, 'firms', keyword, page],
    archives.firms,
    { page, size: 20, sort: [], filter: keyword === '' ? {} : { keyword } },
    { placeholderData: keepPreviousData },
  );

export const downloadArchive = (enterpriseId: string | undefined, as: 'zip' | 'pdf') =>
  as === 'zip'
    ? download(archiveCalls.zip, enterpriseParam(enterpriseId))
    : download(archiveCalls.pdf, enterpriseParam(enterpriseId));
