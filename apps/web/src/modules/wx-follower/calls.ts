import { wxFollowerCalls } from '@anlan/contract/modules/wx-follower/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const calls = api({ page: wxFollowerCalls.page, tags: wxFollowerCalls.tags });
export type FollowerFilter = Parameters<typeof calls.page>[0]['filter'];

export const followerTags = () =>
  queryOptions({
    queryKey: ['wx-follower', 'tags'],
    queryFn: ({ signal }) => calls.tags({}, { signal, quiet: true }),
    staleTime: 60_000,
  });
