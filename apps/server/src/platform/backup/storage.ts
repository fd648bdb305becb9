// The folder of backups: sealed objects under names, each whole or not there, and a second place that has the same.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { run } from '../postgres/processes.ts';
import { StartError } from '../start/start-error.ts';
import { encrypt, decrypt } from './encryption.ts';

/** An object in the backup folder. */
export interface Kept {
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
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Opens the folder of backups under a key; once `signal` says so, whatever is under way there is given up. */
export function openBackupStorage(root: string, key: Buffer, signal?: AbortSignal) {
  const given = signal ? { signal } : {};
  const pathOf = (name: string) => join(root, name);
  return {
    root,
    has: (name: string) => existsSync(pathOf(name)),
    /** Puts a stream under a name; answers the bytes it takes. Without `sure` it outlasts a power cut only after `settle`. */
    async put(name: string, source: AsyncIterable<Uint8Array>, sure = true): Promise<number> {
      const path = pathOf(name);
      const unfinished = `${path}.${process.pid}.unfinished`;
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        await pipeline(
          Readable.from(source, { objectMode: false }),
          createZstdCompress(),
          (compressed) => encrypt(key, name, compressed),
          createWriteStream(unfinished, { mode: 0o600, flush: sure }),
          given,
        );
        await rename(unfinished, path);
        if (sure) await durable(dirname(path));
      } finally {
        await rm(unfinished, { force: true });
      }
      return (await stat(path)).size;
    },
    /** Brings everything that was put to the disk, at once instead of file by file. */
    settle() {
      if (run('sync', ['-f', root], null).status !== 0) run('sync', [], null);
    },
    /** Hands what stands under a name to `use`, opened and checked. */
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
        given,
      );
      // The pipeline has ended well, so `use` has answered.
      return result as T;
    },
    /** What stands under a folder's name. */
    async list(folder = ''): Promise<Kept[]> {
      const found: Kept[] = [];
      if (!existsSync(pathOf(folder))) return found;
      for await (const path of under(pathOf(folder))) {
        const { size, mtime } = await stat(path);
        if (!path.endsWith('.unfinished')) found.push({ name: relative(root, path), bytes: size, at: mtime });
      }
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    /** Folders that stand right under a folder's name. */
    async folders(name: string): Promise<string[]> {
      if (!existsSync(pathOf(name))) return [];
      return (await readdir(pathOf(name), { withFileTypes: true }))
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);
    },
    /** Removes under a folder's name what was begun before an instant and never got its name. */
    async removeUnfinished(folder: string, before: Date): Promise<void> {
      if (!existsSync(pathOf(folder))) return;
      for await (const path of under(pathOf(folder)))
        if (path.endsWith('.unfinished') && (await stat(path)).mtime < before) await rm(path, { force: true });
    },
    remove: (name: string) => rm(pathOf(name), { force: true, recursive: true }),
    /** Makes a second place hold the same objects; only what is named as gone is removed there. */
    async copyTo(second: string, gone: readonly string[]): Promise<void> {
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
    },
  };
}

/** A folder of backups. */
export type BackupStorage = ReturnType<typeof openBackupStorage>;
