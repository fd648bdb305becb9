import { revealed, revealInput } from '../domain/reveal.ts';
import { enveloped, post } from './dialect.ts';

/** Showing what is masked, one value at a time (S79). */
export const revealCalls = {
  reveal: post('/upms/reveal', {
    input: revealInput,
    in: {},
    answer: enveloped(revealed),
    permit: 'sys:reveal:phone',
    origin: 'chosen',
  }),
};
