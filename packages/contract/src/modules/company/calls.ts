import * as z from 'zod/mini';
import { companyFacts } from '../../domain/registered-company.ts';
import { creditCode } from '../../domain/identifiers.ts';
import { tenantId } from '../session/session.ts';
import { enveloped, get, post } from '../../http/call-table.ts';

/** Calls that query the company register (工商信息查询). */
export const companyCalls = {
  currentEnt: get('/bus/enterprise/tianyancha/getCurrentEnt', {
    input: z.object({
      /** Full name or credit code of the company. */
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
    input: z.object({ tenantId, creditCode }),
    answer: enveloped(z.nullable(companyFacts)),
    effect: 'read',
    permit: 'public',
    rate: 'lookup',
  }),
};
