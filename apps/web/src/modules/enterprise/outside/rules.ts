import { applicationFields } from '@anlan/contract/modules/enterprise/application';
import { normaliseCreditCode } from '@anlan/contract/domain/credit-code';
import { normalisePhone, phoneProblem } from '@anlan/contract/domain/phone';
import * as z from 'zod/mini';
import { deleteItem, saveItem, loadItem } from '#lib/storage.ts';
import type { Form } from './calls.ts';

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
  /** Row version of the application at the start of editing. Empty for a new application. */
  version: '',
};
export type Typed = typeof emptyTyped;
export type FieldName = keyof Typed;
export type Faults = Partial<Record<FieldName, string>>;

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

export const phoneFault = (text: string): string | undefined => phoneProblem(normalisePhone(text)) ?? undefined;

const { shape } = applicationFields;
const isSent = (field: FieldName): field is FieldName & keyof typeof shape => Object.hasOwn(shape, field);
const normalise: Partial<Record<FieldName, (text: string) => string | number>> = {
  creditCode: normaliseCreditCode,
  safetyManagerPhone: normalisePhone,
  headPhone: normalisePhone,
  headcount: Number,
};
/** The value of a field as sent. An empty optional field is null. */
function valueOf(field: FieldName & keyof typeof shape, typed: Typed): unknown {
  const text = typed[field].trim();
  if (text === '' && shape[field].safeParse(null).success) return null;
  return normalise[field]?.(text) ?? text;
}

function faultOf(field: FieldName, typed: Typed): string | undefined {
  if (isSent(field)) return shape[field].safeParse(valueOf(field, typed)).error?.issues[0]?.message;
  return field === 'tenantId' && typed.tenantId === '' ? '请选择受理单位' : undefined;
}

export function faultsOf(step: number, typed: Typed): Faults {
  const fieldFaults = (steps[step]?.fields ?? []).map((field) => [field, faultOf(field, typed)] as const);
  return Object.fromEntries(fieldFaults.filter(([, fault]) => fault !== undefined));
}

export const stepOf = (field: string): number =>
  Math.max(
    0,
    steps.findIndex(({ fields }) => fields.some((one) => one === field)),
  );

// Display text of fields whose value is a code or a file. An empty text means that the message names no value.
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

/** Merges the typed values with a newer server version. Typed values win; `faults` lists each conflict. */
export function mergeApplication(opened: Typed, typed: Typed, theirs: Typed): { typed: Typed; faults: Faults } {
  const merged = { ...typed, version: theirs.version };
  const faults: Faults = {};
  for (const { fields } of steps)
    for (const field of fields) {
      if (theirs[field] === opened[field] || theirs[field] === typed[field]) continue;
      const isMine = typed[field] !== opened[field];
      if (!isMine) merged[field] = theirs[field];
      faults[field] = isMine ? `${theirsText(field, theirs)}，您填写的仍保留，请核对` : '监管部门修改了这一项，请核对';
    }
  if (merged.regionCode === theirs.regionCode) merged.regionName = theirs.regionName;
  if (merged.industryCode === theirs.industryCode) merged.industryName = theirs.industryName;
  return { typed: merged, faults };
}

/** What an application without faults sends. */
export const formOf = (typed: Typed): Form =>
  applicationFields.parse(
    Object.fromEntries(
      steps.flatMap(({ fields }) => fields.filter(isSent).map((field) => [field, valueOf(field, typed)])),
    ),
  );

// Fields that a draft may contain. Names and phones are excluded, because the computer may be shared.
const draftFields = [
  ...(['tenantId', 'creditCode', 'name', 'regionCode', 'regionName', 'registeredAddress', 'businessAddress'] as const),
  ...(['industryCode', 'industryName', 'supervisionKind', 'enterpriseSize', 'headcount'] as const),
];
const draft = 'apply-draft';

export function saveDraft(typed: Typed): void {
  const facts = Object.fromEntries(draftFields.map((field) => [field, typed[field]]));
  if (draftFields.some((field) => field !== 'tenantId' && typed[field] !== '')) saveItem('local', draft, facts);
  else forgetDraft();
}
export function loadDraft(): Typed | null {
  const storedDraft = loadItem('local', draft, z.record(z.string(), z.string()));
  if (storedDraft === undefined) return null;
  return { ...emptyTyped, ...Object.fromEntries(draftFields.map((field) => [field, storedDraft[field] ?? ''])) };
}
export const forgetDraft = () => deleteItem('local', draft);
