import { protection, protectionInput } from './protection.ts';
import { enveloped, get, nothing, post } from '../../http/call-table.ts';

/** Calls for protection of level three (等级保护三级, S77). */
export const protectionCalls = {
  protection: get('/upms/role/protection', {
    answer: enveloped(protection),
    permit: 'sys:role:index',
    origin: 'chosen',
  }),
  protect: post('/upms/role/protection', {
    input: protectionInput,
    answer: nothing,
    permit: 'sys:role:delegate',
    origin: 'chosen',
  }),
};
