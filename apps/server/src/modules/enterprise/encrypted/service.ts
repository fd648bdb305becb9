import { idRange } from '#kernel/ids.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { encryptApplicant } from '../application/rules.ts';
import { openPhones, encryptPhones } from './rules.ts';
import { putApplication, putEncrypted, takeApplications, takePlain } from './store.ts';

const batch = 2_000;

/**
 * Encrypts plain phones of enterprises and applications (S78) in batches, so that a restart continues. Returns the
 * number of rows.
 */
export async function encryptEnterprises({ db, vault }: { db: Db; vault: Vault }, tenantId: string): Promise<number> {
  const scope = systemScope('seal enterprises', tenantId);
  let encrypted = 0;
  for (let after: string | null = idRange.lowest; after !== null;) {
    const from: string = after;
    const ids = await db.scoped(
      scope,
      async (tx) => {
        const rows = await takePlain(tx, from, batch);
        if (rows.length === 0) return [];
        const own = await vault.of(tx);
        await putEncrypted(
          tx,
          rows.map((row) => ({ id: row.id, ...encryptPhones(own, row.id, openPhones(own, row)) })),
        );
        return rows.map(({ id }) => id);
      },
      { statementMs: 600_000 },
    );
    encrypted += ids.length;
    after = ids.length < batch ? null : (ids.at(-1) ?? null);
  }
  return (
    encrypted +
    (await db.scoped(scope, async (tx) => {
      const rows = await takeApplications(tx);
      if (rows.length === 0) return 0;
      const own = await vault.of(tx);
      for (const { id, phone } of rows) await putApplication(tx, id, encryptApplicant(own, id, phone));
      return rows.length;
    }))
  );
}
