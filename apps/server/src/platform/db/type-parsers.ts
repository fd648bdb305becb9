import pg from 'pg';

const oids: Readonly<Record<'int8' | 'texts' | 'date' | 'instant' | 'numeric' | 'ids', number>> = {
  int8: 20,
  texts: 1009,
  date: 1082,
  instant: 1184,
  numeric: 1700,
  ids: 2951,
};

// Dates and exact numbers are returned as text, instants as Date.
const asText = (value: string) => value;

const two = (text: string, at: number) => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;
const usualInstant = /^[1-9]\d{3}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00$/;
const anyInstant: (text: string) => unknown = pg.types.getTypeParser(oids.instant, 'text');
/**
 * Parses a timestamptz text; infinity becomes a number. Sessions use UTC, so only one format occurs; the driver's
 * general parser is ten times slower.
 */
export function instantOf(text: string): unknown {
  if (!usualInstant.test(text)) return anyInstant(text);
  const ms = text.charAt(19) === '.' ? Math.floor(Number(text.slice(19, -3)) * 1000 + 1e-6) : 0;
  const year = two(text, 0) * 100 + two(text, 2);
  return new Date(Date.UTC(year, two(text, 5) - 1, two(text, 8), two(text, 11), two(text, 14), two(text, 17), ms));
}

const anyTexts: (text: string) => unknown = pg.types.getTypeParser(oids.texts, 'text');
/** Parses a text array. A text without quotes and nested arrays is split at its commas. */
export const textsOf = (text: string): unknown =>
  text === '{}'
    ? []
    : /["{]/.test(text.slice(1)) || text.includes('NULL')
      ? anyTexts(text)
      : text.slice(1, -1).split(',');

const ours = new Map<number, (text: string) => unknown>([
  [oids.int8, asText],
  [oids.texts, textsOf],
  [oids.date, asText],
  [oids.instant, instantOf],
  [oids.numeric, asText],
  [oids.ids, textsOf],
]);

export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => ours.get(oid) ?? pg.types.getTypeParser(oid, format),
};
