import { redDots } from '../domain/red-dot.ts';
import { enveloped, get } from './call-table.ts';

export const redDotCalls = {
  redDot: get('/bus/api/index/redDot', {
    answer: enveloped(redDots),
    permit: 'signed-in',
    activity: 'background',
    origin: 'spec §7',
  }),
};
