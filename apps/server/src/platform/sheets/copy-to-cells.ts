import { maskPhone } from '@anlan/contract/domain/phone';
import { instantOf, textsOf } from '#platform/db/type-parsers.ts';
import type { OutgoingCell } from './writing.ts';

/**
 * How a value from the database becomes a cell: as text, instant, masked phone, or the label of a code. A code
 * without a label is written unchanged, or left out.
 */
export type CellForm =
  | { as: 'text' | 'instant' | 'phone' }
  | { as: 'word'; table: string; unknown: 'code' | 'empty' }
  | { as: 'words'; table: string };

/** Placeholder in a row query. It is replaced by the ids of a batch, as the text of a `uuid[]`. */
export const idsPlace = '$ids';

export type WordTables = ReadonlyMap<string, ReadonlyMap<string, string>>;

function readerOf(form: CellForm, tables: WordTables): (text: string) => OutgoingCell {
  if (form.as === 'word') {
    const [labels, { unknown }] = [tables.get(form.table), form];
    return (code) => labels?.get(code) ?? (unknown === 'code' ? code : null);
  }
  if (form.as === 'words') {
    const labels = tables.get(form.table);
    return (text) => {
      const codes = textsOf(text);
      return Array.isArray(codes) ? codes.map((code) => labels?.get(String(code)) ?? String(code)).join('；') : text;
    };
  }
  if (form.as === 'phone') return maskPhone;
  if (form.as === 'text') return (text) => text;
  return (text) => {
    const instant = instantOf(text);
    return instant instanceof Date ? instant : text;
  };
}

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
