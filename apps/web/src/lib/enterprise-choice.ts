import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const enterprise = api({ page: enterpriseCalls.page, get: enterpriseCalls.get });

// The query key begins with the key of the module, so that its writes invalidate this query.
export const enterpriseSearch = (keyword: string) =>
  queryOptions({
    queryKey: ['enterprise', 'search', keyword],
    queryFn: ({ signal }) =>
      enterprise.page({ page: 1, size: 20, sort: [], filter: keyword ? { keyword } : {} }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

export const enterpriseChosen = (id: string) =>
  queryOptions({
    queryKey: ['enterprise', 'one', id],
    queryFn: ({ signal }) => enterprise.get({ id }, { signal, quiet: true }),
    enabled: id !== '',
  });
