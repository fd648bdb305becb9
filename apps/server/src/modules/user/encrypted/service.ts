import { systemScope } from '#kernel/scope.ts';
import type { Db } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { mailIndex, openContacts, encryptContacts } from './rules.ts';
import { hasPlain, putMailIndex, putEncrypted, takenIndexes, takePlain, takeUnfound } from './store.ts';

const batch = 500;

/**
 * Encrypts contacts that an older release stored in plain text (S78). Works in batches, so that it can continue after a
 * crash. Returns the number of people.
 */
export async function encryptPeople({ db, vault }: { db: Db; vault: Vault }, tenantId: string): Promise<number> {
  const scope = systemScope('seal people', tenantId);
  if (!(await db.read(scope, hasPlain))) return 0;
  for (let encrypted = 0; ;) {
    const done = await db.scoped(scope, async (tx) => {
      const own = await vault.of(tx);
      const rows = (await takePlain(tx, batch)).map((row) => ({ row, sealed: encryptContacts(own, row.id, row) }));
      const takenKeys = await takenIndexes(
        tx,
        rows.flatMap((one) => one.sealed.phone_index ?? []),
      );
      for (const { row, sealed: columns } of rows) {
        const name = `${row.type} ${columns.phone_index ?? ''}`;
        // When two people of one user type have the same phone, only the first gets the blind index. The other phone
        // can be read but not searched.
        await putEncrypted(tx, row.id, takenKeys.has(name) ? { ...columns, phone_index: null } : columns);
        takenKeys.add(name);
      }
      return rows.length;
    });
    encrypted += done;
    if (done < batch) return encrypted;
  }
}

/** Adds the blind index of the mail address to people from older releases, in batches. Returns the number of people. */
export async function indexMails({ db, vault }: { db: Db; vault: Vault }, tenantId: string): Promise<number> {
  for (let indexed = 0; ;) {
    const done = await db.scoped(systemScope('index mails', tenantId), async (tx) => {
      const rows = await takeUnfound(tx, batch);
      if (rows.length === 0) return 0;
      const own = await vault.of(tx);
      for (const row of rows) {
        const { id, email } = openContacts(own, row);
        await putMailIndex(tx, id, mailIndex(own, email ?? ''));
      }
      return rows.length;
    });
    indexed += done;
    if (done < batch) return indexed;
  }
}
