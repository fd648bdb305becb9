import { protection, protectionInput } from './protection.ts';
import { enveloped, get, post } from '../../http/call-table.ts';

/** Calls for protection of level three (等级保护三级, S77). */
export const protectionCalls = {
  protection: get('/upms/role/protection', { answer: enveloped(protection), permit: 'sys:role:index' }),
  protect: post('/upms/role/protection', { input: protectionInput, permit: 'sys:role:delegate' }),
};
