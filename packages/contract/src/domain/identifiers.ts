import { citizenIdProblem, isMaskedCitizenId, normaliseCitizenId } from './citizen-id.ts';
import * as z from 'zod/mini';
import { creditCodeProblem, normaliseCreditCode } from './credit-code.ts';
import { isMaskedPhone, normalisePhone, phoneProblem } from './phone.ts';

/** A unified social credit code, normalised; its check digit is enforced (GB 32100-2015). */
export const creditCode = z.string('统一社会信用代码不能为空').check(
  z.overwrite(normaliseCreditCode),
  z.superRefine((value, ctx) => {
    const problem = creditCodeProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem.message, input: value });
  }),
);
/** A mainland mobile; a value equal to its mask passes and is dropped by the service (decisions 16). */
export const mobile = z.string('手机号码不能为空').check(
  z.overwrite(normalisePhone),
  z.superRefine((value, ctx) => {
    const problem = isMaskedPhone(value) ? null : phoneProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem, input: value });
  }),
);
/** A citizen ID (GB 11643, VA-11); a value equal to its mask counts as unchanged. */
export const citizenId = z.string('证件号码不能为空').check(
  z.overwrite(normaliseCitizenId),
  z.superRefine((value, ctx) => {
    const problem = isMaskedCitizenId(value) ? null : citizenIdProblem(value);
    if (problem) ctx.addIssue({ code: 'custom', message: problem, input: value });
  }),
);
/** Six digits of GB/T 2260; whether the region exists is the service's to say. */
export const regionCode = z.string('行政区划不能为空').check(z.regex(/^\d{6}$/, '请选择行政区划'));
/** Letter and two digits of GB/T 4754. */
export const industryCode = z.string('行业不能为空').check(z.regex(/^[A-T]\d{2}$/, '请选择行业'));
