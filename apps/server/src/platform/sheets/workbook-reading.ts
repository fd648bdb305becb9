// Reads .xlsx sheets row by row. The library's reader returns the last value of a formula. Its tree of shared strings
// needs more than 512 MB for 100,000 rows.
import { posix } from 'node:path';
import { readDirectory, unpacking, type Entry } from './archive.ts';
import {
  cellText,
  damaged,
  literalOf,
  SheetRefused,
  type SheetCell,
  type SheetLimits,
  type SheetRow,
} from './cells.ts';
import { numberFormat, numberShown, type NumberFormat } from './number-formats.ts';
import { attributeOf, createScanner, resolved, type XmlListener } from './scanner.ts';

async function* scanned(entry: Entry, listener: XmlListener): AsyncGenerator<void> {
  const scanner = createScanner(listener);
  // Throws for invalid UTF-8, so that it does not become other text.
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of unpacking(entry)) {
    scanner.feed(textOf(decoder, piece));
    yield;
  }
  textOf(decoder);
}

function textOf(decoder: InstanceType<typeof TextDecoder>, piece?: Uint8Array): string {
  try {
    return piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true });
  } catch {
    throw new SheetRefused(damaged);
  }
}

async function scan(entry: Entry | undefined, listener: Partial<XmlListener>) {
  if (entry === undefined) return;
  for await (const step of scanned(entry, { open() {}, close() {}, text() {}, ...listener })) void step;
}

// Decodes `_x000D_` and similar, which represent characters that XML cannot contain.
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

// Maximum number of sheets. Users need fewer, and each one is inspected.
const mostSheets = 20;
// Limits on the lists of a workbook. A list that exceeds the memory of the thread would end the whole process.
const most = { links: 10_000, strings: 5_000_000, styles: 100_000 };
// Each used shared text has a cell of at least this size: `<c t="s"><v>123456</v></c>`. Some programs leave unused
// texts, so a number of them is allowed.
const cellBytes = 25;
const leftStrings = 500_000;
// Bytes of the smallest shared text `<si/>` and the smallest row `<row><c><v>1</v></c></row>`.
const smallest = { string: 5, row: 27 };
const tooMuch = '文件内容过多，无法读取，请删除多余的格式或拆分后重新上传';

/** Counts opening tags with a name, by their bytes. Stops at one above `enough`. */
async function tagsIn(entry: Entry, name: string, enough: number): Promise<number> {
  const wanted = Buffer.from(name);
  const other = wanted.length + 1;
  // `met`: number of characters of the name matched so far; -1 outside a tag name.
  let [count, met] = [0, -1];
  for await (const piece of unpacking(entry)) {
    for (let next = 0; next < piece.length; next += 1) {
      const byte = piece[next] ?? 0;
      // A colon ends a namespace prefix, so the name begins after it.
      if (byte === 0x3c || (byte === 0x3a && met >= 0)) met = 0;
      else if (met < 0) continue;
      else if (byte <= 0x20 || byte === 0x3e || byte === 0x2f) {
        if (met === wanted.length) count += 1;
        met = -1;
      } else met = byte === wanted[met] ? met + 1 : other;
    }
    if (count > enough) break;
  }
  return count;
}

function partsOf(entries: readonly Entry[]) {
  const byName = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  return (path: string) => byName.get(path.toLowerCase());
}

/** Finds the parts of the workbook to read: the visible sheets, in the order of their tabs. */
async function findParts(part: (path: string) => Entry | undefined) {
  const relations = async (path: string) => {
    const relationRows: { id: string; type: string; target: string }[] = [];
    await scan(part(posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`)), {
      open(name, attributes) {
        if (name !== 'Relationship') return;
        const [id = '', type = '', target = ''] = ['Id', 'Type', 'Target'].map((one) => attributeOf(attributes, one));
        const from = target.startsWith('/') ? '/' : posix.join('/', posix.dirname(path));
        if (relationRows.length >= most.links) throw new SheetRefused(tooMuch);
        relationRows.push({
          id,
          type: type.slice(type.lastIndexOf('/') + 1),
          target: posix.join(from, target).slice(1),
        });
      },
    });
    return relationRows;
  };
  const workbook = (await relations('')).find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const tabs: { name: string; id: string; hidden: boolean }[] = [];
  let is1904 = false;
  await scan(part(workbook), {
    open(name, attributes) {
      const valueOf = (attribute: string) => attributeOf(attributes, attribute) ?? '';
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(valueOf('date1904'));
      if (name === 'sheet' && tabs.length < most.links)
        tabs.push({ name: valueOf('name').slice(0, 31), id: valueOf('id'), hidden: /hidden/i.test(valueOf('state')) });
    },
  });
  const workbookRelations = await relations(workbook);
  const byId = new Map(workbookRelations.map((one) => [one.id, one]));
  const knownParts = new Set<Entry>();
  const sheets = tabs.flatMap(({ name, id, hidden }) => {
    const target = byId.get(id);
    const entry = target?.type === 'worksheet' ? part(target.target) : undefined;
    // When several tabs use the same part, it is read once.
    if (entry === undefined || knownParts.has(entry)) return [];
    knownParts.add(entry);
    return [{ name, entry, hidden }];
  });
  if (sheets.length === 0) throw new SheetRefused('文件中没有工作表，请用下载的模板填写');
  const seen = sheets.filter(({ hidden }) => !hidden);
  const kind = (type: string) => part(workbookRelations.find((one) => one.type === type)?.target ?? '');
  return {
    bytes: sheets.reduce((sum, { entry }) => sum + entry.unpackedBytes, 0),
    sheets: (seen.length > 0 ? seen : sheets).slice(0, mostSheets),
    strings: kind('sharedStrings'),
    styles: kind('styles'),
    is1904,
  };
}

/** Reads the shared texts. Throws before reading when there are more texts than cells can exist. */
async function readStrings(entry: Entry | undefined, sheetBytes: number): Promise<string[]> {
  const strings: string[] = [];
  const allowed = Math.min(most.strings, Math.max(leftStrings, sheetBytes / cellBytes));
  const many = entry !== undefined && entry.unpackedBytes > allowed * smallest.string;
  if (many && (await tagsIn(entry, 'si', allowed)) > allowed) throw new SheetRefused(tooMuch);
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
      if (name === 'si') {
        if (strings.length >= allowed) throw new SheetRefused(tooMuch);
        strings.push(cellText(unescaped(resolved(text))));
      } else if (name === 't') inText = false;
      else if (name === 'rPh') phonetic -= 1;
    },
  });
  return strings;
}

async function readFormats(entry: Entry | undefined): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const styles: NumberFormat[] = [];
  let inCells = false;
  await scan(entry, {
    open(name, attributes) {
      const id = () => Number(attributeOf(attributes, 'numFmtId') ?? 0);
      if (codes.size > most.styles || styles.length > most.styles) throw new SheetRefused(tooMuch);
      if (name === 'numFmt') codes.set(id(), (attributeOf(attributes, 'formatCode') ?? '').slice(0, 255));
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) styles.push(numberFormat(id(), codes.get(id())));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

function columnOf(reference: string): number {
  const letters = /^[A-Z]+/i.exec(reference)?.[0].toUpperCase() ?? '';
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const numeric = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

const lastRow = 1_048_576;
const longestFormula = 8_192;

interface Setting {
  strings: string[];
  formats: NumberFormat[];
  is1904: boolean;
  limits: SheetLimits;
}

function rowListener(
  { strings, formats, is1904, limits }: Setting,
  take: (row: SheetRow) => void,
): XmlListener & { end(): void } {
  let row: SheetRow = { no: 0, cells: [] };
  let [column, type, style, value] = [-1, '', 0, ''];
  let [inRows, inRow, inCell, inText, inFormula, phonetic] = [false, false, false, false, false, 0];
  // Text of the formula in the current cell; null when the cell has none or it cannot be only a string.
  let formula: string | null = null;

  function numberCell(): SheetCell {
    const text = value.trim();
    if (text === '') return null;
    const number = Number(text);
    if (!numeric.test(text) || !Number.isFinite(number)) return cellText(resolved(text));
    const format = formats[style];
    return format === undefined ? number : numberShown(number, format, is1904);
  }
  function cell(): SheetCell {
    if (formula !== null) {
      const literalText = literalOf(resolved(formula));
      return literalText === null ? { formula: true } : cellText(literalText);
    }
    // A cell without an index is empty. An index without a shared text means that the text is lost.
    if (type === 's') return value.trim() === '' ? null : (strings[Number(value)] ?? { error: '（文字已丢失）' });
    if (type === 'b') return value === '1' || value === 'true';
    if (type === 'e') return { error: cellText(value) };
    if (type === 'd') return { day: cellText(value).slice(0, 10) };
    return type === 'inlineStr' || type === 'str' ? cellText(unescaped(resolved(value))) : numberCell();
  }
  function place(cellValue: SheetCell) {
    if (cellValue === null || (typeof cellValue === 'string' && cellValue.trim() === '')) return;
    if (column < 0) throw new SheetRefused(damaged);
    if (column >= limits.columns) throw new SheetRefused(`最多读取 ${limits.columns} 列，请删除多余的列后重新上传`);
    while (row.cells.length < column) row.cells.push(null);
    row.cells[column] = cellValue;
  }

  return {
    open(name, attributes) {
      if (name === 'sheetData') inRows = true;
      else if (!inRows) return;
      // The file ends inside a row or cell. It is refused, because this row would be lost.
      else if ((name === 'row' && inRow) || (name === 'c' && inCell)) throw new SheetRefused(damaged);
      else if (name === 'c') {
        const reference = attributeOf(attributes, 'r');
        column = reference === undefined ? column + 1 : columnOf(reference);
        type = attributeOf(attributes, 't') ?? '';
        style = Number(attributeOf(attributes, 's') ?? 0);
        [value, formula, inCell] = ['', null, true];
      } else if (name === 'v') inText = inCell;
      else if (name === 't') inText = inCell && phonetic === 0;
      else if (name === 'f') {
        if (!inCell) return;
        // The text is used only for a single normal formula. A shared formula, or a second formula, does not describe
        // this cell.
        inFormula = formula === null && /^(?:normal)?$/.test(attributeOf(attributes, 't') ?? '');
        formula = inFormula ? '' : '0';
      } else if (name === 'rPh') phonetic += 1;
      else if (name === 'row') {
        // Row numbers must increase, because errors name rows by them and an import resumes at them.
        const rowNumber = Number(attributeOf(attributes, 'r'));
        const grows = Number.isInteger(rowNumber) && rowNumber > row.no && rowNumber <= lastRow;
        row = { no: grows ? rowNumber : row.no + 1, cells: [] };
        if (/^(?:1|true)$/.test(attributeOf(attributes, 'hidden') ?? '')) row.hidden = true;
        [column, inRow] = [-1, true];
      }
    },
    text(piece) {
      if (inText) value += piece;
      else if (inFormula && formula !== null && formula.length < longestFormula) formula += piece;
    },
    close(name) {
      if (name === 'v' || name === 't') inText = false;
      else if (name === 'f') inFormula = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'sheetData') inRows = false;
      else if (name === 'c' && inCell) {
        place(cell());
        inCell = false;
      } else if (name === 'row' && inRow) {
        inRow = false;
        if (row.cells.length > 0) take(row);
      }
    },
    end() {
      if (inRows || inRow) throw new SheetRefused(damaged);
    },
  };
}

export interface VisibleSheet {
  name: string;
  rows: () => AsyncIterable<SheetRow> | Iterable<SheetRow>;
  /** Number of rows, counted at most to one above the limit. 0 when the sheet is too small to exceed the limit. */
  atMost: () => Promise<number> | number;
}

export async function workbookSheets(bytes: Uint8Array, limits: SheetLimits): Promise<VisibleSheet[]> {
  const parts = await findParts(partsOf(readDirectory(bytes, limits)));
  const { sheets, is1904 } = parts;
  const strings = await readStrings(parts.strings, parts.bytes);
  const setting = { strings, formats: await readFormats(parts.styles), is1904, limits };
  async function* rowsOf(entry: Entry): AsyncGenerator<SheetRow> {
    const rows: SheetRow[] = [];
    const listener = rowListener(setting, (row) => rows.push(row));
    for await (const step of scanned(entry, listener)) {
      void step;
      yield* rows.splice(0);
    }
    listener.end();
  }
  return sheets.map(({ name, entry }) => ({
    name,
    rows: () => rowsOf(entry),
    atMost: () => (entry.unpackedBytes < limits.rows * smallest.row ? 0 : tagsIn(entry, 'row', limits.rows)),
  }));
}
