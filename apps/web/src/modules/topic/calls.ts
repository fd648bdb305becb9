import { topicCalls } from '@anlan/contract/modules/topic/calls';
import { keepPreviousData } from '@tanstack/react-query';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

export const topics = api(topicCalls);
export const topicKey = ['topic'] as const;
export type ProgressInput = Parameters<typeof topics.progress>[0];

export const entriesOf = callQuery([...topicKey, 'entries'], topics.byType, { type: '1' });
export const campaignOf = (id: string, enterpriseId?: string) =>
  callQuery([...topicKey, 'campaign', id, enterpriseId], topics.campaign, {
    id,
    ...(enterpriseId ? { enterpriseId } : {}),
  });
export const progressOf = (input: ProgressInput) =>
  callQuery([...topicKey, 'progress', input], topics.progress, input, { placeholderData: keepPreviousData });
