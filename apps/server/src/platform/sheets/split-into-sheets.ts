import type { OutgoingCell } from './writing.ts';

// Data rows of a sheet. Excel allows 1,048,576 rows; the first two are the note and the headings.
const sheetRows = 1_048_576 - 2;

/** Distributes batches of rows over as many sheets as needed. The sheets must be read in order. */
export function inSheets(
  batches: AsyncIterator<Iterable<OutgoingCell[]>>,
  count: number,
  perSheet = sheetRows,
): AsyncGenerator<Iterable<OutgoingCell[]>>[] {
  let left: Iterator<OutgoingCell[]> | null = null;
  async function* sheet(): AsyncGenerator<Iterable<OutgoingCell[]>> {
    let room = perSheet;
    function* some(rows: Iterator<OutgoingCell[]>) {
      for (; room > 0; room -= 1) {
        const { value, done } = rows.next();
        if (done) {
          left = null;
          return;
        }
        yield value;
      }
    }
    while (room > 0) {
      if (left === null) {
        const { value, done } = await batches.next();
        if (done) return;
        left = value[Symbol.iterator]();
      }
      yield some(left);
    }
  }
  return Array.from({ length: Math.max(1, Math.ceil(count / perSheet)) }, sheet);
}
