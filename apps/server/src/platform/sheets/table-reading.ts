// Reads tables in text form (CSV and similar), row by row.
import { encodingsOf } from '../files/file-kinds.ts';
import {
  cellText,
  literalOf,
  saveAgain,
  SheetRefused,
  type SheetCell,
  type SheetLimits,
  type SheetRow,
} from './cells.ts';
import type { VisibleSheet } from './workbook-reading.ts';

const errorValue = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/;

function cellOf(text: string): SheetCell {
  if (text.trim() === '') return null;
  if (text.startsWith('=')) {
    const literalText = literalOf(text);
    return literalText === null ? { formula: true } : literalText.trim() === '' ? null : literalText;
  }
  return errorValue.test(text) ? { error: text } : text;
}

/** Whether the text was decoded with the wrong encoding: too many bytes have no character in it. */
function isForeign(text: string): boolean {
  let [unknown, beyond] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) beyond += 1;
    if (code === 0xfffd) unknown += 1;
  }
  return unknown * 20 > beyond;
}

/** Decodes a table. A few invalid characters become U+FFFD and are reported; other rows are not affected. */
function textOf(bytes: Uint8Array): string {
  for (const encoding of encodingsOf(bytes)) {
    const text = new TextDecoder(encoding).decode(bytes);
    if (!isForeign(text)) return text;
  }
  throw new SheetRefused(`无法识别文件的编码，${saveAgain}`);
}

// The delimiter is found by the headings, because rows may have different lengths and cells may contain other
// delimiters.
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 64 * 1024)
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]+/, 20);
  const most = (sign: string) => Math.max(...lines.map((line) => line.split(sign).length));
  return [',', '\t', ';', '|'].reduce((best, sign) => (most(sign) > most(best) ? sign : best));
}

// Maximum length of a quoted cell; a full cell with doubled quotes is shorter. The rest is skipped without copying.
const longestQuoted = 70_000;
/** Returns the position after the closing quote; -1 when the quote is not closed. */
function quoteEnd(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at + 1;
  return -1;
}

// Our own parser. A library would build a row of fifty million cells before any check, and end the whole process.
function* rowsOf(text: string, limits: SheetLimits): Generator<SheetRow> {
  const delimiter = delimiterOf(text);
  const plainEnd = new Set([delimiter, '\r', '\n']);
  let row: SheetRow = { no: 1, cells: [] };
  let column = 0;
  for (let at = 0; at < text.length;) {
    let value = '';
    if (text[at] === '"') {
      const end = quoteEnd(text, at + 1);
      if (end < 0)
        throw new SheetRefused(`第 ${row.no} 行有一个没有成对的英文引号 "，之后的内容无法分行，请补上或删除后重新上传`);
      value = text.slice(at + 1, Math.min(end - 1, at + longestQuoted)).replaceAll('""', '"');
      at = end;
    }
    const from = at;
    while (at < text.length && !plainEnd.has(text[at] ?? '')) at += 1;
    const whole = value + text.slice(from, at);
    const cell = whole === '' ? null : cellOf(cellText(whole));
    if (cell !== null) {
      if (column >= limits.columns) throw new SheetRefused(`最多读取 ${limits.columns} 列，请删除多余的列后重新上传`);
      while (row.cells.length < column) row.cells.push(null);
      row.cells.push(cell);
    }
    const sign = text[at];
    at += 1;
    column += 1;
    if (sign === delimiter) continue;
    if (sign === '\r' && text[at] === '\n') at += 1;
    column = 0;
    if (row.cells.length === 0) row.no += 1;
    else {
      yield row;
      row = { no: row.no + 1, cells: [] };
    }
  }
  if (row.cells.length > 0) yield row;
}

function lineEnds(text: string): number {
  let count = 0;
  for (const sign of ['\n', '\r'])
    for (let at = text.indexOf(sign); at >= 0; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

export function tableSheet(bytes: Uint8Array, limits: SheetLimits): VisibleSheet {
  const text = textOf(bytes);
  return { name: '', rows: () => rowsOf(text, limits), atMost: () => lineEnds(text) + 1 };
}
