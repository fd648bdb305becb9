import { isExample } from '#kernel/example-rows.ts';
import { SheetRefused, tooManyRows, type SheetCell, type SheetRow } from './cells.ts';
import type { SheetHead } from './reading.ts';
import { columnName } from './workbook.ts';

export interface Headings<K extends string> {
  rowNo: number;
  places: Map<K, number>;
  missing: K[];
  doubled: string[];
  unknown: string[];
}

const aroundHeading = /^[([【〔][^()【】〔〕[\]]{0,50}[)\]】〕]|[([【〔][^()【】〔〕[\]]{0,50}[)\]】〕]$/g;
/** Reduces a heading to its name: without spaces, stars, a leading number and a remark in brackets. */
const plainHeading = (text: string): string =>
  text
    .slice(0, 200)
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200f\ufeff*★☆※●:]/g, '')
    .replace(aroundHeading, '')
    .replace(/^\d{1,2}[.、]/, '');

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

/**
 * Finds the headings of a sheet. Throws when there is none, when a heading occurs twice, or when a required heading
 * is missing.
 */
export function requireHeadings<K extends string>(
  rows: readonly SheetRow[],
  wanted: readonly (readonly [K, string])[],
  required: ReadonlySet<K>,
): Headings<K> {
  const foundHeadings = findHeadings(rows, wanted);
  if (foundHeadings === null) throw new SheetRefused('前 10 行中没有找到表头，请用下载的模板填写');
  if (foundHeadings.doubled.length > 0)
    throw new SheetRefused(`表头“${foundHeadings.doubled.join('、')}”出现了两次，请删除多余的列`);
  const missing = wanted.filter(([column]) => required.has(column) && !foundHeadings.places.has(column));
  if (missing.length > 0)
    throw new SheetRefused(`缺少列：${missing.map(([, label]) => label).join('、')}。请用下载的模板填写`);
  return foundHeadings;
}

export interface SheetSelection {
  at: number;
  notes: string[];
}

const isEmpty = (cell: SheetCell | undefined) => (cell ?? null) === null;
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

// Row numbers, and the columns that our own error file adds.
const ignoredHeadings = new Set(['序号', '编号', '原行号', '错误原因']);
const listed = (names: readonly string[]) =>
  `${names
    .slice(0, 10)
    .map((name) => `“${name.slice(0, 20)}”`)
    .join('、')}${names.length > 10 ? `等 ${names.length} 个` : ''}`;

/** Selects the first sheet that has all headings. Throws when there is none, or when it has too many rows. */
export function selectSheet<K extends string>(
  heads: readonly SheetHead[],
  wanted: readonly (readonly [K, string])[],
  required: ReadonlySet<K>,
  mostRows: number,
): SheetSelection {
  const whole = heads.flatMap(({ rows }, at) => {
    const foundHeadings = findHeadings(rows, wanted);
    const isWhole = foundHeadings !== null && [...required].every((column) => foundHeadings.places.has(column));
    return isWhole ? [{ at, empty: rows.every(({ no }) => no <= foundHeadings.rowNo) }] : [];
  });
  // When no sheet has all headings, the message names the missing headings of the sheet with the most headings.
  const nearest = heads
    .map(({ rows }, at) => ({ at, known: findHeadings(rows, wanted)?.places.size ?? 0 }))
    .reduce((a, b) => (b.known > a.known ? b : a), { at: 0, known: 0 });
  const at = (whole.find(({ empty }) => !empty) ?? whole[0] ?? nearest).at;
  const { rows = [], count = 0 } = heads[at] ?? {};
  const { unknown, rowNo } = requireHeadings(rows, wanted, required);
  const isOurs = ({ cells }: SheetRow) => cells.some((cell) => typeof cell === 'string' && isExample(cell));
  const above = rows.filter((row) => row.no <= rowNo || isOurs(row)).length;
  if (count - above > mostRows) throw new SheetRefused(tooManyRows(mostRows));
  const others = whole.filter((one) => one.at !== at && !one.empty).map((one) => heads[one.at]?.name ?? '');
  const left = [...unknown.filter((name) => !ignoredHeadings.has(name)), ...unnamed(rows, rowNo)];
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
