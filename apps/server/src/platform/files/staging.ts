import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { FileTooLarge, type Files } from './driver.ts';

export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);

const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
const dayMs = 24 * 3600 * 1000;
const memoryLimitBytes = 512 * 1024;

/**
 * Whether another process may still write this upload. True for a living process of this host, and for another host
 * within a day.
 */
function mayStillWrite(path: string, name: string): boolean {
  const [where, pid] = name.split('-', 2);
  const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (!/^[0-9a-f]{8}$/.test(where ?? '') || Date.now() - written > dayMs) return false;
  if (where !== machine) return true;
  // In a container, an earlier process may have had our process id, so files older than this process are leftovers.
  // Newer files may belong to a seed thread.
  if (Number(pid) === process.pid) return written >= Date.now() - process.uptime() * 1000;
  try {
    return process.kill(Number(pid), 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function tidy(incoming: string) {
  mkdirSync(incoming, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(incoming)) {
    const path = join(incoming, name);
    if (!mayStillWrite(path, name)) rmSync(path, { recursive: true, force: true });
  }
}

async function drainAndFail(stream: AsyncIterable<Uint8Array>, error: unknown): Promise<never> {
  for await (const chunk of stream) void chunk;
  throw error;
}

/** Opens the folder for unfinished uploads. `home` is its parent folder; `stage` receives a stream into it. */
export function openStaging(root: string): { home: string; stage: Files['stage'] } {
  mkdirSync(root, { recursive: true, mode: 0o700 });
  const home = realpathSync(root);
  const incoming = join(home, 'incoming');
  tidy(incoming);
  return {
    home,
    async stage(stream, { maxBytes, passing = false }) {
      const path = join(incoming, `${machine}-${process.pid}-${randomUUID()}`);
      const begin = () => open(path, 'wx', 0o600);
      const beginAnyway = () =>
        begin().catch(async (error: unknown) => {
          if (codeOf(error) !== 'ENOENT') throw error;
          await mkdir(incoming, { recursive: true, mode: 0o700 });
          return begin();
        });
      let file = passing ? null : await beginAnyway().catch((error: unknown) => drainAndFail(stream, error));
      const drop = async () => (file === null ? undefined : rm(path, { force: true }));
      let held: Uint8Array[] = [];
      const write = async (chunk: Uint8Array) => {
        held.push(chunk);
        if (file === null && sizeBytes <= memoryLimitBytes) return;
        file ??= await beginAnyway();
        for (const one of held) await file.writeFile(one);
        held = [];
      };
      let sizeBytes = 0;
      try {
        const hash = createHash('sha256');
        let unwritten: unknown = null;
        for await (const chunk of stream) {
          sizeBytes += chunk.length;
          if (sizeBytes > maxBytes) throw new FileTooLarge();
          hash.update(chunk);
          // Reads the stream to its end although the disk is full, because a cut connection would not deliver the
          // message to the client.
          if (unwritten === null)
            await write(chunk).catch((error: unknown) => {
              unwritten = error;
            });
        }
        if (unwritten !== null) throw unwritten;
        const whole = { path, sizeBytes, sha256: hash.digest('hex'), drop };
        if (file === null) return { ...whole, bytes: Buffer.concat(held) };
        if (!passing) await file.sync();
        await file.close();
        return whole;
      } catch (error) {
        await file?.close().catch(() => {});
        await drop();
        throw error;
      }
    },
  };
}

export const stageAndStore =
  ({ stage, keep }: Pick<Files, 'stage' | 'keep'>): Files['put'] =>
  async (key, stream, limit) => {
    const staged = await stage(stream, limit);
    try {
      await keep(key, staged);
      return { sizeBytes: staged.sizeBytes, sha256: staged.sha256 };
    } finally {
      await staged.drop();
    }
  };
