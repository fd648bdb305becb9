/** A file that was fetched. */
export interface Fetched {
  type: string;
  bytes: Buffer;
}

/** Keeps the files that were looked at last, up to so many bytes; whoever asks for one under way waits for it. */
export function createFileCache(mostBytes: number) {
  const kept = new Map<string, Fetched>();
  const underWay = new Map<string, Promise<Fetched>>();
  let size = 0;
  function keep(key: string, file: Fetched) {
    if (file.bytes.length > mostBytes / 8) return;
    kept.set(key, file);
    size += file.bytes.length;
    for (const [oldest, { bytes }] of kept) {
      if (size <= mostBytes) break;
      kept.delete(oldest);
      size -= bytes.length;
    }
  }
  return {
    async get(key: string, fetch: () => Promise<Fetched>): Promise<Fetched> {
      const known = kept.get(key);
      if (known) {
        // To the end of the line of those that go.
        kept.delete(key);
        kept.set(key, known);
        return known;
      }
      const under = underWay.get(key);
      if (under) return under;
      const work = fetch()
        .then((file) => {
          keep(key, file);
          return file;
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, work);
      return work;
    },
    drop(key: string) {
      size -= kept.get(key)?.bytes.length ?? 0;
      kept.delete(key);
    },
  };
}
