import { contentCalls } from '@anlan/contract/modules/content/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const contents = api(contentCalls);

export const agreedTo = (id: string) =>
  queryOptions({
    queryKey: ['contentInfo', 'agreed', id],
    queryFn: ({ signal }) => contents.agreedByUnit({ id }, { signal, quiet: true }),
  });
