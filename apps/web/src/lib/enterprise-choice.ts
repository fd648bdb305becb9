import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const enterprise = api({ page: enterpriseCalls.page, get: enterpriseCalls.get });

// The keys begin as those of the module do, whose writes let all of them go.
/** Enterprises by part of the name or the beginning of the credit code, for choosing one. */
export const enterpriseSearch = (keyword: string) =>
  queryOptions({
    queryKey: ['enterprise', 'search', keyword],
    queryFn: ({ signal }) =>
      enterprise.page({ page: 1, size: 20, sort: [], filter: keyword ? { keyword } : {} }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });

/** The enterprise that has been chosen. */
export const enterpriseChosen = (id: string) =>
  queryOptions({
    queryKey: ['enterprise', 'one', id],
    queryFn: ({ signal }) => enterprise.get({ id }, { signal, quiet: true }),
    enabled: id !== '',
  });
