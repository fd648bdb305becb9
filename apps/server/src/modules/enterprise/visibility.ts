import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { AppError } from '#kernel/errors.ts';
import type { Tx } from '#platform/db/index.ts';
import type { Needs } from './deps.ts';
import { seesWhole } from './rules.ts';
import {
  openPhones,
  phonesAfter,
  encryptPhones,
  type PhoneRow,
  type Phones,
  type EncryptedPhones,
} from './encrypted-phones.ts';
import { presentEnterprise, type Names } from './present.ts';
import type { EnterpriseRow, findRow } from './store.ts';

export function createVisibility({ dictionaries, users, vault }: Needs<'dictionaries' | 'users' | 'vault'>) {
  async function namesFor(tx: Tx, rows: EnterpriseRow[]): Promise<Names> {
    return {
      regions: await dictionaries.regionPaths(),
      industries: await dictionaries.industryNames(),
      officers: await users.names(
        tx,
        rows.map((row) => row.officer_id),
      ),
    };
  }

  async function present(tx: Tx, rows: EnterpriseRow[]): Promise<Enterprise[]> {
    const names = await namesFor(tx, rows);
    const own = rows.some((row) => seesWhole(tx.scope, row.id)) ? await vault.of(tx) : null;
    return rows.map((row) =>
      presentEnterprise(tx.scope, row, names, own && seesWhole(tx.scope, row.id) ? openPhones(own, row) : null),
    );
  }

  async function presentOne(tx: Tx, row: EnterpriseRow): Promise<Enterprise> {
    const [presented] = await present(tx, [row]);
    if (!presented) throw new AppError('notFound');
    return presented;
  }

  return {
    present,
    presentOne,
    /** Decrypted phones for internal use only; never put them into an answer. */
    whole: async (tx: Tx, row: PhoneRow): Promise<Phones> => openPhones(await vault.of(tx), row),
    sealed: async (
      tx: Tx,
      id: string,
      input: Parameters<typeof phonesAfter>[0],
      before?: Phones,
    ): Promise<EncryptedPhones> => encryptPhones(await vault.of(tx), id, phonesAfter(input, before)),
    async visible(tx: Tx, id: string, take: typeof findRow): Promise<EnterpriseRow> {
      const row = await take(tx, id);
      if (!row || row.removed_at !== null) throw new AppError('notFound');
      return row;
    },
    /** Throws a conflict for an outdated version. The error contains the current row, so that the user can compare. */
    async requireVersion(tx: Tx, row: EnterpriseRow, version: number | undefined) {
      if (version === undefined || version === row.version) return;
      throw new AppError('conflict', undefined, { current: await presentOne(tx, row) });
    },
  };
}

export type Visibility = ReturnType<typeof createVisibility>;
