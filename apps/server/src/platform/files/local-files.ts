import { constants } from 'node:fs';
import { access, link, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { FileExists, FileMissing, isKey, type Files } from './driver.ts';
import { codeOf, openStaging, stageAndStore } from './staging.ts';

export function createLocalFiles({ root }: { root: string }): Files {
  const { home, stage } = openStaging(root);

  async function pathOf(key: string, make: boolean): Promise<string> {
    if (!isKey(key)) throw new FileMissing(key);
    const path = join(home, key);
    const find = () => realpath(dirname(path)).catch(() => null);
    let folder = await find();
    if (folder === null && make) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      folder = await find();
    }
    // Refuses a path that leads out of the folder through a symbolic link.
    if (folder === null || !folder.startsWith(home + sep)) throw new FileMissing(key);
    return path;
  }

  /** Gives the complete file its name atomically, by a hard link. Never replaces an existing file. */
  async function nameOnce(from: string, to: string, key: string) {
    try {
      await link(from, to);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw new FileExists(key);
      // Some network folders do not support hard links. Then the file is renamed, after a check that the target does
      // not exist.
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(String(codeOf(error)))) throw error;
      const isOccupied = await access(to).then(
        () => true,
        () => false,
      );
      if (isOccupied) throw new FileExists(key);
      await rename(from, to);
    }
  }

  const keep: Files['keep'] = async (key, staged) => nameOnce(staged.path, await pathOf(key, true), key);
  return {
    stage,
    keep,
    put: stageAndStore({ stage, keep }),
    async open(key, range) {
      const path = await pathOf(key, false);
      try {
        const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
        return file.createReadStream({ autoClose: true, ...(range ? { start: range.from, end: range.to } : {}) });
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
