import * as z from 'zod/mini';
import { day } from '../../domain/fields.ts';
import { creditCode } from '../../domain/identifiers.ts';
import { tenantId } from '../../domain/session.ts';
import { enveloped, get, post } from '../../wire/dialect.ts';

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

/** Look-ups in the register of companies (工商信息查询). */
export const companyCalls = {
  currentEnt: get('/bus/enterprise/tianyancha/getCurrentEnt', {
    input: z.object({
      /** Whole name, or credit code. */
      keyword: z
        .string('请填写企业名称或统一社会信用代码')
        .check(
          z.trim(),
          z.minLength(4, '请填写完整的企业名称或统一社会信用代码'),
          z.maxLength(100, '企业名称最多 100 个字'),
        ),
    }),
    answer: enveloped(z.nullable(companyFacts)),
    permit: 'bus:enterprise:edit',
    rate: 'lookup',
    origin: 'spec §7',
  }),
  byApplicant: post('/bus/enterprise/entApply/company', {
    input: z.object({
      /** The authority applied to. */
      tenantId,
      creditCode,
    }),
    answer: enveloped(z.nullable(companyFacts)),
    effect: 'read',
    permit: 'public',
    rate: 'lookup',
    origin: 'chosen',
  }),
};
