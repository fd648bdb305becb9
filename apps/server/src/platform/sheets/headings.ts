import { isExample } from '#kernel/example-rows.ts';
import { SheetRefused, tooManyRows, type SheetCell, type SheetRow } from './cells.ts';
import type { SheetHead } from './reading.ts';
import { columnName } from './workbook.ts';

/** What was found of the wanted columns. */
export interface Headings<K extends string> {
  /** Number of the row that holds the headings. */
  rowNo: number;
  /** Place of each column that is there. */
  places: Map<K, number>;
  missing: K[];
  /** Headings that stand there twice. */
  doubled: string[];
  /** Headings that mean nothing here. */
  unknown: string[];
}

const aroundHeading = /^[([【〔][^()【】〔〕[\]]{0,50}[)\]】〕]|[([【〔][^()【】〔〕[\]]{0,50}[)\]】〕]$/g;
/** A heading without what people and templates add to it: spaces, stars, a number before, a remark in brackets. */
const plainHeading = (text: string): string =>
  text
    .slice(0, 200)
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200f\ufeff*★☆※●:]/g, '')
    .replace(aroundHeading, '')
    .replace(/^\d{1,2}[.、]/, '');

/** Finds the headings in one of the first rows, by name and not by place. */
export function findHeadings<K extends string>(
  rows: readonly SheetRow[],
  wanted: readonly (readonly [K, string])[],
): Headings<K> | null {
  const keys = new Map(wanted.map(([key, label]) => [plainHeading(label), key]));
  const texts = (cells: SheetCell[]) => cells.map((cell) => (typeof cell === 'string' ? plainHeading(cell) : ''));
  const counted = rows
    .slice(0, 10)
    .map((row) => ({ row, known: texts(row.cells).filter((text) => keys.has(text)).length }));
  const best = counted.reduce((a, b) => (b.known > a.known ? b : a), {
    row: { no: 0, cells: [] as SheetCell[] },
    known: 0,
  });
  if (best.known === 0) return null;
  const places = new Map<K, number>();
  const [doubled, unknown]: [string[], string[]] = [[], []];
  texts(best.row.cells).forEach((text, index) => {
    const key = keys.get(text);
    if (key === undefined) {
      if (text !== '') unknown.push(text);
    } else if (places.has(key)) doubled.push(text);
    else places.set(key, index);
  });
  const missing = wanted.flatMap(([key]) => (places.has(key) ? [] : [key]));
  return { rowNo: best.row.no, places, missing, doubled, unknown };
}

/** The columns of a sheet, refused in words when there are none, one stands there twice or a required one is missing. */
export function demandHeadings<K extends string>(
  rows: readonly SheetRow[],
  wanted: readonly (readonly [K, string])[],
  required: ReadonlySet<K>,
): Headings<K> {
  const found = findHeadings(rows, wanted);
  if (found === null) throw new SheetRefused('前 10 行中没有找到表头，请用下载的模板填写');
  if (found.doubled.length > 0) throw new SheetRefused(`表头“${found.doubled.join('、')}”出现了两次，请删除多余的列`);
  const missing = wanted.filter(([column]) => required.has(column) && !found.places.has(column));
  if (missing.length > 0)
    throw new SheetRefused(`缺少列：${missing.map(([, label]) => label).join('、')}。请用下载的模板填写`);
  return found;
}

/** A sheet to be read, and what a person should know of all that is not. */
export interface ChosenSheet {
  /** Its place among the sheets, from 0. */
  at: number;
  notes: string[];
}

const isEmpty = (cell: SheetCell | undefined) => (cell ?? null) === null;
/** Columns that hold something under no heading. */
function unnamed(rows: readonly SheetRow[], rowNo: number): string[] {
  const heading = rows.find(({ no }) => no === rowNo)?.cells ?? [];
  const below = rows.filter(({ no }) => no > rowNo);
  const widest = Math.max(0, ...below.map(({ cells }) => cells.length));
  return Array.from({ length: widest }, (_, column) => column).flatMap((column) =>
    isEmpty(heading[column]) && below.some(({ cells }) => !isEmpty(cells[column]))
      ? [`没有表头的 ${columnName(column)} 列`]
      : [],
  );
}

// Numbers of rows, and what our own file of wrong rows adds.
const meantToBeLeft = new Set(['序号', '编号', '原行号', '错误原因']);
const listed = (names: readonly string[]) =>
  `${names
    .slice(0, 10)
    .map((name) => `“${name.slice(0, 20)}”`)
    .join('、')}${names.length > 10 ? `等 ${names.length} 个` : ''}`;

/**
 * Chooses the sheet whose headings are all there: the first of several; refused in words where there is none, or where
 * it has more rows than so many.
 */
export function chooseSheet<K extends string>(
  heads: readonly SheetHead[],
  wanted: readonly (readonly [K, string])[],
  required: ReadonlySet<K>,
  mostRows: number,
): ChosenSheet {
  const whole = heads.flatMap(({ rows }, at) => {
    const found = findHeadings(rows, wanted);
    const isWhole = found !== null && [...required].every((column) => found.places.has(column));
    return isWhole ? [{ at, empty: rows.every(({ no }) => no <= found.rowNo) }] : [];
  });
  // Where none has all, the one that comes nearest says what it lacks.
  const nearest = heads
    .map(({ rows }, at) => ({ at, known: findHeadings(rows, wanted)?.places.size ?? 0 }))
    .reduce((a, b) => (b.known > a.known ? b : a), { at: 0, known: 0 });
  const at = (whole.find(({ empty }) => !empty) ?? whole[0] ?? nearest).at;
  const { rows = [], count = 0 } = heads[at] ?? {};
  const { unknown, rowNo } = demandHeadings(rows, wanted, required);
  const isOurs = ({ cells }: SheetRow) => cells.some((cell) => typeof cell === 'string' && isExample(cell));
  const above = rows.filter((row) => row.no <= rowNo || isOurs(row)).length;
  if (count - above > mostRows) throw new SheetRefused(tooManyRows(mostRows));
  const others = whole.filter((one) => one.at !== at && !one.empty).map((one) => heads[one.at]?.name ?? '');
  const left = [...unknown.filter((name) => !meantToBeLeft.has(name)), ...unnamed(rows, rowNo)];
  return {
    at,
    notes: [
      ...(others.length > 0
        ? [
            `只读取了工作表${listed([heads[at]?.name ?? ''])}，${listed(others)}没有读取，请合并到一张工作表或另存后分别上传`,
          ]
        : []),
      ...(left.length > 0 ? [`不在模板中的列没有读取：${listed(left)}`] : []),
    ],
  };
}
