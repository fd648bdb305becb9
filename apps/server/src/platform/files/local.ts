import { createHash, randomUUID } from 'node:crypto';
import { constants, mkdirSync, realpathSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { isStorageFull } from '#kernel/storage-full.ts';
import { FileMissing, FileTooLarge, type Files } from './driver.ts';

const keyPattern = /^[0-9]{1,19}\/[0-9]{4}\/[0-9]{2}\/[0-9a-f-]{36}\.(?:png|jpg|pdf|xlsx|csv)$/;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const dayMs = 24 * 3600 * 1000;

/** Whether another node may still be writing an unfinished upload: one that lives here, or an elsewhere of today. */
function mayGoOn(path: string, name: string): boolean {
  const [where, pid] = name.split('-', 2);
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (!/^[0-9a-f]{8}$/.test(where ?? '') || Date.now() - written > dayMs) return false;
  if (where !== machine) return true;
  if (Number(pid) === process.pid) return false;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Removes what uploads left behind when their process was killed; nodes that share the folder keep theirs. */
function tidy(incoming: string) {
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(incoming)) {
    const path = join(incoming, name);
    if (!mayGoOn(path, name)) rmSync(path, { recursive: true, force: true });
  }
}

/** Reads a stream that cannot be kept to its end, and then fails. */
async function drained(stream: AsyncIterable<Uint8Array>, error: unknown): Promise<never> {
  for await (const chunk of stream) void chunk;
  throw error;
}

/** Keeps files in a folder of this machine. */
export function createLocalFiles({ root }: { root: string }): Files {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const home = realpathSync(root);
  const incoming = join(home, 'incoming');
  tidy(incoming);

  async function pathOf(key: string, make: boolean): Promise<string> {
    if (!keyPattern.test(key)) throw new FileMissing(key);
    const path = join(home, key);
    if (make) await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    let folder: string;
    try {
      folder = await realpath(dirname(path));
    } catch {
      throw new FileMissing(key);
    }
    // A link inside the folder may not lead out of it.
    if (!folder.startsWith(home + sep)) throw new FileMissing(key);
    return path;
  }

  return {
    async put(key, stream, { maxBytes }) {
      const path = await pathOf(key, true).catch((error: unknown) =>
        isStorageFull(error) ? drained(stream, error) : Promise.reject(error),
      );
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const unfinished = join(incoming, `${machine}-${process.pid}-${randomUUID()}`);
      const file = await open(unfinished, 'wx', 0o600).catch((error: unknown) => drained(stream, error));
      try {
        const hash = createHash('sha256');
        let sizeBytes = 0;
        let unwritten: unknown = null;
        for await (const chunk of stream) {
          sizeBytes += chunk.length;
          if (sizeBytes > maxBytes) throw new FileTooLarge(key);
          hash.update(chunk);
          // Read on to the end: a sender that is cut off in the middle never hears that the disk is full.
          if (unwritten === null)
            await file.writeFile(chunk).catch((error: unknown) => {
              unwritten = error;
            });
        }
        if (unwritten !== null) throw unwritten;
        await file.sync();
        await file.close();
        await rename(unfinished, path);
        return { sizeBytes, sha256: hash.digest('hex') };
      } catch (error) {
        await file.close().catch(() => {});
        await rm(unfinished, { force: true });
        throw error;
      }
    },
    async open(key) {
      const path = await pathOf(key, false);
      try {
        const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
        return file.createReadStream({ autoClose: true });
      } catch (error) {
        if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ELOOP') throw new FileMissing(key);
        throw error;
      }
    },
    async remove(key) {
      const path = await pathOf(key, false).catch(() => null);
      if (path !== null) await rm(path, { force: true });
    },
  };
}
