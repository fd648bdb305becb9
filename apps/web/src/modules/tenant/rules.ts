import { rentables } from '@anlan/contract/rentables';
import { isTemplate, smsTemplates, type UnitSms } from '@anlan/contract/domain/message-template';
import type { TenantDetails, TenantInput, TenantPatch } from '@anlan/contract/modules/tenant/admin';
import * as z from 'zod/mini';

export interface FormValues {
  name?: string;
  copy?: string;
  icp?: string;
  tec?: string;
  logo?: string | null;
  hosts?: string[];
  genericHosts?: string[];
  whole?: boolean;
  rented?: string[];
  ownSms?: boolean;
  smsSignName?: string;
  /** Template numbers at the SMS vendor. An empty number means the platform's template. */
  smsTemplates?: Record<string, string>;
  username?: string;
  nickName?: string;
}

const texts = z.array(z.string());
export const draftShape = z.object({
  name: z.string(),
  copy: z.string(),
  icp: z.string(),
  tec: z.string(),
  logo: z.nullable(z.string()),
  hosts: texts,
  genericHosts: texts,
  whole: z.boolean(),
  rented: texts,
  ownSms: z.boolean(),
  smsSignName: z.string(),
  smsTemplates: z.record(z.string(), z.string()),
  username: z.string(),
  nickName: z.string(),
});

const line = (text: string | undefined) => (text === undefined || text.trim() === '' ? null : text);

export const formOf = (file: TenantDetails): FormValues => ({
  name: file.name,
  copy: file.copy ?? '',
  icp: file.icp ?? '',
  tec: file.tec ?? '',
  logo: file.logo,
  hosts: file.hosts,
  genericHosts: file.genericHosts,
  whole: file.rented === null,
  rented: file.rented ?? rentables.map(({ stem }) => stem),
  ownSms: file.sms !== null,
  smsSignName: file.sms?.signName ?? '',
  smsTemplates: file.sms?.templates ?? {},
});

export const emptyForm: FormValues = {
  hosts: [],
  genericHosts: [],
  whole: true,
  rented: rentables.map(({ stem }) => stem),
  ownSms: false,
  smsSignName: '',
  smsTemplates: {},
};

export const templateKeys = Object.keys(smsTemplates).filter(isTemplate);

function smsOf({ ownSms, smsSignName, smsTemplates: numbers }: FormValues): UnitSms | null {
  if (ownSms !== true) return null;
  const filled = templateKeys.flatMap((key) => {
    const number = numbers?.[key]?.trim() ?? '';
    return number === '' ? [] : [[key, number] as const];
  });
  return { signName: smsSignName?.trim() ?? '', templates: Object.fromEntries(filled) };
}

const fieldsOf = (values: FormValues) => ({
  copy: line(values.copy),
  icp: line(values.icp),
  tec: line(values.tec),
  logo: values.logo ?? null,
  hosts: values.hosts ?? [],
  genericHosts: values.genericHosts ?? [],
  rented: values.whole === false ? (values.rented ?? []) : null,
  sms: smsOf(values),
});

export const inputOf = (values: FormValues): TenantInput => ({
  name: values.name ?? '',
  username: values.username ?? '',
  nickName: values.nickName ?? '',
  ...fieldsOf(values),
});

/** Request body with the changed fields only. */
export function patchOf(file: TenantDetails, values: FormValues): TenantPatch {
  const before: Record<string, unknown> = { name: file.name, ...fieldsOf(formOf(file)) };
  const after = { name: values.name ?? '', ...fieldsOf(values) };
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]));
  return { id: file.id, version: file.version, ...Object.fromEntries(changed) };
}

export const rentableGroups = [...new Set(rentables.map(({ group }) => group))].map((group) => ({
  group,
  parts: rentables.filter((part) => part.group === group),
}));
