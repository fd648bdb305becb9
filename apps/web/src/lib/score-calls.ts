import { scoreCalls } from '@anlan/contract/modules/score/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const score = api(scoreCalls);

/** Query of the score of an enterprise with its explanation. Without an id: the enterprise of the caller. */
export const scoreCard = (enterpriseId?: string) =>
  queryOptions({
    queryKey: ['score', 'card', enterpriseId ?? ''],
    queryFn: ({ signal }) => score.card({ enterpriseId }, { signal, quiet: true }),
    refetchInterval: 60_000,
  });

export const scoreOnDay = (enterpriseId: string, day: string) =>
  queryOptions({
    queryKey: ['score', 'day', enterpriseId, day],
    queryFn: ({ signal }) => score.onDay({ enterpriseId, day }, { signal, quiet: true }),
  });

export const { hold: holdColor, release: releaseColor } = score;
