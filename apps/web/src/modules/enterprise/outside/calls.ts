import { companyCalls } from '@anlan/contract/modules/company/calls';
import { applicationCalls } from '@anlan/contract/modules/enterprise/application-calls';
import { sessionCalls } from '@anlan/contract/modules/session/calls';
import { smsCalls } from '@anlan/contract/modules/sms/calls';
import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import { api } from '#lib/api.ts';
import { config } from '#lib/config.ts';
import { dictionaries } from '#lib/shared-calls.ts';

const application = api(applicationCalls);
const companies = api({ byApplicant: companyCalls.byApplicant });
const { send } = api({ send: smsCalls.send });
const { list } = api({ list: tenantCalls.list });

type Fields = Parameters<typeof application.apply>[0];
/** What an application says of the enterprise. */
export type Form = Omit<Fields, 'tenantId' | 'phone' | 'code' | 'proof' | 'agreed'>;

const quiet = { quiet: true } as const;

/** Authorities that one may apply to. */
export const listAuthorities = (signal: AbortSignal) => list({}, { signal, ...quiet });
/** What the authority's dictionaries offer. */
export const readChoices = (tenantId: string, signal: AbortSignal) =>
  application.applyChoices({ tenantId }, { signal, ...quiet });
/** Regions by name, code or pinyin initials. */
export const searchRegions = (q: string, signal: AbortSignal) => dictionaries.regionSearch({ q }, { signal, ...quiet });
/** Sections of industries with their divisions. */
export const readIndustries = (signal: AbortSignal) => dictionaries.industryTree({}, { signal, ...quiet });
/** Whether a credit code is taken at the authority. */
export const codeTaken = async (tenantId: string, creditCode: string) =>
  (await application.applyCheck({ tenantId, creditCode }, quiet)).exists;

/** What the register of companies says of a credit code; null where it knows none. */
export const lookUpCompany = (tenantId: string, creditCode: string) =>
  companies.byApplicant({ tenantId, creditCode }, quiet);

/** Whether sending a code asks for a picture. */
export const captchaWanted = async (): Promise<boolean> => (await config()).captcha;
/** Address of the picture that belongs to a key. */
export const captchaUrl = (key: string): string => `${sessionCalls.captcha.path}?randomStr=${key}`;
/** A fresh key for a picture. */
export const captchaKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Sends a code to the applicant's phone. */
export const sendCode = (tenantId: string, phone: string, captcha: { key: string; code: string } | null) =>
  send({ tenantId, phone, type: 'apply', randomStr: captcha?.key, code: captcha?.code }, quiet);
/** Exchanges the code for a proof. */
export const proveWith = async (tenantId: string, phone: string, code: string) =>
  (await application.applyProof({ tenantId, phone, code }, quiet)).proof;
/** Uploads the licence under a proof; `onProgress` hears the share that has gone. */
export const uploadLicence = (tenantId: string, proof: string, file: File, onProgress: (share: number) => void) =>
  application.applyUpload({ tenantId, proof, file }, { ...quiet, onProgress });
/** Sends an application. */
export const sendApplication = (
  form: Form,
  by: { tenantId: string; phone: string; proof: string; agreed: NonNullable<Fields['agreed']> },
) => application.apply({ ...form, ...by }, quiet);
/** Sends an application again. */
export const sendAgain = (form: Form, held: { number: string; proof: string; version: number }) =>
  application.applyAgain({ ...form, ...held }, quiet);
/** Where an application stands. */
export const readStanding = (number: string, phone: string) => application.applyState({ number, phone }, quiet);
/** What was filled in. */
export const readForm = (number: string, proof: string) => application.applyForm({ number, proof }, quiet);
/** Takes an application back. */
export const withdraw = (number: string, proof: string) => application.applyWithdraw({ number, proof }, quiet);
