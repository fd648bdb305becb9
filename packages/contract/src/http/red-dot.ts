import { redDots } from '../domain/red-dot.ts';
import { enveloped, get } from './dialect.ts';

/** Red dots of menu entries. */
export const redDotCalls = {
  redDot: get('/bus/api/index/redDot', {
    answer: enveloped(redDots),
    permit: 'signed-in',
    activity: 'background',
    origin: 'spec §7',
  }),
};
