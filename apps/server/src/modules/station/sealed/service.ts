import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { sealManager } from './rules.ts';
import { putSealed, takePlain } from './store.ts';

const batch = 500;

/** Seals the phones of stations that were there before they were sealed (S78); answers how many. */
export async function sealStations({ db, vault }: { db: Db; vault: Vault }, tenantId: string): Promise<number> {
  for (let sealed = 0; ;) {
    const done = await db.scoped(systemScope('seal stations', tenantId), async (tx) => {
      const rows = await takePlain(tx, batch);
      if (rows.length === 0) return 0;
      const own = await vault.of(tx);
      for (const { id, manager_phone } of rows) await putSealed(tx, id, sealManager(own, id, manager_phone));
      return rows.length;
    });
    sealed += done;
    if (done < batch) return sealed;
  }
}
