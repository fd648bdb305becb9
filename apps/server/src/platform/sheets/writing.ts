import { LRUCache } from 'lru-cache';
import { localMs } from '@anlan/contract/domain/instant';
import {
  columnName,
  contentTypes,
  rootRelations,
  sheetEnding,
  sheetOpening,
  styles,
  stylesPart,
  workbookPart,
  workbookRelations,
  type ColumnKind,
  type SheetColumn,
} from './workbook.ts';
import { xmlText } from './xml.ts';
import { zipped, type OutgoingEntry } from './zip.ts';

/** A value on its way out; days are `yyyy-mm-dd`, exact numbers may be text. */
export type OutgoingCell = string | number | Date | null;

/** One sheet of a workbook. */
export interface OutgoingSheet {
  name: string;
  /** A line above the headings. */
  note?: string;
  columns: readonly SheetColumn[];
  /** Rows in batches, taken only as fast as the receiver reads. */
  rows: AsyncIterable<Iterable<OutgoingCell[]>> | Iterable<Iterable<OutgoingCell[]>>;
  /** Last row that drop-downs and hints reach. */
  preparedTo?: number;
}

const dayZero = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;
const serials = new LRUCache<string, number>({ max: 20_000 });
// Sheets name the same few days again and again.
function serialOf(day: string): number {
  let serial = serials.get(day);
  if (serial === undefined) {
    serial = (Date.parse(`${day}T00:00:00Z`) - dayZero) / dayMs;
    serials.set(day, serial);
  }
  return serial;
}
// The same as the serial of its local day and the part of it that has gone by, without either as text.
function serialAt(instant: Date): number {
  const seconds = Math.floor(localMs(instant) / 1000);
  const day = Math.floor(seconds / 86_400);
  return day - dayZero / dayMs + (seconds - day * 86_400) / 86_400;
}
// Before March 1900 the calendar of spreadsheets is wrong by a day.
const countable = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= '1900-03-01';

/** Opening of a cell in a column, up to the number of its row. */
const openings = (columns: number) => Array.from({ length: columns }, (_, index) => `<c r="${columnName(index)}`);
const inText = `" s="${styles.text}" t="inlineStr"><is><t>`;
const inSpacedText = `" s="${styles.text}" t="inlineStr"><is><t xml:space="preserve">`;

function content(kind: ColumnKind, value: string | number | Date): string {
  if (kind === 'integer' || kind === 'decimal') {
    const number = Number(value);
    if (Number.isFinite(number)) return `" s="${styles[kind]}"><v>${number}</v></c>`;
  }
  if (kind === 'day' && typeof value === 'string' && countable(value))
    return `" s="${styles.day}"><v>${serialOf(value)}</v></c>`;
  if (value instanceof Date) return `" s="${styles.instant}"><v>${serialAt(value)}</v></c>`;
  const text = String(value);
  if (!unusual.test(text) && text.length <= 32_000) return `${inText}${text}</t></is></c>`;
  return `${/^\s|\s$|\n/.test(text) ? inSpacedText : inText}${xmlText(text.length > 32_000 ? text.slice(0, 32_000) : text)}</t></is></c>`;
}
// One look tells most texts from those that need more.
const unusual = /[\s&<>"_\x00-\x1f\ud800-\udfff\ufffe\uffff]/;

const styled = (place: string, number: number, value: string) =>
  `<c r="${place}" s="${number}" t="inlineStr"><is><t>${xmlText(value)}</t></is></c>`;

// Rows are put into bytes one by one: a text that grows with them would outlive the young part of the heap.
const pieceBytes = 256 * 1024;

/** The bytes of a sheet; those of a piece stand until the one after the next is asked for, a gigabyte goes through two of them. */
async function* sheetPart(sheet: OutgoingSheet): AsyncGenerator<Buffer> {
  const { columns, note, rows } = sheet;
  const headingRow = note === undefined ? 1 : 2;
  let text = sheetOpening(columns, headingRow);
  if (note !== undefined) text += `<row r="1" ht="20" customHeight="1">${styled('A1', styles.note, note)}</row>`;
  text += `<row r="${headingRow}" ht="22" customHeight="1">${columns
    .map(({ heading, required }, index) =>
      styled(
        `${columnName(index)}${headingRow}`,
        required ? styles.required : styles.heading,
        required ? `${heading}*` : heading,
      ),
    )
    .join('')}</row>`;
  yield Buffer.from(text);
  const opened = openings(columns.length);
  const kinds = columns.map(({ kind }) => kind);
  let piece = Buffer.allocUnsafe(pieceBytes);
  // Being packed while the next one is filled; by the time that one is full, this one is free again.
  let packed = Buffer.allocUnsafe(pieceBytes);
  let filled = 0;
  let no = headingRow;
  for await (const batch of rows)
    for (const row of batch) {
      no += 1;
      text = `<row r="${no}">`;
      for (let index = 0; index < kinds.length; index++) {
        const value = row[index] ?? '';
        if (value !== '') text += (opened[index] ?? '') + no + content(kinds[index] ?? 'text', value);
      }
      text += '</row>';
      // A character takes three bytes at most for each of its units.
      if (filled + text.length * 3 > piece.length) {
        yield piece.subarray(0, filled);
        [piece, packed] = [packed, piece];
        if (piece.length < text.length * 3) piece = Buffer.allocUnsafe(text.length * 3);
        filled = 0;
        // Others get their turn between two pieces.
        await new Promise((done) => setImmediate(done));
      }
      filled += piece.write(text, filled);
    }
  yield piece.subarray(0, filled);
  yield Buffer.from(sheetEnding(columns, headingRow + 1, Math.max(no, sheet.preparedTo ?? no)));
}

async function* whole(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

function* parts(sheets: readonly OutgoingSheet[]): Generator<OutgoingEntry> {
  yield { name: '[Content_Types].xml', data: whole(contentTypes(sheets.length)) };
  yield { name: '_rels/.rels', data: whole(rootRelations) };
  yield { name: 'xl/workbook.xml', data: whole(workbookPart(sheets.map((sheet) => sheet.name))) };
  yield { name: 'xl/_rels/workbook.xml.rels', data: whole(workbookRelations(sheets.length)) };
  yield { name: 'xl/styles.xml', data: whole(stylesPart) };
  for (const [index, sheet] of sheets.entries())
    yield { name: `xl/worksheets/sheet${index + 1}.xml`, data: sheetPart(sheet) };
}

/** Writes an .xlsx file piece by piece, as fast as it is read. */
export const writeWorkbook = (sheets: readonly OutgoingSheet[]): AsyncGenerator<Buffer> => zipped(parts(sheets));
