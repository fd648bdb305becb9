import { scoreCalls } from '@anlan/contract/modules/score/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const score = api(scoreCalls);

/** One enterprise's score with all that explains it; of the caller's own where none is named. */
export const scoreCard = (enterpriseId?: string) =>
  queryOptions({
    queryKey: ['score', 'card', enterpriseId ?? ''],
    queryFn: ({ signal }) => score.card({ enterpriseId }, { signal, quiet: true }),
    refetchInterval: 60_000,
  });

/** How it stood at the end of a day. */
export const scoreOnDay = (enterpriseId: string, day: string) =>
  queryOptions({
    queryKey: ['score', 'day', enterpriseId, day],
    queryFn: ({ signal }) => score.onDay({ enterpriseId, day }, { signal, quiet: true }),
  });

/** Holds a colour, and releases it. */
export const { hold: holdColor, release: releaseColor } = score;
