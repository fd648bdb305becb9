import * as z from 'zod/mini';
import { maskPhone } from '@anlan/contract/domain/phone';
import type { TenantVault } from '#platform/vault/index.ts';
import { classified, type ClassifiedField } from '../rules.ts';
import type { EnterpriseTable } from '../tables.ts';

/** The phones of an enterprise, whole. */
export type Phones = Record<ClassifiedField, string | null>;
/** The same as they are stored: masked each, whole and sealed together, and what equal safety managers are found by. */
export type EncryptedPhones = Pick<
  EnterpriseTable,
  'legal_phone' | 'head_phone' | 'safety_head_phone' | 'safety_manager_phone' | 'phones_sealed' | 'safety_manager_index'
>;
/** What of a row its phones are opened from. */
export type PhoneRow = Pick<EncryptedPhones, Exclude<keyof EncryptedPhones, 'safety_manager_index'>> & { id: string };

const place = (id: string) => ({ table: 'enterprise', column: 'phones_sealed', id });
// In the order of `classified`: one value a row is opened and sealed in a fourth of the time of four.
const whole = z.array(z.nullable(z.string()));
const mask = (phone: string | null) => (phone === null || phone === '' ? phone : maskPhone(phone));

/** Phones as they are stored. */
export function encryptPhones(vault: TenantVault, id: string, phones: Phones): EncryptedPhones {
  const all = classified.map((field) => phones[field]);
  const manager = phones.safetyManagerPhone;
  return {
    legal_phone: mask(phones.legalPhone),
    head_phone: mask(phones.headPhone),
    safety_head_phone: mask(phones.safetyHeadPhone),
    safety_manager_phone: mask(manager) ?? '',
    phones_sealed: all.some(Boolean) ? vault.encrypt(place(id), JSON.stringify(all)) : null,
    safety_manager_index: manager === null || manager === '' ? null : vault.index('phone', manager),
  };
}

/** The whole phones of a stored row. */
export function openPhones(vault: TenantVault, row: PhoneRow): Phones {
  if (row.phones_sealed === null)
    return {
      legalPhone: row.legal_phone,
      headPhone: row.head_phone,
      safetyHeadPhone: row.safety_head_phone,
      safetyManagerPhone: row.safety_manager_phone,
    };
  const all = whole.parse(JSON.parse(vault.open(place(row.id), row.phones_sealed)));
  return phonesOf((field) => all[classified.indexOf(field)] ?? null);
}

const phonesOf = (of: (field: ClassifiedField) => string | null): Phones => ({
  legalPhone: of('legalPhone'),
  headPhone: of('headPhone'),
  safetyHeadPhone: of('safetyHeadPhone'),
  safetyManagerPhone: of('safetyManagerPhone'),
});

/** The phones among typed-in fields, over those that stand already; what is not given stays. */
export const phonesAfter = (
  given: { [Field in ClassifiedField]?: string | null | undefined },
  before?: Phones,
): Phones =>
  phonesOf((field) => {
    const value = given[field];
    return value === undefined ? (before?.[field] ?? null) : value;
  });

/** Whether any phone is among these fields. */
export const namesPhone = (fields: object): boolean => classified.some((field) => field in fields);
