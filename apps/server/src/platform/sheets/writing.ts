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

/** Value of a written cell. Days are `yyyy-mm-dd`; exact numbers may be text. */
export type OutgoingCell = string | number | Date | null;

export interface OutgoingSheet {
  name: string;
  note?: string;
  columns: readonly SheetColumn[];
  rows: AsyncIterable<Iterable<OutgoingCell[]>> | Iterable<Iterable<OutgoingCell[]>>;
  preparedTo?: number;
}

const dayZero = Date.UTC(1899, 11, 30);
const dayMs = 86_400_000;
const serials = new LRUCache<string, number>({ max: 20_000 });
// Cached per day, because the days of a sheet repeat.
function serialOf(day: string): number {
  let serial = serials.get(day);
  if (serial === undefined) {
    serial = (Date.parse(`${day}T00:00:00Z`) - dayZero) / dayMs;
    serials.set(day, serial);
  }
  return serial;
}
// Computes the serial number of the local day plus the time as a fraction, without converting it to text first.
function serialAt(instant: Date): number {
  const seconds = Math.floor(localMs(instant) / 1000);
  const day = Math.floor(seconds / 86_400);
  return day - dayZero / dayMs + (seconds - day * 86_400) / 86_400;
}
// Before March 1900 the days of spreadsheets are off by one, so such days are written as text.
const countable = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= '1900-03-01';

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
// Finds with one test whether a text needs escaping.
const unusual = /[\s&<>"_\x00-\x1f\ud800-\udfff\ufffe\uffff]/;

const styled = (place: string, number: number, value: string) =>
  `<c r="${place}" s="${number}" t="inlineStr"><is><t>${xmlText(value)}</t></is></c>`;

// Each row is encoded into this buffer at once. One long text of many rows would be moved to the old heap.
const pieceBytes = 256 * 1024;

/**
 * Yields the bytes of a sheet from two buffers in turn. A piece is valid while the next piece is filled; requesting
 * the piece after that overwrites it.
 */
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
  // While one buffer is compressed, the other buffer is filled. The first buffer is free again when the second buffer
  // is full.
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
      // A UTF-16 code unit needs at most three bytes in UTF-8.
      if (filled + text.length * 3 > piece.length) {
        yield piece.subarray(0, filled);
        [piece, packed] = [packed, piece];
        if (piece.length < text.length * 3) piece = Buffer.allocUnsafe(text.length * 3);
        filled = 0;
        // Lets the event loop run between two pieces.
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

export const writeWorkbook = (sheets: readonly OutgoingSheet[]): AsyncGenerator<Buffer> => zipped(parts(sheets));
