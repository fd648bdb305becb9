export interface Fetched {
  type: string;
  bytes: Buffer;
}

/** LRU cache of files with a maximum total size. Concurrent requests for one file share one download. */
export function createFileCache(mostBytes: number) {
  const cachedFiles = new Map<string, Fetched>();
  const underWay = new Map<string, Promise<Fetched>>();
  let size = 0;
  function keep(key: string, file: Fetched) {
    if (file.bytes.length > mostBytes / 8) return;
    cachedFiles.set(key, file);
    size += file.bytes.length;
    for (const [oldest, { bytes }] of cachedFiles) {
      if (size <= mostBytes) break;
      cachedFiles.delete(oldest);
      size -= bytes.length;
    }
  }
  return {
    async get(key: string, fetch: () => Promise<Fetched>): Promise<Fetched> {
      const cachedFile = cachedFiles.get(key);
      if (cachedFile) {
        // Inserts the file again, so that it is evicted last.
        cachedFiles.delete(key);
        cachedFiles.set(key, cachedFile);
        return cachedFile;
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
      size -= cachedFiles.get(key)?.bytes.length ?? 0;
      cachedFiles.delete(key);
    },
  };
}
