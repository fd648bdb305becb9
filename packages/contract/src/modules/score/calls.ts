import * as z from 'zod/mini';
import { day, id } from '../../domain/fields.ts';
import { enveloped, get, post } from '../../http/call-table.ts';
import { holdInput, judgement, releaseInput, scoreCard } from './score.ts';

export const scoreCalls = {
  card: get('/bus/score/card', {
    input: z.object({ /** Id of an enterprise; by default the caller's current one. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.nullable(scoreCard)),
    permit: 'bus:score:index',
    activity: 'background',
  }),
  onDay: get('/bus/score/day', {
    input: z.object({
      /** Id of an enterprise; by default the caller's current one. */ enterpriseId: z.optional(id),
      day,
    }),
    answer: enveloped(
      z.nullable(z.extend(judgement, { /** First day on which this state applied. */ day: z.string() })),
    ),
    permit: 'bus:score:index',
  }),
  hold: post('/bus/score/hold', { input: holdInput, permit: 'bus:score:hold' }),
  release: post('/bus/score/release', { input: releaseInput, permit: 'bus:score:hold' }),
};
