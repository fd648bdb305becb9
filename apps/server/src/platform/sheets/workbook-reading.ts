// The sheets of an .xlsx file, row by row. Read by ourselves: the library's reader answers a formula's last value
// instead of the formula, and builds a tree of all shared strings, which 100,000 ordinary rows do not survive in 512 MB.
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
  // Bytes that are no UTF-8 would become other words than were written.
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

// `_x000D_` stands for a character that XML does not hold.
const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

// Nobody fills in more, and each is looked at.
const mostSheets = 20;
// A list that outgrows the memory of its thread at once ends the process, not the thread.
const most = { links: 10_000, strings: 5_000_000, styles: 100_000 };
// Each shared text is there for a cell: `<c t="s"><v>123456</v></c>`. Programs leave some behind that no cell has any more.
const cellBytes = 25;
const leftStrings = 500_000;
// `<si/>` and `<row><c><v>1</v></c></row>`
const smallest = { string: 5, row: 27 };
const tooMuch = '文件内容过多，无法读取，请删除多余的格式或拆分后重新上传';

/** How many tags of a name a part opens, told by its bytes alone; counted no further than one above `enough`. */
async function tagsIn(entry: Entry, name: string, enough: number): Promise<number> {
  const wanted = Buffer.from(name);
  const other = wanted.length + 1;
  // How much of the name has been met; -1 outside of a tag's name.
  let [count, met] = [0, -1];
  for await (const piece of unpacking(entry)) {
    for (let next = 0; next < piece.length; next += 1) {
      const byte = piece[next] ?? 0;
      // A name begins behind its prefix.
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

/** The parts of an archive by name; programs do not agree on capitals, and the format does not care. */
function partsOf(entries: readonly Entry[]) {
  const known = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  return (path: string) => known.get(path.toLowerCase());
}

/** Where the parts stand that the sheets need: of sheets those that a person sees, in the order of their tabs. */
async function findParts(part: (path: string) => Entry | undefined) {
  const relations = async (path: string) => {
    const found: { id: string; type: string; target: string }[] = [];
    await scan(part(posix.join(posix.dirname(path), '_rels', `${posix.basename(path)}.rels`)), {
      open(name, attributes) {
        if (name !== 'Relationship') return;
        const [id = '', type = '', target = ''] = ['Id', 'Type', 'Target'].map((one) => attributeOf(attributes, one));
        const from = target.startsWith('/') ? '/' : posix.join('/', posix.dirname(path));
        if (found.length >= most.links) throw new SheetRefused(tooMuch);
        found.push({ id, type: type.slice(type.lastIndexOf('/') + 1), target: posix.join(from, target).slice(1) });
      },
    });
    return found;
  };
  const workbook = (await relations('')).find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml';
  const tabs: { name: string; id: string; hidden: boolean }[] = [];
  let is1904 = false;
  await scan(part(workbook), {
    open(name, attributes) {
      const said = (attribute: string) => attributeOf(attributes, attribute) ?? '';
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(said('date1904'));
      if (name === 'sheet' && tabs.length < most.links)
        tabs.push({ name: said('name').slice(0, 31), id: said('id'), hidden: /hidden/i.test(said('state')) });
    },
  });
  const found = await relations(workbook);
  const byId = new Map(found.map((one) => [one.id, one]));
  const known = new Set<Entry>();
  const sheets = tabs.flatMap(({ name, id, hidden }) => {
    const target = byId.get(id);
    const entry = target?.type === 'worksheet' ? part(target.target) : undefined;
    // A part that many tabs point at is looked at once.
    if (entry === undefined || known.has(entry)) return [];
    known.add(entry);
    return [{ name, entry, hidden }];
  });
  if (sheets.length === 0) throw new SheetRefused('文件中没有工作表，请用下载的模板填写');
  const seen = sheets.filter(({ hidden }) => !hidden);
  const kind = (type: string) => part(found.find((one) => one.type === type)?.target ?? '');
  return {
    bytes: sheets.reduce((sum, { entry }) => sum + entry.unpackedBytes, 0),
    sheets: (seen.length > 0 ? seen : sheets).slice(0, mostSheets),
    strings: kind('sharedStrings'),
    styles: kind('styles'),
    is1904,
  };
}

/** The shared texts; refused before any of them is read where there are more than cells could have. */
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

/** How each cell format shows a number. */
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

/** Listens to a sheet and hands over its rows. */
function rowListener(
  { strings, formats, is1904, limits }: Setting,
  take: (row: SheetRow) => void,
): XmlListener & { end(): void } {
  let row: SheetRow = { no: 0, cells: [] };
  let [column, type, style, value] = [-1, '', 0, ''];
  let [inRows, inRow, inCell, inText, inFormula, phonetic] = [false, false, false, false, false, 0];
  // Of the cell at hand, as far as it may still be a text and nothing else.
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
      const said = literalOf(resolved(formula));
      return said === null ? { formula: true } : cellText(said);
    }
    // A place that no string has tells that something is lost; no place at all is an empty cell.
    if (type === 's') return value.trim() === '' ? null : (strings[Number(value)] ?? { error: '（文字已丢失）' });
    if (type === 'b') return value === '1' || value === 'true';
    if (type === 'e') return { error: cellText(value) };
    if (type === 'd') return { day: cellText(value).slice(0, 10) };
    return type === 'inlineStr' || type === 'str' ? cellText(unescaped(resolved(value))) : numberCell();
  }
  function place(found: SheetCell) {
    if (found === null || (typeof found === 'string' && found.trim() === '')) return;
    if (column < 0) throw new SheetRefused(damaged);
    if (column >= limits.columns) throw new SheetRefused(`最多读取 ${limits.columns} 列，请删除多余的列后重新上传`);
    while (row.cells.length < column) row.cells.push(null);
    row.cells[column] = found;
  }

  return {
    open(name, attributes) {
      if (name === 'sheetData') inRows = true;
      else if (!inRows) return;
      // What is not closed before the next begins would be lost.
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
        // One that several cells share, or the second of a cell, is no text of this one.
        inFormula = formula === null && /^(?:normal)?$/.test(attributeOf(attributes, 't') ?? '');
        formula = inFormula ? '' : '0';
      } else if (name === 'rPh') phonetic += 1;
      else if (name === 'row') {
        // Rows are told from each other, and gone on from, by numbers that only grow.
        const said = Number(attributeOf(attributes, 'r'));
        const grows = Number.isInteger(said) && said > row.no && said <= lastRow;
        row = { no: grows ? said : row.no + 1, cells: [] };
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

/** A sheet that a person sees, and its rows that are not empty. */
export interface SeenSheet {
  name: string;
  rows: () => AsyncIterable<SheetRow> | Iterable<SheetRow>;
  /** How many rows it cannot have more of, told without reading them; exact only up to the limit. */
  atMost: () => Promise<number> | number;
}

/** The sheets of a workbook. */
export async function workbookSheets(bytes: Uint8Array, limits: SheetLimits): Promise<SeenSheet[]> {
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
