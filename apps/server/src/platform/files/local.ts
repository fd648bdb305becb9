import { constants } from 'node:fs';
import { access, link, mkdir, open, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { FileExists, FileMissing, isKey, type Files } from './driver.ts';
import { codeOf, openStaging, putThrough } from './staging.ts';

/** Keeps files in a folder of this machine. */
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
    // A link inside the folder may not lead out of it.
    if (folder === null || !folder.startsWith(home + sep)) throw new FileMissing(key);
    return path;
  }

  /** Gives whole bytes their name in one step that never writes over what has it. */
  async function nameOnce(from: string, to: string, key: string) {
    try {
      await link(from, to);
    } catch (error) {
      if (codeOf(error) === 'EEXIST') throw new FileExists(key);
      // Some shared folders know no second name of a file.
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(String(codeOf(error)))) throw error;
      const taken = await access(to).then(
        () => true,
        () => false,
      );
      if (taken) throw new FileExists(key);
      await rename(from, to);
    }
  }

  const keep: Files['keep'] = async (key, staged) => nameOnce(staged.path, await pathOf(key, true), key);
  return {
    stage,
    keep,
    put: putThrough({ stage, keep }),
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
