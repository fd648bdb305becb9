import * as z from 'zod/mini';
import { day } from './fields.ts';

const known = z.nullable(z.string());
/** What the register of companies says of one (工商信息). */
export const companyFacts = z.object({
  /** 企业名称 */
  name: z.string(),
  /** 统一社会信用代码 */
  creditCode: known,
  /** 法定代表人 */
  legalPersonName: known,
  /** 经营状态 */
  regStatus: known,
  /** 注册资本, as the register writes it: 1000万人民币. */
  regCapital: known,
  /** 成立日期 */
  establishTime: z.nullable(day),
  /** 注册地址 */
  regLocation: known,
  /** 经营范围 */
  businessScope: known,
  /** 行业, in the register's words. */
  industry: known,
  /** 电话 */
  phone: known,
});
/** What the register of companies says of one. */
export type CompanyFacts = z.output<typeof companyFacts>;
