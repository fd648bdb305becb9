import * as z from 'zod/mini';
import { id } from '../../domain/fields.ts';
import { enveloped, file, get, pageOf, pageQuery } from '../../http/call-table.ts';
import { educationOfFirm, educationSorts, educationTotals, educationYear, reportMonth } from './views.ts';

const path = '/bus/dailyeducationreport';
const reads = { permit: 'bus:dailyeducationreport:index' } as const;
const prints = { permit: 'bus:dailyeducationreport:export', wait: 'export' } as const;
const ofRegion = { month: reportMonth, keyword: z.optional(z.string().check(z.maxLength(60))) };
const ofMonth = { enterpriseId: z.optional(id), month: reportMonth };

/** Monthly report on learning (教育月报). It is computed for each request and never stored. */
export const educationReportCalls = {
  /** Returns the report of a month and of the eleven months before it. */
  year: get(`${path}/year`, { input: z.object(ofMonth), answer: enveloped(educationYear), ...reads }),
  /** Lists the report of one month for each enterprise that the caller supervises. */
  firms: get(`${path}/firms/page`, {
    input: pageQuery(ofRegion, educationSorts),
    answer: enveloped(pageOf(educationOfFirm)),
    ...reads,
  }),
  /** Sums the figures of all enterprises of that list. */
  totals: get(`${path}/totals`, { input: z.object(ofRegion), answer: enveloped(educationTotals), ...reads }),
  export: get(`${path}/export`, { input: pageQuery(ofRegion, educationSorts), answer: file('xlsx'), ...prints }),
  /** Prints one enterprise; without `enterpriseId`, a regulator prints the totals and the list of all enterprises. */
  pdf: get(`${path}/pdf`, { input: z.object(ofMonth), answer: file('pdf'), ...prints }),
};
