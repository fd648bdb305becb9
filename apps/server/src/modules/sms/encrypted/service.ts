import { maskPhone } from '@anlan/contract/domain/phone';
import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { messagePlace } from './rules.ts';
import { putEncrypted, takePlain } from './store.ts';

const batch = 500;

/** Encrypts the phones of pending messages that an older release stored in plain text (S78). Returns their number. */
export async function encryptMessages({ db, vault }: { db: Db; vault: Vault }, tenantId: string): Promise<number> {
  for (let encrypted = 0; ;) {
    const done = await db.scoped(systemScope('seal messages', tenantId), async (tx) => {
      const rows = await takePlain(tx, batch);
      if (rows.length === 0) return 0;
      const own = await vault.of(tx);
      for (const { id, phone } of rows)
        await putEncrypted(tx, id, { phone: maskPhone(phone), phone_sealed: own.encrypt(messagePlace(id), phone) });
      return rows.length;
    });
    encrypted += done;
    if (done < batch) return encrypted;
  }
}
