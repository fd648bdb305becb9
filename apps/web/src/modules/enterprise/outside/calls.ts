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
export type Form = Omit<Fields, 'tenantId' | 'phone' | 'code' | 'proof' | 'agreed'>;

const quiet = { quiet: true } as const;

export const listAuthorities = (signal: AbortSignal) => list({}, { signal, ...quiet });
export const readChoices = (tenantId: string, signal: AbortSignal) =>
  application.applyChoices({ tenantId }, { signal, ...quiet });
export const searchRegions = (q: string, signal: AbortSignal) => dictionaries.regionSearch({ q }, { signal, ...quiet });
export const readIndustries = (signal: AbortSignal) => dictionaries.industryTree({}, { signal, ...quiet });
export const codeTaken = async (tenantId: string, creditCode: string) =>
  (await application.applyCheck({ tenantId, creditCode }, quiet)).exists;

/** Queries the company register by credit code. Returns null if the register has no match. */
export const lookUpCompany = (tenantId: string, creditCode: string) =>
  companies.byApplicant({ tenantId, creditCode }, quiet);

export const captchaWanted = async (): Promise<boolean> => (await config()).captcha;
export const captchaUrl = (key: string): string => `${sessionCalls.captcha.path}?randomStr=${key}`;
export const captchaKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export const sendCode = (tenantId: string, phone: string, captcha: { key: string; code: string } | null) =>
  send({ tenantId, phone, type: 'apply', randomStr: captcha?.key, code: captcha?.code }, quiet);
export const verifyPhone = async (tenantId: string, phone: string, code: string) =>
  (await application.applyProof({ tenantId, phone, code }, quiet)).proof;
/**
 * Uploads the licence file. `proof` shows that the phone is verified; `onProgress` receives the uploaded share from 0
 * to 1.
 */
export const uploadLicence = (tenantId: string, proof: string, file: File, onProgress: (share: number) => void) =>
  application.applyUpload({ tenantId, proof, file }, { ...quiet, onProgress });
export const sendApplication = (
  form: Form,
  by: { tenantId: string; phone: string; proof: string; agreed: NonNullable<Fields['agreed']> },
) => application.apply({ ...form, ...by }, quiet);
export const resubmitApplication = (form: Form, held: { number: string; proof: string; version: number }) =>
  application.applyAgain({ ...form, ...held }, quiet);
export const readProgress = (number: string, phone: string) => application.applyState({ number, phone }, quiet);
export const readForm = (number: string, proof: string) => application.applyForm({ number, proof }, quiet);
export const withdraw = (number: string, proof: string) => application.applyWithdraw({ number, proof }, quiet);
