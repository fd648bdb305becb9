// Reads bills, which are text tables, line by line within size limits.
import { endOfDay } from '@anlan/contract/domain/instant';
import { PayFault } from './port.ts';

const longestLine = 16 * 1024;
const mostBytes = 1024 * 1024 * 1024;

export async function* linesOf(pieces: AsyncIterable<Buffer>, encoding: 'utf-8' | 'gbk'): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let rest = '';
  let bytes = 0;
  const decoded = (piece?: Buffer) => {
    try {
      return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
    } catch {
      throw new PayFault('refused', 'BILL_ENCODING', '账单的编码不对');
    }
  };
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > mostBytes) throw new PayFault('refused', 'BILL_TOO_LONG', '账单过大');
    const lines = (rest + decoded(piece)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longestLine) throw new PayFault('refused', 'BILL_LINE', '账单的一行过长');
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  rest += decoded();
  if (rest !== '') yield rest;
}

export function cellsBy(heading: readonly string[], needed: readonly string[]) {
  const places = new Map(heading.map((name, at) => [name, at]));
  if (needed.some((name) => !places.has(name))) return null;
  return (row: readonly string[], ...names: string[]): string => {
    const name = names.find((one) => places.has(one));
    return name === undefined ? '' : (row[places.get(name) ?? -1] ?? '');
  };
}

/** Returns the value, or throws when it is missing. A bill with missing rows would show false differences. */
export function requireValue<T>(value: T | null, what: string, row: number): T {
  if (value === null) throw new PayFault('refused', 'BILL_ROW', `账单第 ${row} 行的${what}读不懂`);
  return value;
}

const dueHour = 10;
/** Whether the bill of a day should be available: both vendors publish it until 10:00 of the next day. */
export const isDue = (day: string, now: Date): boolean =>
  now.getTime() >= endOfDay(day).getTime() + dueHour * 3_600_000;

export async function* noLines(): AsyncGenerator<never> {
  // Yields nothing: the bill of a day without payments.
}
