import type { Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { classified } from '../rules.ts';
import { openPhones } from '../encrypted-phones.ts';
import { holdRows } from '../parent/store.ts';
import { findRow } from '../store.ts';
import * as store from './store.ts';

export const createEnterpriseReference = ({ vault }: { vault: Pick<Vault, 'of'> }) => ({
  classified: {
    fields: classified,
    async read(tx: Tx, id: string, field: string): Promise<string | null | undefined> {
      const row = await findRow(tx, id);
      if (!row || row.removed_at !== null) return undefined;
      const phones = openPhones(await vault.of(tx), row);
      const classifiedField = classified.find((name) => name === field);
      return classifiedField === undefined ? null : phones[classifiedField];
    },
  },
  /** Names by id, including closed enterprises. */
  async titles(tx: Tx, ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    return new Map((await store.namesOf(tx, ids)).map(({ id, name }) => [id, name]));
  },
  /** Name by id, and `closed`: data of a closed enterprise is read-only. */
  async cards(tx: Tx, ids: string[]): Promise<Map<string, { name: string; closed: boolean }>> {
    if (ids.length === 0) return new Map();
    const rows = await store.namesOf(tx, ids);
    return new Map(rows.map(({ id, name, status }) => [id, { name, closed: status === 'closed' }]));
  },
  /** Reads the rows and locks them until the transaction ends, so that nobody closes, merges or removes them. */
  async held(tx: Tx, ids: readonly string[]): Promise<Map<string, { name: string; closed: boolean; merged: boolean }>> {
    if (ids.length === 0) return new Map();
    const rows = (await holdRows(tx, ids)).filter(({ removed_at }) => removed_at === null);
    return new Map(
      rows.map(({ id, name, status, merged_into }) => [
        id,
        { name, closed: status === 'closed', merged: merged_into !== null },
      ]),
    );
  },
  /** Id of the enterprise with this 企业编号 or credit code. */
  idByCode: (tx: Tx, code: string): Promise<string | null> => store.idOfCode(tx, code),
  /** For each text, all enterprises that match it. Closed enterprises only if no open one matches. */
  named: async (tx: Tx, words: readonly string[]): Promise<Map<string, { id: string; name: string }[]>> => {
    const rows = await store.withWords(tx, words);
    return new Map(
      words.map((word) => {
        const all = rows.filter(
          ({ name, credit_code, enterprise_code }) =>
            name === word || enterprise_code === word || credit_code === word.toUpperCase(),
        );
        const open = all.filter(({ status }) => status !== 'closed');
        return [word, open.length > 0 ? open : all];
      }),
    );
  },
  countWith: (tx: Tx, type: string, value: string): Promise<number> => store.countWith(tx, type, value),
});
