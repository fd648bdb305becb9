// The backup folder stores encrypted objects by name. An object is complete or absent. A second place may hold a copy
// of all objects.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { host } from '../host/index.ts';
import { run } from '../postgres/processes.ts';
import { onWritableFolder } from '../start/folder.ts';
import { StartError } from '../start/start-error.ts';
import { encrypt, decrypt } from './encryption.ts';

export interface StoredObject {
  name: string;
  bytes: number;
  at: Date;
}

async function* under(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* under(path);
    else if (entry.isFile()) yield path;
  }
}

async function durable(folder: string) {
  if (!host.flushesFolders) return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Opens the backup folder. When `signal` aborts, running reads and writes in it fail. */
export function openBackupStorage(root: string, key: Buffer, signal?: AbortSignal) {
  const signalOption = signal ? { signal } : {};
  const pathOf = (name: string) => join(root, name);
  return {
    root,
    has: (name: string) => existsSync(pathOf(name)),
    /**
     * Stores an object and returns its size in bytes. With `isDurable` false, it survives a power cut only after the
     * next `syncToDisk`.
     */
    async put(name: string, source: AsyncIterable<Uint8Array>, isDurable = true): Promise<number> {
      const path = pathOf(name);
      const unfinished = `${path}.${process.pid}.unfinished`;
      await onWritableFolder({ name: '备份目录', path: root, setting: 'BACKUP_DIR' }, async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        try {
          await pipeline(
            Readable.from(source, { objectMode: false }),
            createZstdCompress(),
            (compressed) => encrypt(key, name, compressed),
            createWriteStream(unfinished, { mode: 0o600, flush: isDurable }),
            signalOption,
          );
          await rename(unfinished, path);
          if (isDurable) await durable(dirname(path));
        } finally {
          await rm(unfinished, { force: true });
        }
      });
      return (await stat(path)).size;
    },
    /** Writes all new objects to the disk with one sync instead of one sync per object. */
    syncToDisk() {
      if (run('sync', ['-f', root], null).status !== 0) run('sync', [], null);
    },
    async take<T>(name: string, use: (source: AsyncIterable<Uint8Array>) => Promise<T>): Promise<T> {
      if (!existsSync(pathOf(name))) throw new StartError(`备份里没有 ${name}（${root}）：检查备份目录是否完整。`);
      let result: T | undefined;
      await pipeline(
        createReadStream(pathOf(name)),
        (source) => decrypt(key, name, source),
        createZstdDecompress(),
        async (source: AsyncIterable<Uint8Array>) => {
          result = await use(source);
        },
        signalOption,
      );
      // The pipeline has finished, so the callback has set `result`.
      return result as T;
    },
    async list(folder = ''): Promise<StoredObject[]> {
      const storedObjects: StoredObject[] = [];
      if (!existsSync(pathOf(folder))) return storedObjects;
      for await (const path of under(pathOf(folder))) {
        const { size, mtime } = await stat(path);
        if (!path.endsWith('.unfinished')) storedObjects.push({ name: relative(root, path), bytes: size, at: mtime });
      }
      return storedObjects.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async folders(name: string): Promise<string[]> {
      if (!existsSync(pathOf(name))) return [];
      return (await readdir(pathOf(name), { withFileTypes: true }))
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);
    },
    async removeUnfinished(folder: string, before: Date): Promise<void> {
      if (!existsSync(pathOf(folder))) return;
      for await (const path of under(pathOf(folder)))
        if (path.endsWith('.unfinished') && (await stat(path)).mtime < before) await rm(path, { force: true });
    },
    remove: (name: string) => rm(pathOf(name), { force: true, recursive: true }),
    /** Copies missing objects to the second place. Removes only the objects named in `gone` there. */
    async copyTo(second: string, gone: readonly string[]): Promise<void> {
      await onWritableFolder({ name: '第二存放处', path: second, setting: 'BACKUP_COPY_TO' }, async () => {
        await mkdir(second, { recursive: true, mode: 0o700 });
        const mine = new Map((await this.list()).map((one) => [one.name, one.bytes]));
        for (const [name, bytes] of mine) {
          signal?.throwIfAborted();
          const target = join(second, name);
          const there = await stat(target).catch(() => null);
          if (there?.size === bytes) continue;
          await mkdir(dirname(target), { recursive: true, mode: 0o700 });
          await copyFile(pathOf(name), `${target}.unfinished`);
          await rename(`${target}.unfinished`, target);
        }
        for (const name of gone) await rm(join(second, name), { force: true, recursive: true });
      });
    },
  };
}

export type BackupStorage = ReturnType<typeof openBackupStorage>;
