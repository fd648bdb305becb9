import { formatInstant } from '@anlan/contract/domain/instant';
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
  rows: AsyncIterable<OutgoingCell[][]> | Iterable<OutgoingCell[][]>;
  /** Last row that drop-downs and hints reach. */
  preparedTo?: number;
}

const dayZero = Date.UTC(1899, 11, 30);
const serial = (text: string) =>
  (Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? '' : 'T00:00:00'}Z`) - dayZero) / 86_400_000;
// Before March 1900 the calendar of spreadsheets is wrong by a day.
const countable = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && day >= '1900-03-01';

const written = (place: string, value: string) =>
  `<c r="${place}" s="${styles.text}" t="inlineStr"><is><t${/^\s|\s$|\n/.test(value) ? ' xml:space="preserve"' : ''}>${xmlText(value.slice(0, 32_000))}</t></is></c>`;

function cell(place: string, kind: ColumnKind, value: OutgoingCell): string {
  if (value === null || value === '') return '';
  if (kind === 'integer' || kind === 'decimal') {
    const number = Number(value);
    if (Number.isFinite(number)) return `<c r="${place}" s="${styles[kind]}"><v>${number}</v></c>`;
  }
  if (kind === 'day' && typeof value === 'string' && countable(value))
    return `<c r="${place}" s="${styles.day}"><v>${serial(value)}</v></c>`;
  if (value instanceof Date) return `<c r="${place}" s="${styles.instant}"><v>${serial(formatInstant(value))}</v></c>`;
  return written(place, String(value));
}

const styled = (place: string, number: number, value: string) =>
  `<c r="${place}" s="${number}" t="inlineStr"><is><t>${xmlText(value)}</t></is></c>`;

async function* sheetPart(sheet: OutgoingSheet): AsyncGenerator<Buffer> {
  const { columns, note, rows } = sheet;
  const letters = columns.map((_, index) => columnName(index));
  const headingRow = note === undefined ? 1 : 2;
  let text = sheetOpening(columns, headingRow);
  if (note !== undefined) text += `<row r="1" ht="20" customHeight="1">${styled('A1', styles.note, note)}</row>`;
  text += `<row r="${headingRow}" ht="22" customHeight="1">${columns
    .map(({ heading, required }, index) =>
      styled(
        `${letters[index]}${headingRow}`,
        required ? styles.required : styles.heading,
        required ? `${heading}*` : heading,
      ),
    )
    .join('')}</row>`;
  let no = headingRow;
  for await (const batch of rows) {
    for (const row of batch) {
      no += 1;
      text += `<row r="${no}">`;
      for (let index = 0; index < columns.length; index++)
        text += cell(`${letters[index]}${no}`, columns[index]?.kind ?? 'text', row[index] ?? null);
      text += '</row>';
      if (text.length < 65_536) continue;
      yield Buffer.from(text);
      text = '';
      // Others get their turn between two pieces.
      await new Promise((done) => setImmediate(done));
    }
  }
  yield Buffer.from(text + sheetEnding(columns, headingRow + 1, Math.max(no, sheet.preparedTo ?? no)));
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
