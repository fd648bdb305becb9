import * as z from 'zod/mini';
import { day } from './fields.ts';

const nullableText = z.nullable(z.string());
/** Company data from the register of companies (工商信息). */
export const companyFacts = z.object({
  name: z.string(),
  creditCode: nullableText,
  legalPersonName: nullableText,
  /** Operating status (经营状态) */
  regStatus: nullableText,
  /** Registered capital (注册资本), as the register writes it: 1000万人民币. */
  regCapital: nullableText,
  establishTime: z.nullable(day),
  regLocation: nullableText,
  businessScope: nullableText,
  industry: nullableText,
  phone: nullableText,
});
export type CompanyFacts = z.output<typeof companyFacts>;
