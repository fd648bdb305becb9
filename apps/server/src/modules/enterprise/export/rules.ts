import { timeoutMs } from '@anlan/contract/limits';

interface Streaming {
  tenantId: string;
  userId: string | null;
  since: number;
}

/** Counts the running export streams of this node. */
export function createStreams(now: () => number = () => performance.now()) {
  const open = new Set<Streaming>();
  return {
    /** Number of open streams of the user and of the tenant. Streams that are too old are not counted. */
    count({ tenantId, userId }: Omit<Streaming, 'since'>): { mine: number; all: number } {
      for (const one of open) if (now() - one.since > timeoutMs.export) open.delete(one);
      const all = [...open].filter((one) => one.tenantId === tenantId);
      return { mine: all.filter((one) => one.userId === userId).length, all: all.length };
    },
    /** Counts a stream. The returned function ends the count; call it when the body ends. */
    enter({ tenantId, userId }: Omit<Streaming, 'since'>) {
      const one = { tenantId, userId, since: now() };
      const leave = () => void open.delete(one);
      open.add(one);
      return { around: (body: AsyncGenerator<Buffer>) => onBodyEnd(body, leave) };
    },
  };
}

/**
 * Calls `ended` when a body ends, fails or is cancelled. A plain generator does not notice a cancel before its first
 * chunk.
 */
function onBodyEnd(body: AsyncGenerator<Buffer>, ended: () => void): AsyncIterable<Buffer> {
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
