import * as z from 'zod/mini';
import { importColumns } from '@anlan/contract/modules/enterprise/enterprise';
import { maskPhone } from '@anlan/contract/domain/phone';
import { beginning } from '#kernel/beginning.ts';
import type { TenantVault } from '#platform/vault/index.ts';

/** Columns of the template whose values are classified (S78). */
export const phoneColumns = ['headPhone', 'safetyManagerPhone'] as const;
/** Phones of a row by column, as far as it has any. */
export type TypedPhones = { [Column in (typeof phoneColumns)[number]]?: string | undefined };

const place = (id: string) => ({ table: 'enterprise_import_row', column: 'phones_sealed', id });
const typed = z.object({ headPhone: z.optional(z.string()), safetyManagerPhone: z.optional(z.string()) });
/** Whether a column holds phones. */
export const isPhone = (column: string): boolean => phoneColumns.some((name) => name === column);

/** A value as it may be kept and shown: what was typed for a phone is masked, whatever it is. */
const shownValue = (column: string, value: string): string =>
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
export function encryptTyped(vault: TenantVault, id: string, values: object): string | null {
  const phones = Object.entries(values).filter(([column, value]) => isPhone(column) && typeof value === 'string');
  return phones.length === 0 ? null : vault.encrypt(place(id), JSON.stringify(Object.fromEntries(phones)));
}

const labels: ReadonlyMap<string, string> = new Map(
  phoneColumns.map((column) => [new Map<string, string>(importColumns).get(column) ?? '', column]),
);
const rowErrors = z.looseObject({
  errors: z.array(z.looseObject({ row: z.int(), column: z.string(), value: z.string() })),
});

/** What a dry run found, with the phones that were typed in place of their masks; `typedOf` knows those of a row. */
export function withPhones(result: unknown, typedOf: ReadonlyMap<number, TypedPhones>): Record<string, unknown> | null {
  const found = rowErrors.safeParse(result).data;
  if (!found) return null;
  const errors = found.errors.map((error) => {
    const column = phoneColumns.find((name) => name === labels.get(error.column));
    const typed = column && typedOf.get(error.row)?.[column];
    return typed === undefined ? error : { ...error, value: beginning(typed, 200) };
  });
  return { ...found, errors };
}

/** The rows of a dry run with a fault in a phone. */
export const rowsWithPhones = (result: unknown): number[] => [
  ...new Set(
    rowErrors.safeParse(result).data?.errors.flatMap(({ row, column }) => (labels.has(column) ? [row] : [])) ?? [],
  ),
];

/** The phones of a row that was put aside. */
export const openTyped = (vault: TenantVault, row: { id: string; phones_sealed: string | null }): TypedPhones =>
  row.phones_sealed === null ? {} : typed.parse(JSON.parse(vault.open(place(row.id), row.phones_sealed)));
