import * as z from 'zod/mini';
import { homeStatistics, kindShare, statisticsCount, studyPlan } from './statistics.ts';
import { day } from '../../domain/fields.ts';
import { enveloped, get } from '../../http/call-table.ts';

const area = {
  area: z.optional(z.string().check(z.regex(/^\d{2,6}$/, '行政区划代码为 2 到 6 位数字'))),
};
const window = {
  ...area,
  /** First day of the period; by default the first of this month. */
  from: z.optional(day),
  /** Last day of the period; by default today. */
  to: z.optional(day),
};

const figures = { permit: 'bus:enterprise:index', activity: 'background', origin: 'spec §7' } as const;

export const enterpriseStatisticsCalls = {
  statisticsCount: get('/bus/enterprise/getEnterpriseStatisticsCount', {
    input: z.object(window),
    answer: enveloped(statisticsCount),
    ...figures,
  }),
  joinedByKind: get('/bus/enterprise/getAccessToEntTypeCount', {
    input: z.object(area),
    answer: enveloped(z.array(kindShare)),
    ...figures,
  }),
  perfectByKind: get('/bus/enterprise/getPerfectToEntTypeCount', {
    input: z.object(area),
    answer: enveloped(z.array(kindShare)),
    ...figures,
  }),
  indexStatistics: get('/bus/enterprise/indexStatistics', {
    input: z.object(area),
    answer: enveloped(homeStatistics),
    ...figures,
  }),
  statisticsStudyPlan: get('/bus/enterprise/statisticsStudyPlan', {
    input: z.object(window),
    answer: enveloped(z.nullable(studyPlan)),
    ...figures,
  }),
};
