import type { Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { seesWhole } from '../rules.ts';
import { openManager } from '../sealed/rules.ts';
import type { StationRow } from '../store.ts';

/** What opens the phones that the caller sees whole, and null for the others; for most callers it opens nothing. */
export async function wholeOf(vault: Pick<Vault, 'of'>, tx: Tx, rows: readonly StationRow[]) {
  const sees = (row: StationRow) => seesWhole(tx.scope, row.enterprise_id);
  const own = rows.some(sees) ? await vault.of(tx) : null;
  return (row: StationRow): string | null => (own && sees(row) ? openManager(own, row) : null);
}
