import { wxFollowerCalls } from '@anlan/contract/modules/wx-follower/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const calls = api({ page: wxFollowerCalls.page, tags: wxFollowerCalls.tags });
export type FollowerFilter = Parameters<typeof calls.page>[0]['filter'];

export const followerTags = () => callQuery(['wx-follower', 'tags'], calls.tags, {}, { staleTime: 60_000 });
