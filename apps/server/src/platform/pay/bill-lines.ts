// Bills are tables of text: by lines, however they are cut into pieces, and within bounds.
import { dayEnds } from '@anlan/contract/domain/instant';
import { PayFault } from './port.ts';

const longestLine = 16 * 1024;
const mostBytes = 1024 * 1024 * 1024;

/** Lines of a text that comes in pieces, without their ends. */
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

/** Reads cells of a row by the names of a heading; null where a name that is needed is not there. */
export function cellsBy(heading: readonly string[], needed: readonly string[]) {
  const places = new Map(heading.map((name, at) => [name, at]));
  if (needed.some((name) => !places.has(name))) return null;
  return (row: readonly string[], ...names: string[]): string => {
    const name = names.find((one) => places.has(one));
    return name === undefined ? '' : (row[places.get(name) ?? -1] ?? '');
  };
}

/** What a row of a bill must say, or the bill is not read at all: half a bill would accuse people. */
export function demanded<T>(value: T | null, what: string, row: number): T {
  if (value === null) throw new PayFault('refused', 'BILL_ROW', `账单第 ${row} 行的${what}读不懂`);
  return value;
}

const dueHour = 10;
/** Whether a day's bill must be there by now: from 10:00 of the day after (both vendors say so). */
export const isDue = (day: string, now: Date): boolean => now.getTime() >= dayEnds(day).getTime() + dueHour * 3_600_000;

/** The bill of a day on which nothing happened. */
export async function* noLines(): AsyncGenerator<never> {
  // Nothing happened.
}
