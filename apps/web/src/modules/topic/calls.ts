import { topicCalls } from '@anlan/contract/modules/topic/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

export const topics = api(topicCalls);
export const topicKey = ['topic'] as const;
export type ProgressInput = Parameters<typeof topics.progress>[0];

export const entriesOf = queryOptions({
  queryKey: [...topicKey, 'entries'],
  queryFn: ({ signal }) => topics.byType({ type: '1' }, { signal, quiet: true }),
});
export const campaignOf = (id: string, enterpriseId?: string) =>
  queryOptions({
    queryKey: [...topicKey, 'campaign', id, enterpriseId],
    queryFn: ({ signal }) =>
      topics.campaign({ id, ...(enterpriseId ? { enterpriseId } : {}) }, { signal, quiet: true }),
  });
export const progressOf = (input: ProgressInput) =>
  queryOptions({
    queryKey: [...topicKey, 'progress', input],
    queryFn: ({ signal }) => topics.progress(input, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  });
