import { revealedValue, revealInput } from '../domain/reveal.ts';
import { enveloped, post } from './call-table.ts';

/** Returns the unmasked value of one field per call (S79). */
export const revealCalls = {
  reveal: post('/upms/reveal', {
    input: revealInput,
    in: {},
    answer: enveloped(revealedValue),
    permit: 'sys:reveal:phone',
  }),
};
