import { maskPhone } from '@anlan/contract/domain/phone';
import type { TenantVault } from '#platform/vault/index.ts';

const place = (id: string) => ({ table: 'station', column: 'manager_phone_sealed', id });

/** A station manager's phone as it is stored (S78): masked, and whole beside it. */
export const sealManager = (vault: TenantVault, id: string, phone: string) => ({
  manager_phone: maskPhone(phone),
  manager_phone_sealed: vault.seal(place(id), phone),
});

/** The phone of a stored row, whole. */
export const openManager = (
  vault: TenantVault,
  row: { id: string; manager_phone: string; manager_phone_sealed: string | null },
): string =>
  row.manager_phone_sealed === null ? row.manager_phone : vault.open(place(row.id), row.manager_phone_sealed);
