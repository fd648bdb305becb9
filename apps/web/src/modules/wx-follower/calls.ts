import { wxFollowerCalls, type WxFollower } from '@anlan/contract/modules/wx-follower/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const calls = api(wxFollowerCalls);
export type { WxFollower };

/** How the list's request stands in its URL. */
export const followerQuery = wxFollowerCalls.page.input;
/** What the list asks for. */
export type FollowerPage = Parameters<typeof calls.page>[0];

/** A page of the list; the old rows stay while the next are on their way. */
export const followerPage = (input: FollowerPage) =>
  queryOptions({
    queryKey: ['wx-follower', 'page', input],
    queryFn: ({ signal }) => calls.page(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
/** Tags in use. */
export const followerTags = () =>
  queryOptions({
    queryKey: ['wx-follower', 'tags'],
    queryFn: ({ signal }) => calls.tags({}, { signal, quiet: true }),
    staleTime: 60_000,
  });
/** Changes remark, tags or the employee of a follower. */
export const updateFollower = (input: Parameters<typeof calls.update>[0]) => calls.update(input, { quiet: true });
