import type { SheetCell, SheetRow } from './cells.ts';

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

/** A heading without what people and templates add to it: spaces, stars, a remark in brackets. */
const plainHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/\([^()]{0,50}\)$/, '')
    .replace(/[*:]/g, '');

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
