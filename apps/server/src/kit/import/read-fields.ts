// Converts a cell to a field value by the field's kind, then runs the field's own checks.
import type { FieldSchemas, FieldSpec } from '@anlan/contract/kit/field';
import { isMask } from '../encryption.ts';
import { isTime, writtenTime } from '@anlan/contract/domain/written-time';
import { writtenNumber } from '@anlan/contract/domain/written-number';
import { isMaskedPhone } from '@anlan/contract/domain/phone';
import type { Finder, Reading } from './find-codes.ts';
import {
  codeReader,
  codesReader,
  readCreditCode,
  readDay,
  readPhone,
  cellText,
  textReader,
  type Cell,
} from './read-cells.ts';

export type FieldReader = (cell: Cell) => Reading<unknown>;

const plain = (cell: Cell) => cellText(cell).normalize('NFKC').trim();

/** Reads a number with at most `digits` decimals; allows thousands separators and the unit. */
const numberReader =
  (digits: number, unit = '') =>
  (cell: Cell): Reading<string> => {
    if (typeof cell === 'object' && cell !== null && 'day' in cell)
      return { cause: `单元格是日期 ${cell.day}，不是数字`, remedy: '请把该列设为常规格式后重新填写' };
    const text = plain(cell);
    const read = writtenNumber(text, digits, unit);
    if ('value' in read) return read;
    const first = /\d+(?:\.\d+)?/.exec(text)?.[0];
    return {
      notNumber: { cause: `“${text}”不是数字`, remedy: `请只填数字${first === undefined ? '' : `，如 ${first}`}` },
      notWhole: { cause: `“${text}”不是整数`, remedy: '请只填整数，不带小数' },
      decimals: { cause: `小数超过 ${digits} 位`, remedy: `请保留 ${digits} 位小数` },
      tooLong: { cause: `“${text}”超过 15 位`, remedy: '请核对这个数字' },
    }[read.problem];
  };

const asNumber = (read: Reading<string>): Reading<number> => ('value' in read ? { value: Number(read.value) } : read);

const inFen = numberReader(2, '元');
function readMoney(cell: Cell): Reading<number> {
  const read = inFen(cell);
  if (!('value' in read)) return read;
  const [whole = '', after = ''] = read.value.split('.');
  return { value: Number(`${whole}${after.padEnd(2, '0')}`) };
}

const yes = new Set(['是', '有', '对', 'TRUE', 'YES', 'Y', '1', '√', '✓']);
const no = new Set(['否', '无', '没有', '不是', 'FALSE', 'NO', 'N', '0', '×', '✗']);
function readBoolean(cell: Cell): Reading<boolean> {
  const word = plain(cell).toUpperCase();
  if (yes.has(word)) return { value: true };
  return no.has(word) ? { value: false } : { cause: `“${plain(cell)}”不是“是”或“否”`, remedy: '请填写 是 或 否' };
}

function readInstant(cell: Cell): Reading<string> {
  const remedy = '请按 2026-01-31 08:30 的格式填写';
  const value = writtenTime(cellText(cell));
  if (value === null) {
    const day = readDay(cell);
    return { cause: 'value' in day ? `“${plain(cell)}”不是时间` : day.cause, remedy };
  }
  return isTime(value) ? { value } : { cause: `时间“${plain(cell)}”不存在`, remedy };
}

/** Reads a cell with several lines. Reports values that the spreadsheet program converted to a number or date. */
function readLines(max: number): FieldReader {
  const line = textReader(max, { dayFits: true });
  return (cell) => (typeof cell === 'string' && /[\r\n]/.test(cell) ? { value: cell } : line(cell));
}

/** Reads a phone. The mask from an exported list means that the phone does not change. */
const readClassifiedPhone: FieldReader = (cell) => {
  const text = plain(cell);
  return isMaskedPhone(text) ? { value: text } : readPhone(cell);
};

function rawReader(spec: FieldSpec, find: Finder): FieldReader {
  switch (spec.kind) {
    case 'prose':
      return readLines(spec.max ?? 1_000);
    case 'integer':
      return (cell) => asNumber(numberReader(0, spec.unit)(cell));
    case 'decimal':
      return (cell) => asNumber(numberReader(spec.digits ?? 2, spec.unit)(cell));
    case 'money':
      return readMoney;
    case 'boolean':
      return readBoolean;
    case 'day':
      return readDay;
    case 'instant':
      return readInstant;
    case 'phone':
      return spec.encrypted ? readClassifiedPhone : readPhone;
    case 'creditCode':
      return readCreditCode;
    case 'code':
    case 'oneOf':
    case 'region':
    case 'industry':
      return codeReader(find);
    case 'codes':
      return codesReader(find);
    case 'list':
    case 'group':
    case 'json': {
      const lines = readLines(2_000);
      return (cell) => {
        const linesReading = lines(cell);
        return 'value' in linesReading && typeof linesReading.value === 'string'
          ? { value: spec.cell?.read(linesReading.value) }
          : linesReading;
      };
    }
    default:
      // The stored form is shorter than what is typed, and the field's own check measures it.
      return textReader(spec.normalise ? 100 : (spec.max ?? 100));
  }
}

const noFinder: Finder = (text) => ({ cause: `没有“${text}”这一项`, remedy: '请从模板的下拉列表中选择' });

/** Creates the reader of a field: it reads by kind and validates like the form. `find` converts names to codes. */
export function fieldReader(
  spec: FieldSpec,
  schemas: Pick<FieldSchemas, 'input'>,
  find: Finder = noFinder,
): FieldReader {
  const read = rawReader(spec, find);
  // The text of a reference is converted to a row id later, for all rows together.
  if (spec.kind === 'ref' || spec.kind === 'person') return read;
  return (cell) => {
    const reading = read(cell);
    if (!('value' in reading)) return reading;
    if (spec.encrypted && isMask(reading.value)) return reading;
    const checked = schemas.input.safeParse(reading.value);
    if (checked.success) return { value: checked.data };
    const verb = reading.value === '' ? '填写' : '改正';
    return { cause: checked.error.issues[0]?.message ?? '内容有误', remedy: `请${verb}${spec.label}` };
  };
}
