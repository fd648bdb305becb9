// Finds a referenced row by the text of a cell: a name, a number, or a name with a distinguishing part.
import type { TenantVault } from '#platform/vault/index.ts';
import type { Tx } from '#platform/db/index.ts';
import { decrypt } from '../encryption.ts';
import { findWithText } from '../row-store.ts';
import { titleOf, valueOf, type AnyResource, type Column, type StoredRow, type Table } from '../table.ts';

const maxMatches = 5_000;
const partsOf = (word: string) => word.split(/[\s（）()/、，,]+/).filter((part) => part !== '');

/** Creates the finder. It accepts 张三, or 张三 13812345678 when two rows have that name. */
export function createNaming(
  resource: Pick<AnyResource, 'title' | 'subtitle'>,
  table: Table,
  vaultOf: (tx: Tx) => Promise<TenantVault>,
) {
  const title = table.byKey.get(resource.title);
  const number = table.columns.find(({ spec }) => spec.unique && (spec.kind === 'text' || spec.kind === 'serial'));
  const subtitle = table.byKey.get(resource.subtitle ?? '');
  const apart: Column[] = [
    ...(subtitle ? [subtitle] : []),
    ...table.columns.filter(({ spec }) => spec.kind === 'phone' || spec.kind === 'creditCode'),
  ];

  const normalise = number?.spec.normalise ?? ((word: string) => word);

  return async (
    tx: Tx,
    words: readonly string[],
  ): Promise<ReadonlyMap<string, readonly { id: string; name: string }[]>> => {
    const searchTexts = [...new Set(words.flatMap((word) => [word, partsOf(word)[0] ?? word]))];
    const byTitle = title ? await findWithText(tx, table, title.column, searchTexts, maxMatches) : [];
    const numbers = [...new Set(searchTexts.map(normalise))];
    const byNumber = number ? await findWithText(tx, table, number.column, numbers, maxMatches) : [];
    const vault = apart.some(({ spec }) => spec.encrypted) && byTitle.length > 0 ? await vaultOf(tx) : null;
    const valueIn = (row: StoredRow, column: Column) =>
      column.spec.encrypted && vault ? decrypt(vault, table, column, row) : valueOf(row, column);
    const toNamedRows = (rows: readonly StoredRow[]) => rows.map((row) => ({ id: row.id, name: titleOf(table, row) }));
    return new Map(
      words.map((word) => {
        const numbered = byNumber.filter((row) => number && valueOf(row, number) === normalise(word));
        if (numbered.length > 0) return [word, toNamedRows(numbered)];
        const named = byTitle.filter((row) => titleOf(table, row) === word);
        if (named.length > 0) return [word, toNamedRows(named)];
        const [first, ...rest] = partsOf(word);
        const close = byTitle.filter(
          (row) =>
            rest.length > 0 &&
            titleOf(table, row) === first &&
            rest.every((part) => apart.some((column) => valueIn(row, column) === part)),
        );
        return [word, toNamedRows(close)];
      }),
    );
  };
}
