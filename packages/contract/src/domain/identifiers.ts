import { citizenIdProblem, isMaskedCitizenId, normaliseCitizenId } from './citizen-id.ts';
import * as z from 'zod/mini';
import { creditCodeProblem, normaliseCreditCode } from './credit-code.ts';
import { isMaskedPhone, normalisePhone, phoneProblem } from './phone.ts';

/** Schema of a credit code. It normalises the text and requires a correct check digit (GB 32100-2015). */
export const creditCode = z.string('统一社会信用代码不能为空').check(
  z.overwrite(normaliseCreditCode),
  z.superRefine((value, ctx) => {
    const problem = creditCodeProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem.message, input: value });
  }),
);
/** Schema of a mainland mobile number. It accepts a masked value, which the service then ignores. */
export const mobile = z.string('手机号码不能为空').check(
  z.overwrite(normalisePhone),
  z.superRefine((value, ctx) => {
    const problem = isMaskedPhone(value) ? null : phoneProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem, input: value });
  }),
);
/** Schema of a citizen ID (GB 11643, VA-11). It accepts a masked value, which means that the ID is unchanged. */
export const citizenId = z.string('证件号码不能为空').check(
  z.overwrite(normaliseCitizenId),
  z.superRefine((value, ctx) => {
    const problem = isMaskedCitizenId(value) ? null : citizenIdProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem, input: value });
  }),
);
/** Six digits of GB/T 2260. The service checks that the region exists. */
export const regionCode = z.string('行政区划不能为空').check(z.regex(/^\d{6}$/, '请选择行政区划'));
/** Industry code of GB/T 4754: one letter and two digits. */
export const industryCode = z.string('行业不能为空').check(z.regex(/^[A-T]\d{2}$/, '请选择行业'));
