import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { enveloped, file, get, pageOf, pageQuery } from '../../http/dialect.ts';
import { educationOfFirm, educationYear, reportMonth } from './views.ts';

const path = '/bus/dailyeducationreport';
const reads = { permit: 'bus:dailyeducationreport:index', origin: 'chosen' } as const;
const ofMonth = {
  /** The enterprise; the caller's own where it is left out. */
  enterpriseId: z.optional(id),
  /** The last month that is shown. */
  month: reportMonth,
};

/** Calls of the monthly report of learning (教育月报): wholly computed, nothing of it is stored. */
export const educationReportCalls = {
  /** A month and the eleven before it. */
  year: get(`${path}/year`, { input: z.object(ofMonth), answer: enveloped(educationYear), ...reads }),
  /** A month of the enterprises that one oversees. */
  firms: get(`${path}/firms/page`, {
    input: pageQuery({ month: reportMonth, keyword: z.optional(z.string().check(z.maxLength(60))) }, []),
    answer: enveloped(pageOf(educationOfFirm)),
    ...reads,
  }),
  /** A month of one enterprise on paper. */
  pdf: get(`${path}/pdf`, {
    input: z.object(ofMonth),
    answer: file('pdf'),
    permit: 'bus:dailyeducationreport:export',
    wait: 'export',
    origin: 'chosen',
  }),
};
