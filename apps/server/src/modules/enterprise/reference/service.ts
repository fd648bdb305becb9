import type { Tx } from '#platform/db/index.ts';
import type { Vault } from '#platform/vault/index.ts';
import { classified } from '../rules.ts';
import { openPhones } from '../encrypted/rules.ts';
import { holdRows } from '../parent/store.ts';
import { findRow } from '../store.ts';
import * as store from './store.ts';

/** What other modules ask about enterprises that their rows refer to. */
export const createEnterpriseReference = ({ vault }: { vault: Pick<Vault, 'of'> }) => ({
  /** Fields that are masked for most people, and one of them of a visible enterprise. */
  classified: {
    fields: classified,
    async read(tx: Tx, id: string, field: string): Promise<string | null | undefined> {
      const row = await findRow(tx, id);
      if (!row || row.removed_at !== null) return undefined;
      const phones = openPhones(await vault.of(tx), row);
      const known = classified.find((name) => name === field);
      return known === undefined ? null : phones[known];
    },
  },
  /** Names by id, of every enterprise visible, closed ones too. */
  async titles(tx: Tx, ids: string[]): Promise<Map<string, string>> {
    if (ids.length === 0) return new Map();
    return new Map((await store.namesOf(tx, ids)).map(({ id, name }) => [id, name]));
  },
  /** The same, with whether they are closed: then what is theirs is kept and changed no more. */
  async cards(tx: Tx, ids: string[]): Promise<Map<string, { name: string; closed: boolean }>> {
    if (ids.length === 0) return new Map();
    const rows = await store.namesOf(tx, ids);
    return new Map(rows.map(({ id, name, status }) => [id, { name, closed: status === 'closed' }]));
  },
  /** The same, with whether they were merged into others; nobody closes, merges or removes them until the transaction ends. */
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
  /** The enterprise visible that has a number (企业编号) or a credit code. */
  idByCode: (tx: Tx, code: string): Promise<string | null> => store.idOfCode(tx, code),
  /** Visible enterprises by name, number or credit code, each word with all that it may mean; closed ones only where no other does. */
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
  /** How many enterprises carry a value of a dictionary. */
  countWith: (tx: Tx, type: string, value: string): Promise<number> => store.countWith(tx, type, value),
});
