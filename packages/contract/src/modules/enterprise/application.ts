import * as z from 'zod/mini';
import { agreedVersionIds } from '../content/text.ts';
import { enterpriseFields } from './enterprise.ts';
import { creditCode } from '../../domain/identifiers.ts';
import { codeMapping, day, instant, text } from '../../domain/fields.ts';
import { ownMobile, smsDigits } from '../sms/sms.ts';
import { tenantId } from '../session/session.ts';

/**
 * State of an application with its wire value; an enterprise uses the same values. `merged`: merged into another
 * enterprise before approval.
 */
export const applicationState = {
  withdrawn: '0',
  underReview: '1',
  approved: '2',
  merged: '4',
  rejected: '5',
} as const;
export type ApplicationState = keyof typeof applicationState;

export const applicationNumber = z
  .string('请填写申请编号')
  .check(z.trim(), z.toUpperCase(), z.regex(/^RZ\d{8}-[0-9A-HJKMNP-TV-Z]{8}$/, '申请编号形如 RZ20260101-8A7B6C5D'));
/** One-time proof that an SMS code verified the phone. */
export const phoneProof = z.string('请先验证手机号码').check(z.regex(/^[A-Za-z0-9_-]{43}$/, '请先验证手机号码'));

/** Fields of the application. Applicants cannot set the supervisor, states or settings (S19). */
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
    /** Phone of the safety manager (安全员电话, classified) */
    safetyManagerPhone: ownMobile,
    /** Phone of the legal representative (法人电话, classified) */
    legalPhone: z.optional(z.nullable(ownMobile)),
    /** Phone of the head (负责人电话, classified) */
    headPhone: z.optional(z.nullable(ownMobile)),
    /** Name of the applicant (申请人姓名); by default the legal representative. */
    applicant: z.optional(text(30, '申请人姓名')),
  },
);
export type ApplicationFields = z.output<typeof applicationFields>;

export const applicationInput = z.extend(applicationFields, {
  tenantId,
  /** Phone of the applicant, verified by `code` or by `proof`. */
  phone: ownMobile,
  /** Code that was sent by SMS (type 5). */
  code: z.optional(smsDigits),
  /** Proof that an SMS code verified the phone; used if `code` is absent. */
  proof: z.optional(phoneProof),
  /** Ids of the agreement versions that the applicant accepted. */
  agreed: z.optional(agreedVersionIds),
});
export type ApplicationInput = z.output<typeof applicationInput>;

export const applicationForm = z.extend(applicationFields, {
  /** Version of the application. The applicant sends it back with changes, so that concurrent changes are not lost. */
  version: z.int(),
});
export type ApplicationForm = z.output<typeof applicationForm>;

export const applicationResubmission = z.extend(applicationForm, {
  number: applicationNumber,
  /** A new proof of the same phone. */
  proof: phoneProof,
});
export type ApplicationResubmission = z.output<typeof applicationResubmission>;

/** Number of an application, and the proof of its phone. */
export const applicationAccess = z.object({
  number: applicationNumber,
  proof: phoneProof,
});
export const applicationStateQuery = z.object({
  number: applicationNumber,
  phone: ownMobile,
});

export const applicationProgress = z.object({
  number: applicationNumber,
  tenantId,
  name: z.string(),
  state: codeMapping(applicationState),
  submittedAt: instant,
  decidedAt: z.nullable(instant),
  reason: z.nullable(z.string()),
  /** Day by which the authority must answer; null if it has answered. */
  expectedOn: z.nullable(day),
});
export type ApplicationProgress = z.output<typeof applicationProgress>;

export const proofInput = z.object({
  tenantId,
  phone: ownMobile,
  code: smsDigits,
});
const choice = z.object({
  value: z.string(),
  label: z.string(),
});
export const applicationChoices = z.object({
  supervisionKind: z.array(choice),
  enterpriseSize: z.array(choice),
});
export type ApplicationChoices = z.output<typeof applicationChoices>;

export const applicationCheck = z.object({
  tenantId,
  creditCode,
});
