// Classified fields at rest (S78): the column holds the mask, `<column>_sealed` the encrypted value, `<column>_index`
// the blind index for equality search.
import { isMaskedCitizenId, maskCitizenId } from '@anlan/contract/domain/citizen-id';
import { isMaskedPhone, maskPhone } from '@anlan/contract/domain/phone';
import type { TenantVault } from '#platform/vault/index.ts';
import { columnsOf, type Column, type StoredRow, type Table } from './table.ts';

const encryptedColumn = ({ column }: Column) => `${column}_sealed`;
const placeOf = (table: Table, column: Column, id: string) => ({
  table: table.name,
  column: encryptedColumn(column),
  id,
});

export const maskOf = (value: string): string => (value.length === 18 ? maskCitizenId(value) : maskPhone(value));
/**
 * Whether an input is a mask instead of a value. The form sent the displayed mask back, so the field did not change.
 */
export const isMask = (value: unknown): boolean =>
  typeof value === 'string' && (isMaskedPhone(value) || isMaskedCitizenId(value));

// Blind index of a value. Equal values have equal indexes.
const indexOf = (vault: TenantVault, { spec }: Pick<Column, 'spec'>, value: string): string =>
  vault.index(spec.kind, value);

export const encrypt = (vault: TenantVault, table: Table, column: Column, id: string, value: string | null) => ({
  [column.column]: value === null ? null : maskOf(value),
  [encryptedColumn(column)]: value === null ? null : vault.encrypt(placeOf(table, column, id), value),
  ...(column.spec.findable
    ? { [`${column.column}_index`]: value === null ? null : indexOf(vault, column, value) }
    : {}),
});

/** Decrypts a field. A row that is older than the encryption has the plain value in the column. */
export function decrypt(vault: TenantVault, table: Table, column: Column, row: StoredRow): string | null {
  const encrypted = columnsOf(row)[encryptedColumn(column)];
  if (typeof encrypted === 'string') return vault.open(placeOf(table, column, row.id), encrypted);
  const plain = columnsOf(row)[column.column];
  return typeof plain === 'string' ? plain : null;
}
