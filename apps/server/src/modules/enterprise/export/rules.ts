import { waitMs } from '@anlan/contract/limits';
import type { OutgoingCell } from '#platform/sheets/index.ts';

// A sheet has 1,048,576 rows; the first two are the note and the headings.
const sheetRows = 1_048_576 - 2;

/** Deals batches of rows out to as many sheets as so many rows need; each sheet is read after the one before it. */
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

interface Streaming {
  tenantId: string;
  userId: string | null;
  since: number;
}

/** Exports that this node streams to people at this moment. */
export function createStreams(now: () => number = () => performance.now()) {
  const open = new Set<Streaming>();
  return {
    /** How many there are: the person's, and the tenant's. One that nobody ended in its time counts no more. */
    count({ tenantId, userId }: Omit<Streaming, 'since'>): { mine: number; all: number } {
      for (const one of open) if (now() - one.since > waitMs.export) open.delete(one);
      const all = [...open].filter((one) => one.tenantId === tenantId);
      return { mine: all.filter((one) => one.userId === userId).length, all: all.length };
    },
    /** Counts one more; it counts until the bytes around which it is put are over. */
    enter({ tenantId, userId }: Omit<Streaming, 'since'>) {
      const one = { tenantId, userId, since: now() };
      const leave = () => void open.delete(one);
      open.add(one);
      return { around: (body: AsyncGenerator<Buffer>) => followed(body, leave) };
    },
  };
}

/** Tells when a body is over, fails, or is given up, be it before its first piece: a generator would not tell that. */
function followed(body: AsyncGenerator<Buffer>, ended: () => void): AsyncIterable<Buffer> {
  const each: AsyncIterator<Buffer> = {
    async next() {
      try {
        const result = await body.next();
        if (result.done) ended();
        return result;
      } catch (error) {
        ended();
        throw error;
      }
    },
    return() {
      ended();
      return body.return(undefined);
    },
  };
  return { [Symbol.asyncIterator]: () => each };
}
