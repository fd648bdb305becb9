import * as z from 'zod/mini';
import { enveloped, get } from '../../http/call-table.ts';
import { enterpriseHome, regulatorHome, supervision } from './home.ts';

/** Calls for the numbers and lists of the home pages (首页). */
export const homeCalls = {
  regulator: get('/bus/home/regulator', {
    input: z.object({ area: z.optional(z.string().check(z.regex(/^\d{2,6}$/, '行政区划代码为 2 到 6 位数字'))) }),
    answer: enveloped(regulatorHome),
    permit: 'bus:enterprise:index',
    activity: 'background',
  }),
  supervision: get('/bus/home/supervision', {
    input: z.object({ area: z.optional(z.string().check(z.regex(/^\d{2,6}$/, '行政区划代码为 2 到 6 位数字'))) }),
    answer: enveloped(supervision),
    permit: 'bus:enterprise:index',
    activity: 'background',
  }),
  enterprise: get('/bus/home/enterprise', {
    answer: enveloped(z.nullable(enterpriseHome)),
    permit: 'bus:enterprise:index',
    activity: 'background',
  }),
};
