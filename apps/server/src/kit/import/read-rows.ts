// Reads and validates the rows of a sheet, without looking at stored rows.
import type { ImportProblem } from '@anlan/contract/kit/import';
import { truncateText } from '#kernel/truncate-text.ts';
import { isExample } from '#kernel/example-rows.ts';
import { findCellFlaw, cellText, type Cell } from './read-cells.ts';
import type { FieldReader } from './read-fields.ts';

export interface ReadColumn {
  readonly key: string;
  readonly label: string;
  readonly required: boolean;
  readonly mask?: ((value: string) => string) | undefined;
  readonly read: FieldReader;
}

export interface ReadRow {
  readonly no: number;
  readonly cells: Record<string, string>;
  readonly values: Record<string, unknown>;
  readonly problems: ImportProblem[];
  readonly hidden?: true;
}

/** Adds a problem to a cell. The values of classified fields are masked (S78). */
export function addProblem(
  row: Pick<ReadRow, 'no' | 'cells' | 'problems'>,
  { key, label, mask }: Pick<ReadColumn, 'key' | 'label' | 'mask'>,
  cause: string,
  remedy: string,
) {
  const value = row.cells[key] ?? '';
  row.problems.push({
    row: row.no,
    column: label,
    value: truncateText((mask && value !== '' ? mask(value) : value).toWellFormed(), 200),
    cause: truncateText(cause, 300),
    remedy,
  });
}

/** Reads one row of the sheet; null when the row is empty or an example. */
export function readRow(
  { no, cells, hidden }: { no: number; cells: readonly Cell[]; hidden?: true },
  columns: readonly ReadColumn[],
  places: ReadonlyMap<string, number>,
): ReadRow | null {
  const row: ReadRow = { no, cells: {}, values: {}, problems: [], ...(hidden && { hidden }) };
  if (cells.some((cell) => typeof cell === 'string' && isExample(cell))) return null;
  for (const { key } of columns) {
    const value = cellText(cells[places.get(key) ?? -1] ?? null).trim();
    if (value !== '') row.cells[key] = truncateText(value, 2_000);
  }
  if (Object.keys(row.cells).length === 0) return null;
  for (const column of columns) {
    const { key, label, required, read } = column;
    const cell = cells[places.get(key) ?? -1] ?? null;
    const broken = findCellFlaw(cell);
    const isEmpty = row.cells[key] === undefined;
    const reading = broken ?? (isEmpty ? { value: '' } : read(cell));
    if (!('value' in reading)) addProblem(row, column, reading.cause, reading.remedy);
    else if (reading.value !== '') row.values[key] = reading.value;
    else if (required) addProblem(row, column, `${label}不能为空`, `请填写${label}`);
  }
  return row;
}

/**
 * Creates a check for repeated rows. The check reports a row with the key values of an earlier row, and returns
 * whether it reported the row.
 */
export function createRepeats(keys: readonly Pick<ReadColumn, 'key' | 'label' | 'mask'>[]) {
  const seen = new Map<string, number>();
  return (row: ReadRow): boolean => {
    const values = keys.map(({ key }) => row.values[key]);
    const [first] = keys;
    if (!first || values.every((value) => value === undefined)) return false;
    const valuesKey = JSON.stringify(values);
    const before = seen.get(valuesKey);
    if (before === undefined) seen.set(valuesKey, row.no);
    else
      addProblem(
        row,
        first,
        `${keys.map(({ label }) => label).join('、')}与第 ${before} 行重复`,
        '请改正或删除其中一行',
      );
    return before !== undefined;
  };
}
