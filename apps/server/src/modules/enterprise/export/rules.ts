import type { OutgoingCell } from '#platform/sheets/index.ts';

// A sheet has 1,048,576 rows; the first two are the note and the headings.
const sheetRows = 1_048_576 - 2;

/** Deals batches of rows out to as many sheets as so many rows need; each sheet is read after the one before it. */
export function inSheets(
  batches: AsyncIterator<OutgoingCell[][]>,
  count: number,
  perSheet = sheetRows,
): AsyncGenerator<OutgoingCell[][]>[] {
  let left: OutgoingCell[][] = [];
  async function* sheet(): AsyncGenerator<OutgoingCell[][]> {
    for (let room = perSheet; room > 0;) {
      if (left.length === 0) {
        const { value, done } = await batches.next();
        if (done) return;
        left = value;
      }
      const rows = left.slice(0, room);
      left = left.slice(rows.length);
      room -= rows.length;
      yield rows;
    }
  }
  return Array.from({ length: Math.max(1, Math.ceil(count / perSheet)) }, sheet);
}
