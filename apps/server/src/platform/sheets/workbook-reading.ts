// The first sheet of an .xlsx file, row by row. Read by ourselves: the library's reader answers a formula's last value
// instead of the formula, and builds a tree of all shared strings, which 100,000 ordinary rows do not survive in 512 MB.
import { posix } from 'node:path';
import { readDirectory, unpacking, type Entry } from './archive.ts';
import { cellText, SheetRefused, type SheetCell, type SheetLimits, type SheetRow } from './cells.ts';
import { attributeOf, createScanner, resolved, type XmlListener } from './scanner.ts';

async function scan(entry: Entry | undefined, listener: Partial<XmlListener>) {
  if (entry === undefined) return;
  const scanner = createScanner({ open() {}, close() {}, text() {}, ...listener });
  const decoder = new TextDecoder();
  for await (const piece of unpacking(entry)) scanner.feed(decoder.decode(piece, { stream: true }));
}

// `_x000D_` stands for a character that XML does not hold.
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Where the parts stand that a sheet needs. */
async function findParts(entries: ReadonlyMap<string, Entry>) {
  const relations = async (path: string) => {
    const found: { id: string; type: string; target: string }[] = [];
    const rels = posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`);
    await scan(entries.get(rels), {
      open(name, attributes) {
        if (name !== 'Relationship') return;
        const [id = '', type = '', target = ''] = ['Id', 'Type', 'Target'].map((one) => attributeOf(attributes, one));
        const from = target.startsWith('/') ? '/' : posix.join('/', posix.dirname(path));
        found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: posix.join(from, target).slice(1) });
      },
    });
    return found;
  };
  const workbook = (await relations('')).find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  let first: string | undefined;
  let is1904 = false;
  await scan(entries.get(workbook), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributeOf(attributes, 'date1904') ?? '');
      if (name === 'sheet') first ??= attributeOf(attributes, 'r:id') ?? attributeOf(attributes, 'id');
    },
  });
  const parts = await relations(workbook);
  const sheet = entries.get(parts.find(({ id, type }) => id === first && type === 'worksheet')?.target ?? '');
  if (sheet === undefined) throw new SheetRefused('文件中没有工作表，请用下载的模板填写');
  const part = (kind: string) => entries.get(parts.find(({ type }) => type === kind)?.target ?? '');
  return { sheet, strings: part('sharedStrings'), styles: part('styles'), is1904 };
}

async function readStrings(entry: Entry | undefined): Promise<string[]> {
  const strings: string[] = [];
  let [text, inText, phonetic] = ['', false, 0];
  await scan(entry, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 't') inText = phonetic === 0;
      else if (name === 'rPh') phonetic += 1;
    },
    text(piece) {
      if (inText) text += piece;
    },
    close(name) {
      if (name === 'si') strings.push(cellText(unescaped(resolved(text))));
      else if (name === 't') inText = false;
      else if (name === 'rPh') phonetic -= 1;
    },
  });
  return strings;
}

// Years and days stand in no other format once its texts, colours and escapes are taken out.
const isDateFormat = (format: string) => /[yd]/i.test(format.replace(/\[[^\]]*\]|"[^"]*"|\\.|[*_]./g, ''));
const builtInDate = (id: number) => (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** Which cell formats show a number as a date. */
async function readDateStyles(entry: Entry | undefined): Promise<boolean[]> {
  const formats = new Map<number, boolean>();
  const styles: boolean[] = [];
  let inCells = false;
  await scan(entry, {
    open(name, attributes) {
      const id = () => Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (name === 'numFmt')
        formats.set(id(), isDateFormat((attributeOf(attributes, 'formatCode') ?? '').slice(0, 255)));
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) styles.push(formats.get(id()) ?? builtInDate(id()));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

const dayMs = 86_400_000;
/** The day that a number stands for; before March 1900 the calendar of spreadsheets counts a day that never was. */
function dayOf(serial: number, is1904: boolean): string | null {
  if (!(serial >= 0 && serial < 2_958_466)) return null;
  const zero = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30);
  return new Date(zero + Math.floor(serial) * dayMs).toISOString().slice(0, 10);
}

function columnOf(reference: string): number {
  let column = 0;
  for (const letter of reference) {
    if (letter < 'A' || letter > 'Z') break;
    column = column * 26 + letter.charCodeAt(0) - 64;
  }
  return column - 1;
}

const lastRow = 1_048_576;

interface Setting {
  strings: string[];
  dates: boolean[];
  is1904: boolean;
  limits: SheetLimits;
}

/** Listens to a sheet and hands over its rows. */
function rowListener({ strings, dates, is1904, limits }: Setting, take: (row: SheetRow) => void): XmlListener {
  let row: SheetRow = { no: 0, cells: [] };
  let [column, type, style, value] = [-1, '', 0, ''];
  let [inRows, inCell, inText, formula, phonetic] = [false, false, false, false, 0];

  function numberCell(): SheetCell {
    const number = Number(value);
    if (value.trim() === '' || Number.isNaN(number)) return value.trim() === '' ? null : cellText(value);
    if (dates[style] !== true) return number;
    const day = dayOf(number, is1904);
    return day === null ? number : { day };
  }
  function cell(): SheetCell {
    if (formula) return { formula: true };
    if (type === 's') return strings[Number(value)] ?? null;
    if (type === 'b') return value === '1' || value === 'true';
    if (type === 'e') return { error: cellText(value) };
    if (type === 'd') return { day: cellText(value).slice(0, 10) };
    return type === 'inlineStr' || type === 'str' ? cellText(unescaped(resolved(value))) : numberCell();
  }
  function place(found: SheetCell) {
    if (found === null || (typeof found === 'string' && found.trim() === '')) return;
    if (column < 0 || column >= limits.columns)
      throw new SheetRefused(`最多读取 ${limits.columns} 列，请删除多余的列后重新上传`);
    while (row.cells.length < column) row.cells.push(null);
    row.cells[column] = found;
  }

  return {
    open(name, attributes) {
      if (name === 'sheetData') inRows = true;
      else if (!inRows) return;
      else if (name === 'c') {
        const reference = attributeOf(attributes, 'r');
        column = reference === undefined ? column + 1 : columnOf(reference);
        type = attributeOf(attributes, 't') ?? '';
        style = Number(attributeOf(attributes, 's') ?? 0);
        [value, formula, inCell] = ['', false, true];
      } else if (name === 'v') inText = inCell;
      else if (name === 't') inText = inCell && phonetic === 0;
      else if (name === 'f') formula = inCell;
      else if (name === 'rPh') phonetic += 1;
      else if (name === 'row') {
        // Rows are told from each other, and gone on from, by numbers that only grow.
        const said = Number(attributeOf(attributes, 'r'));
        const grows = Number.isInteger(said) && said > row.no && said <= lastRow;
        row = { no: grows ? said : row.no + 1, cells: [] };
        column = -1;
      }
    },
    text(piece) {
      if (inText) value += piece;
    },
    close(name) {
      if (name === 'v' || name === 't') inText = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'sheetData') inRows = false;
      else if (name === 'c' && inCell) {
        place(cell());
        inCell = false;
      } else if (name === 'row' && inRows && row.cells.length > 0) take(row);
    },
  };
}

/** Rows of the first sheet that are not empty. */
export async function* workbookRows(bytes: Uint8Array, limits: SheetLimits): AsyncGenerator<SheetRow> {
  const entries = new Map(readDirectory(bytes, limits).map((entry) => [entry.name, entry]));
  const { sheet, strings, styles, is1904 } = await findParts(entries);
  const setting = { strings: await readStrings(strings), dates: await readDateStyles(styles), is1904, limits };
  const rows: SheetRow[] = [];
  const scanner = createScanner(rowListener(setting, (row) => rows.push(row)));
  const decoder = new TextDecoder();
  for await (const piece of unpacking(sheet)) {
    scanner.feed(decoder.decode(piece, { stream: true }));
    yield* rows.splice(0);
  }
}
