import { wxAccountCalls } from '@anlan/contract/modules/wx-account/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const accounts = api({ list: wxAccountCalls.list });

export const accountChoices = () =>
  queryOptions({
    queryKey: ['wx-accounts'],
    queryFn: ({ signal }) => accounts.list({}, { signal, quiet: true }),
    staleTime: 60_000,
  });
