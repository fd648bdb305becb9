// Rows of a sheet, cell by cell: nothing is known yet of what stands in the table.
import type { ImportProblem } from '@anlan/contract/kit/import';
import { beginning } from '#kernel/beginning.ts';
import { isExample } from '#kernel/example-rows.ts';
import { brokenCell, shown, type Cell } from './read-cells.ts';
import type { FieldReader } from './read-fields.ts';

/** A column that a file may have. */
export interface ReadColumn {
  readonly key: string;
  readonly label: string;
  readonly required: boolean;
  /** How a classified value is shown. */
  readonly mask?: ((value: string) => string) | undefined;
  readonly read: FieldReader;
}

/** A row as it was read. */
export interface ReadRow {
  readonly no: number;
  /** What stood in the cells, for the file of wrong rows. */
  readonly cells: Record<string, string>;
  /** What the cells mean; what was left empty is not there. */
  readonly values: Record<string, unknown>;
  readonly problems: ImportProblem[];
  /** Nobody sees it in the sheet. */
  readonly hidden?: true;
}

/** Says what is wrong with a cell of a row; classified values stand there masked (S78). */
export function tell(
  row: Pick<ReadRow, 'no' | 'cells' | 'problems'>,
  { key, label, mask }: Pick<ReadColumn, 'key' | 'label' | 'mask'>,
  cause: string,
  remedy: string,
) {
  const value = row.cells[key] ?? '';
  row.problems.push({
    row: row.no,
    column: label,
    value: beginning((mask && value !== '' ? mask(value) : value).toWellFormed(), 200),
    cause: beginning(cause, 300),
    remedy,
  });
}

/** Reads one row; null where it is empty or only shows how. */
export function readRow(
  { no, cells, hidden }: { no: number; cells: readonly Cell[]; hidden?: true },
  columns: readonly ReadColumn[],
  places: ReadonlyMap<string, number>,
): ReadRow | null {
  const row: ReadRow = { no, cells: {}, values: {}, problems: [], ...(hidden && { hidden }) };
  if (cells.some((cell) => typeof cell === 'string' && isExample(cell))) return null;
  for (const { key } of columns) {
    const value = shown(cells[places.get(key) ?? -1] ?? null).trim();
    if (value !== '') row.cells[key] = beginning(value, 2_000);
  }
  if (Object.keys(row.cells).length === 0) return null;
  for (const column of columns) {
    const { key, label, required, read } = column;
    const cell = cells[places.get(key) ?? -1] ?? null;
    const broken = brokenCell(cell);
    const isEmpty = row.cells[key] === undefined;
    const found = broken ?? (isEmpty ? { value: '' } : read(cell));
    if (!('value' in found)) tell(row, column, found.cause, found.remedy);
    else if (found.value !== '') row.values[key] = found.value;
    else if (required) tell(row, column, `${label}不能为空`, `请填写${label}`);
  }
  return row;
}

/** Names rows that have the same values as one before them in the file; answers whether this one does. */
export function createRepeats(keys: readonly Pick<ReadColumn, 'key' | 'label' | 'mask'>[]) {
  const seen = new Map<string, number>();
  return (row: ReadRow): boolean => {
    const values = keys.map(({ key }) => row.values[key]);
    const [first] = keys;
    if (!first || values.every((value) => value === undefined)) return false;
    const known = JSON.stringify(values);
    const before = seen.get(known);
    if (before === undefined) seen.set(known, row.no);
    else tell(row, first, `${keys.map(({ label }) => label).join('、')}与第 ${before} 行重复`, '请改正或删除其中一行');
    return before !== undefined;
  };
}
