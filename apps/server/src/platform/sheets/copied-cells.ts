import { maskPhone } from '@anlan/contract/domain/phone';
import { instantOf, textsOf } from '#platform/db/types.ts';
import type { OutgoingCell } from './writing.ts';

/**
 * How the text that the database writes for a value becomes a cell: as it is, as an instant, with a phone masked, or as
 * the word that stands for a code in a table of words. A code without a word stands for itself, or is left out.
 */
export type CellForm =
  | { as: 'text' | 'instant' | 'phone' }
  | { as: 'word'; table: string; unknown: 'code' | 'empty' }
  | { as: 'words'; table: string };

/** Stands in a query of rows for the ids of a batch, a text of `uuid[]`. */
export const idsPlace = '$ids';

/** Words of codes, by the table's name. */
export type WordTables = ReadonlyMap<string, ReadonlyMap<string, string>>;

function readerOf(form: CellForm, tables: WordTables): (text: string) => OutgoingCell {
  if (form.as === 'word') {
    const [known, { unknown }] = [tables.get(form.table), form];
    return (code) => known?.get(code) ?? (unknown === 'code' ? code : null);
  }
  if (form.as === 'words') {
    const known = tables.get(form.table);
    return (text) => {
      const codes = textsOf(text);
      return Array.isArray(codes) ? codes.map((code) => known?.get(String(code)) ?? String(code)).join('；') : text;
    };
  }
  if (form.as === 'phone') return maskPhone;
  if (form.as === 'text') return (text) => text;
  return (text) => {
    const instant = instantOf(text);
    return instant instanceof Date ? instant : text;
  };
}

/** Rows as the database writes them, behind a first column that is nobody's cell, as rows of cells; what is empty stays empty. */
export function* copiedCells(
  rows: Iterable<string[]>,
  forms: readonly CellForm[],
  tables: WordTables,
): Generator<OutgoingCell[]> {
  const readers = forms.map((form) => readerOf(form, tables));
  for (const row of rows)
    yield readers.map((read, at) => {
      const text = row[at + 1] ?? '';
      return text === '' ? null : read(text);
    });
}
