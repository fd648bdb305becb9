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
    /** Counts a stream until the returned function is called. */
    enter({ tenantId, userId }: Omit<Streaming, 'since'>): () => void {
      const one = { tenantId, userId, since: now() };
      open.add(one);
      return () => void open.delete(one);
    },
  };
}
