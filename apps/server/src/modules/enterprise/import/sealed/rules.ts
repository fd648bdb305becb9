import * as z from 'zod/mini';
import { maskPhone } from '@anlan/contract/domain/phone';
import type { TenantVault } from '#platform/vault/index.ts';

/** Columns of the template whose values are classified (S78). */
export const phoneColumns = ['headPhone', 'safetyManagerPhone'] as const;
/** Phones of a row by column, as far as it has any. */
export type TypedPhones = { [Column in (typeof phoneColumns)[number]]?: string | undefined };

const place = (id: string) => ({ table: 'enterprise_import_row', column: 'phones_sealed', id });
const typed = z.object({ headPhone: z.optional(z.string()), safetyManagerPhone: z.optional(z.string()) });
const isPhone = (column: string): boolean => phoneColumns.some((name) => name === column);

/** A value as it may be kept and shown: what was typed for a phone is masked, whatever it is. */
export const shownValue = (column: string, value: string): string =>
  value !== '' && isPhone(column) ? maskPhone(value).toWellFormed() : value;

/** Values of a row with its phones masked. */
export const withMasks = <V extends object>(values: V): V => ({
  ...values,
  ...Object.fromEntries(
    Object.entries(values).flatMap(([column, value]) =>
      typeof value === 'string' && isPhone(column) ? [[column, shownValue(column, value)]] : [],
    ),
  ),
});

/** The phones among a row's values, sealed for the row that is put aside; null for none. */
export function sealTyped(vault: TenantVault, id: string, values: object): string | null {
  const phones = Object.entries(values).filter(([column, value]) => isPhone(column) && typeof value === 'string');
  return phones.length === 0 ? null : vault.seal(place(id), JSON.stringify(Object.fromEntries(phones)));
}

/** The phones of a row that was put aside. */
export const openTyped = (vault: TenantVault, row: { id: string; phones_sealed: string | null }): TypedPhones =>
  row.phones_sealed === null ? {} : typed.parse(JSON.parse(vault.open(place(row.id), row.phones_sealed)));
