// Public application of a shop, without an account, and its progress.
import * as z from 'zod/mini';
import { codeMapping, requiredText, instant, text } from '../../domain/fields.ts';
import { creditCode } from '../../domain/identifiers.ts';
import { ownMobile, smsDigits } from '../sms/sms.ts';
import { tenantId } from '../session/session.ts';
import { agreedVersionIds } from '../content/text.ts';
import { shopStates } from './states.ts';

export const shopNumber = z
  .string('请填写申请编号')
  .check(z.trim(), z.toUpperCase(), z.regex(/^DP\d{8}-[0-9A-HJKMNP-TV-Z]{8}$/, '申请编号形如 DP20260101-8A7B6C5D'));

/** Application of a shop. The applicant cannot set state, notes of the unit, or accounts (S19). */
export const shopApplication = z.object({
  tenantId,
  /** Phone of the applicant; proven by the SMS code. */
  phone: ownMobile,
  /** SMS code sent to the phone (smsType 6). */
  code: smsDigits,
  name: requiredText(40, '店铺名称'),
  creditCode,
  company: requiredText(60, '企业名称'),
  contactName: requiredText(30, '联系人'),
  /** Phone number that buyers call. */
  serviceLine: requiredText(30, '客服电话'),
  address: requiredText(100, '店铺地址'),
  openHours: z.optional(z.nullable(text(40, '营业时间'))),
  intro: z.optional(z.nullable(text(300, '店铺介绍'))),
  agreed: agreedVersionIds,
});
export type ShopApplication = z.output<typeof shopApplication>;

/** Applicants must send number and phone to read their application. */
export const shopSearch = z.object({ number: shopNumber, phone: ownMobile });

export const shopProgress = z.object({
  number: shopNumber,
  name: z.string(),
  /** State: 0 applied, 1 open, 2 rejected, 3 closed. */
  status: codeMapping(shopStates),
  submittedAt: instant,
  reason: z.nullable(z.string()),
});
export type ShopProgress = z.output<typeof shopProgress>;
