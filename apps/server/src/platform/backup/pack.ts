// A folder as one stream. Files may grow, shrink or go while they are read: PostgreSQL's log puts that right.
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

/** Files smaller than this are read at once. */
const wholeBytes = 1 << 20;

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Everything under `root` that is `wanted`, by its path below it; of a folder that is not wanted inside, only itself. */
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
    const found = await lstat(join(root, path));
    const mode = found.mode & 0o777;
    if (found.isSymbolicLink()) yield head({ path, kind: 'link', mode, target: await readlink(join(root, path)) });
    else if (found.isDirectory()) {
      yield head({ path, kind: 'folder', mode });
      yield* below(path);
    } else if (found.isFile()) {
      const file = await open(join(root, path), constants.O_RDONLY);
      try {
        const begun = head({ path, kind: 'file', mode });
        if (found.size < wholeBytes) {
          // Thousands of small files: a stream with its buffer for each would cost more than reading them.
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

/** Makes under `root` what `pack` read, as `user`'s. */
export async function unpack(source: AsyncIterable<Uint8Array>, root: string, user: User): Promise<void> {
  const chunks = source[Symbol.asyncIterator]();
  let held: Buffer = Buffer.alloc(0);
  const take = async (bytes: number) => {
    while (held.length < bytes) {
      const { value, done } = await chunks.next();
      if (done) throw new StartError('备份内容不完整：不能使用，请换另一份备份。');
      held = held.length === 0 ? Buffer.from(value) : Buffer.concat([held, value]);
    }
    const taken = held.subarray(0, bytes);
    held = held.subarray(bytes);
    return taken;
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
  // Whatever follows must open too: an end that was cut off shows only there.
  while (!(await chunks.next()).done);
}
