import { waitMs } from '@anlan/contract/limits';

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
