import * as z from 'zod/mini';
import { homeStatistics, kindShare, statisticsCount, studyPlan } from './statistics.ts';
import { day } from '../../domain/fields.ts';
import { enveloped, get } from '../../http/dialect.ts';

const area = {
  /** Region or any below it; all visible when empty. */
  area: z.optional(z.string().check(z.regex(/^\d{2,6}$/, '行政区划代码为 2 到 6 位数字'))),
};
const window = {
  ...area,
  /** First day of the window; the first of this month when empty. */
  from: z.optional(day),
  /** Last day of the window; today when empty. */
  to: z.optional(day),
};

/** Counts of enterprises (统计), by the definitions of domain.md §2.12. */
export const enterpriseStatisticsCalls = {
  statisticsCount: get('/bus/enterprise/getEnterpriseStatisticsCount', {
    input: z.object(window),
    answer: enveloped(statisticsCount),
    permit: 'bus:enterprise:index',
    activity: 'background',
    origin: 'spec §7',
  }),
  joinedByKind: get('/bus/enterprise/getAccessToEntTypeCount', {
    input: z.object(area),
    answer: enveloped(z.array(kindShare)),
    permit: 'bus:enterprise:index',
    activity: 'background',
    origin: 'spec §7',
  }),
  perfectByKind: get('/bus/enterprise/getPerfectToEntTypeCount', {
    input: z.object(area),
    answer: enveloped(z.array(kindShare)),
    permit: 'bus:enterprise:index',
    activity: 'background',
    origin: 'spec §7',
  }),
  indexStatistics: get('/bus/enterprise/indexStatistics', {
    input: z.object(area),
    answer: enveloped(homeStatistics),
    permit: 'bus:enterprise:index',
    activity: 'background',
    origin: 'spec §7',
  }),
  statisticsStudyPlan: get('/bus/enterprise/statisticsStudyPlan', {
    input: z.object(window),
    answer: enveloped(z.nullable(studyPlan)),
    permit: 'bus:enterprise:index',
    activity: 'background',
    origin: 'spec §7',
  }),
};
