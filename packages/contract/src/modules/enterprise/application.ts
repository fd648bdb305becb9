import * as z from 'zod/mini';
import { agreedTexts } from '../content/text.ts';
import { enterpriseFields } from './enterprise.ts';
import { creditCode } from '../../domain/identifiers.ts';
import { coded, day, instant, text } from '../../domain/fields.ts';
import { ownMobile, smsDigits } from '../sms/sms.ts';
import { tenantId } from '../session/session.ts';

/** Where an application stands: clean code → wire value, those of the enterprise it became; merged into another before anybody approved it. */
export const applicationState = {
  withdrawn: '0',
  underReview: '1',
  approved: '2',
  merged: '4',
  rejected: '5',
} as const;
/** Where an application stands. */
export type ApplicationState = keyof typeof applicationState;

/** Number of an application, as its applicant keeps it. */
export const applicationNumber = z
  .string('请填写申请编号')
  .check(z.trim(), z.toUpperCase(), z.regex(/^RZ\d{8}-[0-9A-HJKMNP-TV-Z]{8}$/, '申请编号形如 RZ20260101-8A7B6C5D'));
/** A one-time proof that a phone answered with the right code. */
export const phoneProof = z.string('请先验证手机号码').check(z.regex(/^[A-Za-z0-9_-]{43}$/, '请先验证手机号码'));

/** What an applicant may fill in; who supervises, states and settings are not theirs to say (S19). */
export const applicationFields = z.extend(
  z.pick(enterpriseFields, {
    name: true,
    creditCode: true,
    supervisionKind: true,
    regionCode: true,
    registeredAddress: true,
    industryCode: true,
    legalPerson: true,
    safetyManagerName: true,
    shortName: true,
    economicType: true,
    establishedOn: true,
    businessScope: true,
    licenceTo: true,
    licence: true,
    town: true,
    businessAddress: true,
    enterpriseSize: true,
    headcount: true,
    headName: true,
    emergencyPhone: true,
    email: true,
  }),
  {
    /** 安全员电话 (classified) */
    safetyManagerPhone: ownMobile,
    /** 法人电话 (classified) */
    legalPhone: z.optional(z.nullable(ownMobile)),
    /** 负责人电话 (classified) */
    headPhone: z.optional(z.nullable(ownMobile)),
    /** 申请人姓名; 法定代表人 when left out. */
    applicant: z.optional(text(30, '申请人姓名')),
  },
);
/** What an applicant may fill in. */
export type ApplicationFields = z.output<typeof applicationFields>;

/** POST /bus/enterprise/entApply. */
export const applicationInput = z.extend(applicationFields, {
  /** The authority applied to. */
  tenantId,
  /** The applicant's phone, proven by `code` or `proof`. */
  phone: ownMobile,
  /** The code sent to the phone (type 5). */
  code: z.optional(smsDigits),
  /** Instead of the code: the proof it was exchanged for. */
  proof: z.optional(phoneProof),
  /** The versions of the agreements that the applicant agreed to. */
  agreed: z.optional(agreedTexts),
});
/** An application. */
export type ApplicationInput = z.output<typeof applicationInput>;

/** POST /bus/enterprise/entApply/form: what was filled in, as it stands. */
export const applicationForm = z.extend(applicationFields, {
  /** Sent back with the changes, so that nothing that was written meanwhile is lost. */
  version: z.int(),
});
/** What was filled in, as it stands. */
export type ApplicationForm = z.output<typeof applicationForm>;

/** POST /bus/enterprise/entApply/resubmit. */
export const applicationAgain = z.extend(applicationForm, {
  /** Which application. */
  number: applicationNumber,
  /** A fresh proof of the same phone. */
  proof: phoneProof,
});
/** An application sent in again. */
export type ApplicationAgain = z.output<typeof applicationAgain>;

/** Which application, shown by whoever holds its phone. */
export const applicationHeld = z.object({
  /** Number of the application. */
  number: applicationNumber,
  /** A proof of its phone. */
  proof: phoneProof,
});
/** POST /bus/enterprise/entApply/state. */
export const applicationAsked = z.object({
  /** Number of the application. */
  number: applicationNumber,
  /** The phone it was sent with. */
  phone: ownMobile,
});

/** Where an application stands, as its applicant learns of it. */
export const applicationProgress = z.object({
  /** Number of the application. */
  number: applicationNumber,
  /** The authority applied to. */
  tenantId,
  /** Name of the enterprise. */
  name: z.string(),
  /** Where it stands. */
  state: coded(applicationState),
  /** When it was sent in, the last time. */
  submittedAt: instant,
  /** When it was decided, or null. */
  decidedAt: z.nullable(instant),
  /** Why it was rejected, or null. */
  reason: z.nullable(z.string()),
  /** Day by which an answer is due, or null when there is one. */
  expectedOn: z.nullable(day),
});
/** Where an application stands. */
export type ApplicationProgress = z.output<typeof applicationProgress>;

/** POST /bus/enterprise/entApply/proof. */
export const proofInput = z.object({
  /** The authority applied to. */
  tenantId,
  /** The applicant's phone. */
  phone: ownMobile,
  /** The code sent to it. */
  code: smsDigits,
});
const choice = z.object({
  /** Value that the form carries. */
  value: z.string(),
  /** Label shown. */
  label: z.string(),
});
/** GET /bus/enterprise/entApply/choices: what the authority's dictionaries offer an applicant. */
export const applicationChoices = z.object({
  /** 监管行业 */
  supervisionKind: z.array(choice),
  /** 企业规模 */
  enterpriseSize: z.array(choice),
});
/** What the authority's dictionaries offer an applicant. */
export type ApplicationChoices = z.output<typeof applicationChoices>;

/** POST /bus/enterprise/entApply/check. */
export const applicationCheck = z.object({
  /** The authority applied to. */
  tenantId,
  /** The code that shall be free. */
  creditCode,
});
