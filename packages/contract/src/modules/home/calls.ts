import * as z from 'zod/mini';
import { enveloped, get } from '../../http/dialect.ts';
import { enterpriseHome, regulatorHome, supervision } from './home.ts';

/** Numbers and lists of the home pages (首页), by the definitions of domain.md §2.12. */
export const homeCalls = {
  regulator: get('/bus/home/regulator', {
    input: z.object({
      /** Region or any below it; all visible when empty. */
      area: z.optional(z.string().check(z.regex(/^\d{2,6}$/, '行政区划代码为 2 到 6 位数字'))),
    }),
    answer: enveloped(regulatorHome),
    permit: 'bus:enterprise:index',
    activity: 'background',
    origin: 'chosen',
  }),
  supervision: get('/bus/home/supervision', {
    input: z.object({
      /** Region or any below it; all visible when empty. */
      area: z.optional(z.string().check(z.regex(/^\d{2,6}$/, '行政区划代码为 2 到 6 位数字'))),
    }),
    answer: enveloped(supervision),
    permit: 'bus:enterprise:index',
    activity: 'background',
    origin: 'chosen',
  }),
  enterprise: get('/bus/home/enterprise', {
    answer: enveloped(z.nullable(enterpriseHome)),
    permit: 'bus:enterprise:index',
    activity: 'background',
    origin: 'chosen',
  }),
};
