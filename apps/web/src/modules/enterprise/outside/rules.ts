import { creditCodeProblem, normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { normalisePhone, phoneProblem } from '@anlan/contract/domain/phone';
import * as z from 'zod/mini';
import { forget, keep, recall } from '#lib/storage.ts';
import type { Form } from './calls.ts';

/** What is typed, before it is anything else. */
export const emptyTyped = {
  tenantId: '',
  creditCode: '',
  name: '',
  regionCode: '',
  regionName: '',
  registeredAddress: '',
  businessAddress: '',
  industryCode: '',
  industryName: '',
  supervisionKind: '',
  enterpriseSize: '',
  headcount: '',
  legalPerson: '',
  safetyManagerName: '',
  safetyManagerPhone: '',
  headName: '',
  headPhone: '',
  licence: '',
  phone: '',
  captcha: '',
  code: '',
  /** Of the application that is changed, when it was opened. */
  version: '',
};
/** What is typed. */
export type Typed = typeof emptyTyped;
/** A field of the form. */
export type FieldName = keyof Typed;
/** What is wrong, by field. */
export type Faults = Partial<Record<FieldName, string>>;

/** Fields of each step, in the order of the page. */
export const steps: readonly { title: string; fields: readonly FieldName[] }[] = [
  { title: '企业', fields: ['tenantId', 'creditCode', 'name'] },
  {
    title: '信息与联系人',
    fields: [
      'regionCode',
      'registeredAddress',
      'businessAddress',
      'industryCode',
      'supervisionKind',
      'enterpriseSize',
      'headcount',
      'legalPerson',
      'safetyManagerName',
      'safetyManagerPhone',
      'headName',
      'headPhone',
    ],
  },
  { title: '执照与手机验证', fields: ['licence', 'phone', 'captcha', 'code'] },
];

const demanded: Partial<Record<FieldName, string>> = {
  tenantId: '请选择受理单位',
  name: '企业名称不能为空',
  regionCode: '请选择行政区划',
  registeredAddress: '注册地址不能为空',
  industryCode: '请选择行业',
  supervisionKind: '请选择监管行业',
  legalPerson: '法定代表人不能为空',
  safetyManagerName: '安全员不能为空',
};

/** What is wrong with a phone as typed, or undefined. */
export const phoneFault = (text: string): string | undefined => phoneProblem(normalisePhone(text)) ?? undefined;

function faultOf(field: FieldName, typed: Typed): string | undefined {
  const value = typed[field].trim();
  if (field === 'creditCode') return creditCodeProblem(normaliseCreditCode(value))?.message;
  if (field === 'safetyManagerPhone') return phoneFault(value);
  if (field === 'headPhone') return value === '' ? undefined : phoneFault(value);
  if (field === 'headcount') return /^\d{0,8}$/.test(value) ? undefined : '请填写整数';
  return value === '' ? demanded[field] : undefined;
}

/** What is wrong in a step. */
export function faultsOf(step: number, typed: Typed): Faults {
  const found = (steps[step]?.fields ?? []).map((field) => [field, faultOf(field, typed)] as const);
  return Object.fromEntries(found.filter(([, fault]) => fault !== undefined));
}

/** The step that a field of the answer belongs to. */
export const stepOf = (field: string): number =>
  Math.max(
    0,
    steps.findIndex(({ fields }) => fields.some((one) => one === field)),
  );

// Choices have no words here.
const shownAs: Partial<Record<FieldName, (typed: Typed) => string>> = {
  regionCode: ({ regionName }) => regionName,
  industryCode: ({ industryName }) => industryName,
  supervisionKind: () => '',
  enterpriseSize: () => '',
  licence: () => '',
};
const theirsText = (field: FieldName, theirs: Typed): string => {
  const shown = (shownAs[field] ?? ((typed) => typed[field]))(theirs);
  return shown === '' ? '监管部门也修改了这一项' : `监管部门已改为“${shown}”`;
};

/**
 * What is typed over an application that the authority has changed since it was opened: what only they changed becomes
 * theirs, what was typed stays, and each such field is told.
 */
export function broughtTogether(opened: Typed, typed: Typed, theirs: Typed): { typed: Typed; faults: Faults } {
  const together = { ...typed, version: theirs.version };
  const faults: Faults = {};
  for (const { fields } of steps)
    for (const field of fields) {
      if (theirs[field] === opened[field] || theirs[field] === typed[field]) continue;
      const isMine = typed[field] !== opened[field];
      if (!isMine) together[field] = theirs[field];
      faults[field] = isMine ? `${theirsText(field, theirs)}，您填写的仍保留，请核对` : '监管部门修改了这一项，请核对';
    }
  if (together.regionCode === theirs.regionCode) together.regionName = theirs.regionName;
  if (together.industryCode === theirs.industryCode) together.industryName = theirs.industryName;
  return { typed: together, faults };
}

const sizes = ['large', 'medium', 'small', 'micro'] as const;
const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** What is typed as it is sent. */
export const formOf = (typed: Typed): Form => ({
  name: typed.name.trim(),
  creditCode: normaliseCreditCode(typed.creditCode),
  supervisionKind: typed.supervisionKind,
  regionCode: typed.regionCode,
  registeredAddress: typed.registeredAddress.trim(),
  businessAddress: orNull(typed.businessAddress),
  industryCode: typed.industryCode,
  enterpriseSize: sizes.find((size) => size === typed.enterpriseSize) ?? null,
  headcount: typed.headcount.trim() === '' ? null : Number(typed.headcount),
  legalPerson: typed.legalPerson.trim(),
  safetyManagerName: typed.safetyManagerName.trim(),
  safetyManagerPhone: normalisePhone(typed.safetyManagerPhone),
  headName: orNull(typed.headName),
  headPhone: orNull(typed.headPhone) === null ? null : normalisePhone(typed.headPhone),
  licence: typed.licence === '' ? null : typed.licence,
});

// Persons and phones are not left behind on a machine that others use.
const kept = [
  ...(['tenantId', 'creditCode', 'name', 'regionCode', 'regionName', 'registeredAddress', 'businessAddress'] as const),
  ...(['industryCode', 'industryName', 'supervisionKind', 'enterpriseSize', 'headcount'] as const),
];
const draft = 'apply-draft';

/** Keeps what may be kept, while there is something. */
export function keepDraft(typed: Typed): void {
  const facts = Object.fromEntries(kept.map((field) => [field, typed[field]]));
  if (kept.some((field) => field !== 'tenantId' && typed[field] !== '')) keep('local', draft, facts);
  else forgetDraft();
}
/** What was kept, or null. */
export function recallDraft(): Typed | null {
  const found = recall('local', draft, z.record(z.string(), z.string()));
  if (found === undefined) return null;
  return { ...emptyTyped, ...Object.fromEntries(kept.map((field) => [field, found[field] ?? ''])) };
}
/** Forgets what was kept. */
export const forgetDraft = () => forget('local', draft);
