import * as z from 'zod/mini';
import { day, id } from '../../domain/fields.ts';
import { enveloped, get, nothing, post } from '../../http/dialect.ts';
import { holdInput, judgement, releaseInput, scoreCard } from './score.ts';

/** Calls of the score (安全分) and the colours (企业四色). */
export const scoreCalls = {
  card: get('/bus/score/card', {
    input: z.object({ /** Whose; the caller's current one when left out. */ enterpriseId: z.optional(id) }),
    answer: enveloped(z.nullable(scoreCard)),
    permit: 'bus:score:index',
    activity: 'background',
    origin: 'chosen',
  }),
  onDay: get('/bus/score/day', {
    input: z.object({
      /** Whose; the caller's current one when left out. */ enterpriseId: z.optional(id),
      /** How it stood at the end of this day. */ day,
    }),
    answer: enveloped(z.nullable(z.extend(judgement, { /** Since which day it stood so. */ day: z.string() }))),
    permit: 'bus:score:index',
    origin: 'chosen',
  }),
  hold: post('/bus/score/hold', {
    input: holdInput,
    answer: nothing,
    permit: 'bus:score:hold',
    origin: 'chosen',
  }),
  release: post('/bus/score/release', {
    input: releaseInput,
    answer: nothing,
    permit: 'bus:score:hold',
    origin: 'chosen',
  }),
};
