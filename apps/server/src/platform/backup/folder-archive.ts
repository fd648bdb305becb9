// Writes a folder as one stream. Files may grow, shrink or disappear meanwhile; PostgreSQL corrects them from its log
// after a restore.
import { constants } from 'node:fs';
import { chmod, chown, lstat, mkdir, open, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import * as z from 'zod/mini';
import type { User } from '../postgres/processes.ts';
import { StartError } from '../start/start-error.ts';

const entryHead = z.object({
  path: z.string(),
  kind: z.enum(['file', 'folder', 'link']),
  mode: z.int(),
  target: z.optional(z.string()),
});
const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Size in bytes. Smaller files are read in one call. */
const wholeBytes = 1 << 20;

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/**
 * Yields every file and folder under `root` that `wanted` accepts; `wanted` gets the relative path. An unwanted folder
 * is yielded without its content.
 */
export async function* pack(root: string, wanted: (path: string) => boolean): AsyncGenerator<Buffer> {
  const head = (entry: z.infer<typeof entryHead>) => {
    const text = Buffer.from(JSON.stringify(entry));
    return Buffer.concat([number(text.length), text]);
  };
  async function* below(folder: string): AsyncGenerator<Buffer> {
    for (const name of (await readdir(join(root, folder))).sort()) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (!wanted(path)) continue;
      try {
        yield* one(path);
      } catch (error) {
        if (codeOf(error) !== 'ENOENT') throw error;
      }
    }
  }
  async function* one(path: string): AsyncGenerator<Buffer> {
    const entryStat = await lstat(join(root, path));
    const mode = entryStat.mode & 0o777;
    if (entryStat.isSymbolicLink()) yield head({ path, kind: 'link', mode, target: await readlink(join(root, path)) });
    else if (entryStat.isDirectory()) {
      yield head({ path, kind: 'folder', mode });
      yield* below(path);
    } else if (entryStat.isFile()) {
      const file = await open(join(root, path), constants.O_RDONLY);
      try {
        const begun = head({ path, kind: 'file', mode });
        if (entryStat.size < wholeBytes) {
          // There are thousands of small files, and a stream for each would cost more than one read.
          const bytes = await file.readFile();
          yield Buffer.concat(bytes.length > 0 ? [begun, number(bytes.length), bytes, number(0)] : [begun, number(0)]);
          return;
        }
        yield begun;
        for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: wholeBytes }))
          if (Buffer.isBuffer(chunk) && chunk.length > 0) yield Buffer.concat([number(chunk.length), chunk]);
        yield number(0);
      } finally {
        await file.close();
      }
    }
  }
  yield* below('');
  yield number(0);
}

export async function unpack(source: AsyncIterable<Uint8Array>, root: string, user: User): Promise<void> {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const take = async (bytes: number) => {
    while (held.length < bytes) {
      const { value, done } = await chunks.next();
      if (done) throw new StartError('备份内容不完整：不能使用，请换另一份备份。');
      held = held.length === 0 ? Buffer.from(value) : Buffer.concat([held, value]);
    }
    const piece = held.subarray(0, bytes);
    held = held.subarray(bytes);
    return piece;
  };
  const made = new Set<string>();
  for (;;) {
    const length = (await take(4)).readUInt32BE();
    if (length === 0) break;
    const entry = entryHead.parse(JSON.parse((await take(length)).toString()));
    const path = resolve(root, entry.path);
    if (!path.startsWith(root + sep)) throw new StartError(`备份里的路径 ${entry.path} 指向目录之外：不能使用。`);
    const folder = dirname(path);
    if (!made.has(folder)) await mkdir(folder, { recursive: true });
    made.add(folder);
    if (entry.kind === 'folder') {
      await mkdir(path, { recursive: true, mode: entry.mode });
      await chmod(path, entry.mode);
      if (user) await chown(path, user.uid, user.gid);
    } else if (entry.kind === 'link') await symlink(entry.target ?? '', path);
    else {
      const file = await open(path, 'wx', entry.mode);
      try {
        for (let bytes = (await take(4)).readUInt32BE(); bytes > 0; bytes = (await take(4)).readUInt32BE())
          await file.write(await take(bytes));
        if (user) await file.chown(user.uid, user.gid);
      } finally {
        await file.close();
      }
    }
  }
  // Reads the rest of the stream, because only its end shows whether the stream was cut off.
  while (!(await chunks.next()).done);
}
