// What a person without an account says when they apply with a shop, and what they are told of it.
import * as z from 'zod/mini';
import { coded, filled, instant, text } from '../../domain/fields.ts';
import { creditCode } from '../../domain/identifiers.ts';
import { ownMobile, smsDigits } from '../sms/sms.ts';
import { tenantId } from '../session/session.ts';
import { agreedTexts } from '../content/text.ts';
import { shopStates } from './resource.ts';

/** Number of an application, as its applicant keeps it. */
export const shopNumber = z
  .string('请填写申请编号')
  .check(z.trim(), z.toUpperCase(), z.regex(/^DP\d{8}-[0-9A-HJKMNP-TV-Z]{8}$/, '申请编号形如 DP20260101-8A7B6C5D'));

/** A shop that applies; state, unit's notes and accounts are not the applicant's to say (S19). */
export const shopApplication = z.object({
  /** The unit whose mall it is. */
  tenantId,
  /** Where the unit reaches the applicant; the code by SMS proves it. */
  phone: ownMobile,
  /** The code that went there (smsType 6). */
  code: smsDigits,
  name: filled(40, '店铺名称'),
  creditCode,
  company: filled(60, '企业名称'),
  contactName: filled(30, '联系人'),
  /** What buyers call. */
  serviceLine: filled(30, '客服电话'),
  address: filled(100, '店铺地址'),
  openHours: z.optional(z.nullable(text(40, '营业时间'))),
  intro: z.optional(z.nullable(text(300, '店铺介绍'))),
  /** Texts that the person agreed to. */
  agreed: agreedTexts,
});
/** A shop that applies. */
export type ShopApplication = z.output<typeof shopApplication>;

/** Whose application is asked after: number and phone together. */
export const shopSearch = z.object({ number: shopNumber, phone: ownMobile });

/** Where an application stands. */
export const shopProgress = z.object({
  number: shopNumber,
  /** Name of the shop. */
  name: z.string(),
  /** 0 applied, 1 open, 2 rejected, 3 closed. */
  status: coded(shopStates),
  submittedAt: instant,
  /** Why it was rejected or closed. */
  reason: z.nullable(z.string()),
});
/** Where an application stands. */
export type ShopProgress = z.output<typeof shopProgress>;
