import { topicCalls } from '@anlan/contract/modules/topic/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

/** Calls of quick entries and campaigns. */
export const topics = api(topicCalls);
/** Everything that has been read of topics begins with it. */
export const topicKey = ['topic'] as const;
/** What the list of enterprises of a campaign asks for. */
export type ProgressInput = Parameters<typeof topics.progress>[0];

/** Quick entries as this person's enterprise has them. */
export const entriesOf = queryOptions({
  queryKey: [...topicKey, 'entries'],
  queryFn: ({ signal }) => topics.byType({ type: '1' }, { signal, quiet: true }),
});
/** A campaign with what has been done of it; of one enterprise where it is named. */
export const campaignOf = (id: string, enterpriseId?: string) =>
  queryOptions({
    queryKey: [...topicKey, 'campaign', id, enterpriseId],
    queryFn: ({ signal }) =>
      topics.campaign({ id, ...(enterpriseId ? { enterpriseId } : {}) }, { signal, quiet: true }),
  });
/** How far enterprises are with a campaign; the old rows stay while the next are on their way. */
export const progressOf = (input: ProgressInput) =>
  queryOptions({
    queryKey: [...topicKey, 'progress', input],
    queryFn: ({ signal }) => topics.progress(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
