import { enterpriseMergeCalls } from '@anlan/contract/wire/enterprise-life';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { enterpriseKey } from '../calls.ts';

const merging = api(enterpriseMergeCalls);

/** How the page of duplicates stands in its URL. */
export const duplicatesQuery = enterpriseMergeCalls.duplicates.input;
/** What the page of duplicates asks for. */
export type DuplicatesPage = Parameters<typeof merging.duplicates>[0];

/** Groups of files that may be about one enterprise. */
export const duplicates = (input: DuplicatesPage) =>
  queryOptions({
    queryKey: [...enterpriseKey, 'duplicates', input],
    queryFn: ({ signal }) => merging.duplicates(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** Files that may be about the same enterprise as this one. */
export const twinsOf = (id: string) => duplicates({ page: 1, size: 10, sort: [], filter: { id } });

/** Makes one file of two; the page shows what fails. */
export const mergeEnterprises = (input: Parameters<typeof merging.merge>[0]) => merging.merge(input, { quiet: true });
