import { rentables } from '@anlan/contract/domain/rented';
import type { TenantFile, TenantInput, TenantPatch } from '@anlan/contract/domain/tenant-desk';

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
  username?: string;
  nickName?: string;
}

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
});

/** The form of a new tenant. */
export const emptyForm: FormValues = {
  hosts: [],
  genericHosts: [],
  whole: true,
  rented: rentables.map(({ stem }) => stem),
};

const fieldsOf = (values: FormValues) => ({
  copy: line(values.copy),
  icp: line(values.icp),
  tec: line(values.tec),
  logo: values.logo ?? null,
  hosts: values.hosts ?? [],
  genericHosts: values.genericHosts ?? [],
  rented: values.whole === false ? (values.rented ?? []) : null,
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
