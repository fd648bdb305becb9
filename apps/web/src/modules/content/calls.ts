import { contentCalls } from '@anlan/contract/modules/content/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const contents = api(contentCalls);

/** How many people of each unit have agreed to a version. */
export const agreedTo = (id: string) =>
  queryOptions({
    queryKey: ['contentInfo', 'agreed', id],
    queryFn: ({ signal }) => contents.agreedByUnit({ id }, { signal, quiet: true }),
  });
