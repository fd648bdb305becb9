import { createHash, randomUUID } from 'node:crypto';
import { constants, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { FileMissing, FileTooLarge, type Files } from './driver.ts';

const keyPattern = /^[0-9]{1,19}\/[0-9]{4}\/[0-9]{2}\/[0-9a-f-]{36}\.(?:png|jpg|pdf|xlsx|csv)$/;

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Keeps files in a folder of this machine. */
export function createLocalFiles({ root }: { root: string }): Files {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const home = realpathSync(root);
  const incoming = join(home, 'incoming');
  // What an upload left behind when the process was killed.
  rmSync(incoming, { recursive: true, force: true });

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
      const path = await pathOf(key, true);
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const unfinished = join(incoming, randomUUID());
      const file = await open(unfinished, 'wx', 0o600);
      try {
        const hash = createHash('sha256');
        let sizeBytes = 0;
        for await (const chunk of stream) {
          sizeBytes += chunk.length;
          if (sizeBytes > maxBytes) throw new FileTooLarge(key);
          hash.update(chunk);
          await file.writeFile(chunk);
        }
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
