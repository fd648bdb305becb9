import { rentables } from '@anlan/contract/rentables';
import { isTemplate, smsTemplates, type UnitSms } from '@anlan/contract/domain/message-template';
import type { TenantFile, TenantInput, TenantPatch } from '@anlan/contract/modules/tenant/admin';
import * as z from 'zod/mini';

/** What the form holds. */
export interface FormValues {
  name?: string;
  copy?: string;
  icp?: string;
  tec?: string;
  logo?: string | null;
  hosts?: string[];
  genericHosts?: string[];
  /** Whether everything is rented. */
  whole?: boolean;
  rented?: string[];
  /** Whether its messages go out under its own name. */
  ownSms?: boolean;
  smsSignName?: string;
  /** The vendor's numbers of templates; an empty one is the platform's. */
  smsTemplates?: Record<string, string>;
  username?: string;
  nickName?: string;
}

const texts = z.array(z.string());
/** What of the form is kept while it is not saved. */
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

/** States of a tenant as the dictionary enableStatus names them. */
export const statusCodes = { active: 'enabled', frozen: 'disabled' } as const;

const line = (text: string | undefined) => (text === undefined || text.trim() === '' ? null : text);

/** The form of a tenant as it is. */
export const formOf = (file: TenantFile): FormValues => ({
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

/** The form of a new tenant. */
export const emptyForm: FormValues = {
  hosts: [],
  genericHosts: [],
  whole: true,
  rented: rentables.map(({ stem }) => stem),
  ownSms: false,
  smsSignName: '',
  smsTemplates: {},
};

/** Kinds of messages, in their order. */
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

/** What is sent for a new tenant. */
export const inputOf = (values: FormValues): TenantInput => ({
  name: values.name ?? '',
  username: values.username ?? '',
  nickName: values.nickName ?? '',
  ...fieldsOf(values),
});

/** What is sent of a changed one: only what differs. */
export function patchOf(file: TenantFile, values: FormValues): TenantPatch {
  const before: Record<string, unknown> = { name: file.name, ...fieldsOf(formOf(file)) };
  const after = { name: values.name ?? '', ...fieldsOf(values) };
  const changed = Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]));
  return { id: file.id, version: file.version, ...Object.fromEntries(changed) };
}

/** Rentable parts under what they stand under. */
export const rentableGroups = [...new Set(rentables.map(({ group }) => group))].map((group) => ({
  group,
  parts: rentables.filter((part) => part.group === group),
}));
