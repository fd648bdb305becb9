// Backups of the embedded database with its log and the uploaded files: encrypted, kept 30 days, at two places when
// a second one is named; and the way back (docs/decisions/0016, docs/operations/backup.md).
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { withConnection, type Connection } from '../db/connection.ts';
import type { Place } from '../postgres/place.ts';
import { StartError } from '../start/start-error.ts';
import { putErased } from './erased.ts';
import { fileKeys, holeIn, putFiles, putFull, putLog, type Source } from './full.ts';
import { fullOf, manifestOf, positionOf, stampOf } from './names.ts';
import { fullsOf, readManifest } from './restore.ts';
import { openBackupStorage, type BackupStorage } from './storage.ts';
import { noteDone, noteFailure } from './state.ts';
import { alone, keepLog, keptLog, letLogGo, letOthersGo, systemOf, trace } from './store.ts';

export { checkBackup, restoreBackup } from './recovery.ts';

const dayMs = 24 * 3600 * 1000;
const keptMs = 30 * dayMs;
const logMbDefault = 4096;
const monthOf = (at: Date) => at.toISOString().slice(0, 7).replace('-', '/');

/** What backups work on. */
export interface BackupOptions {
  dataDir: string;
  place: Place;
  superuserUrl: string;
  /** Folder of the backups. */
  folder: string;
  /** Second place, or null. */
  copyTo: string | null;
  key: Buffer;
  /** Most megabytes of log that the database keeps for a shelf that takes none. */
  logMb?: number;
  /** Says when whatever is under way is to be given up. */
  signal?: AbortSignal;
}

const keyList = z.array(z.string());

/** Removes what is older than 30 days and no kept full backup needs; answers what went. */
async function prune(storage: BackupStorage, system: string, now: Date): Promise<string[]> {
  const fulls = (await fullsOf(storage)).filter((one) => one.system === system);
  const last = fulls.at(-1);
  const kept = fulls.filter(({ at, stamp }) => now.getTime() - at.getTime() <= keptMs || stamp === last?.stamp);
  const oldest = kept[0];
  if (!oldest || kept.length === fulls.length) return [];
  const gone = fulls.filter((one) => !kept.includes(one)).map(({ stamp }) => fullOf(system, stamp));
  const { firstSegment } = await readManifest(storage, system, oldest.stamp);
  const needed = new Set<string>();
  for (const { stamp } of kept)
    for (const key of keyList.parse(await storage.take(`${fullOf(system, stamp)}/files`, json))) needed.add(key);
  for (const { name, at } of await storage.list(system)) {
    const [, kind, ...rest] = name.split('/');
    if (kind === 'wal' && /^[0-9A-F]{24}$/.test(rest[0] ?? '') && positionOf(rest[0] ?? '') < positionOf(firstSegment))
      gone.push(name);
    if (kind === 'files' && !needed.has(rest.join('/')) && at < oldest.at) gone.push(name);
  }
  for (const name of gone) await storage.remove(name);
  return gone;
}

/** Removes what runs that were killed have left: none that is under way began a day ago. */
async function sweep(storage: BackupStorage, system: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  await storage.removeUnfinished(system, before);
  for (const stamp of await storage.folders(fullOf(system, '')))
    if (stamp < stampOf(before) && !storage.has(manifestOf(system, stamp))) await storage.remove(fullOf(system, stamp));
}

/** Opens the backups of an installation. */
export function openBackups({
  dataDir,
  place,
  superuserUrl,
  folder,
  copyTo,
  key,
  logMb = logMbDefault,
  signal,
}: BackupOptions) {
  const storage = openBackupStorage(folder, key, signal);

  async function noted<T extends { note: string; unbroken?: boolean }>(
    what: 'full' | 'log',
    work: () => Promise<T>,
  ): Promise<T> {
    try {
      const result = await work();
      // Log behind a hole serves nobody: whoever watches the last time sees it stand still.
      if (result.unbroken !== false) noteDone(dataDir, what, result.note, new Date());
      return result;
    } catch (error) {
      if (!signal?.aborted)
        noteFailure(dataDir, what, error instanceof Error ? error.message : String(error), new Date());
      throw error;
    }
  }
  const exclusively = <T>(work: (client: Connection, source: Source) => Promise<T>) =>
    withConnection(superuserUrl, async (client) => {
      if (!(await alone(client))) throw new StartError('另一个备份正在进行：等它结束再执行。');
      return work(client, { place, files: join(dataDir, 'files'), url: superuserUrl, system: await systemOf(client) });
    });
  const fullsHere = async ({ system }: Source) => (await fullsOf(storage)).filter((one) => one.system === system);
  /** Where the newest full backup that can be read needs the log from; null when there is none. */
  async function logNeeded(source: Source): Promise<string | null> {
    for (const { system, stamp } of (await fullsHere(source)).reverse())
      try {
        return (await readManifest(storage, system, stamp)).firstSegment;
      } catch {
        // Damaged: one more reason for another.
      }
    return null;
  }
  // What went here and may stand in the second place still, which was not there to be told.
  const owed = new Set<string>();
  async function second(gone: readonly string[]) {
    if (copyTo === null) return;
    for (const name of gone) owed.add(name);
    try {
      await storage.copyTo(copyTo, [...owed]);
      owed.clear();
    } catch (error) {
      throw new StartError(
        `备份没能复制到第二存放处 ${copyTo}（${error instanceof Error ? error.message : String(error)}）：检查它是否可写。`,
      );
    }
  }

  async function tidy({ system }: Source, now: Date) {
    await sweep(storage, system, now);
    for (const name of await prune(storage, system, now)) owed.add(name);
  }

  return {
    /** Makes a full backup; after a `lasting` one the log is kept for the rounds here, and for no other folder. */
    full: (lasting: boolean) =>
      noted('full', () =>
        exclusively(async (client, source) => {
          const known = await keepLog(client, folder, logMb);
          let kept = false;
          try {
            const since = performance.now();
            const now = new Date();
            // On a full shelf this may be what makes room. What cannot be removed is said once there is a new backup.
            await tidy(source, now).catch(() => undefined);
            const { stamp, bytes } = await putFull(client, source, storage, now, await logNeeded(source));
            // Whatever fails from here on, there is a full backup, and the next round goes on from it.
            kept = lasting;
            if (lasting) await letOthersGo(client, folder);
            const replaced = await putErased(client, source.system, storage, now);
            await tidy(source, now);
            await second(replaced);
            if (copyTo !== null) await sweep(openBackupStorage(copyTo, key), source.system, now);
            const seconds = ((performance.now() - since) / 1000).toFixed(1);
            const note = `${stamp}，${(bytes / 1e6).toFixed(1)} MB，${seconds} 秒`;
            await trace(client, 'backup.full', 'done', note);
            return { stamp, bytes, note };
          } finally {
            // Log that follows no full backup serves nobody.
            if (!kept && !known) await letLogGo(client, folder);
          }
        }),
      ),
    /** Puts aside what was written since the last time; `unbroken` is false when only a full backup can go on. */
    log: () =>
      noted('log', () =>
        exclusively(async (client, source) => {
          const last = (await fullsHere(source)).at(-1);
          if (!(await keepLog(client, folder, logMb)) || last === undefined) {
            // Broken until a full backup has gone well, however often that is tried.
            await letOthersGo(client, null);
            return { unbroken: false, note: '需要先做一次全量备份' };
          }
          const { firstSegment } = await readManifest(storage, source.system, last.stamp);
          const { count, next } = await putLog(client, source, storage, firstSegment);
          const hole = holeIn(storage, source.system, firstSegment, next);
          const now = new Date();
          const months = [now, new Date(now.getTime() - 28 * 24 * 3600 * 1000)].map(monthOf);
          const files = await putFiles(source, storage, await fileKeys(source.files, months));
          await second(await putErased(client, source.system, storage, now));
          if (hole !== null)
            return { unbroken: false, note: `【重要】备份里的日志缺了一段（${hole}），它之后的改动要等下一次全量备份` };
          return { unbroken: true, note: `${count} 段日志，${files} 个文件` };
        }),
      ),
    /** What the database says of the log that it keeps for the backups, in words; null while there is nothing to say. */
    async burden(): Promise<string | null> {
      const kept = await withConnection(superuserUrl, (client) => keptLog(client, folder));
      if (kept?.lost)
        return `【重要】备份取不走日志，已超过 ${logMb} MB，数据库不再保留：从上次备份到下一次全量之间的改动没有备份。请马上检查 ${folder}。`;
      if (kept && kept.megabytes > logMb / 8)
        return `【重要】备份取不走日志，数据库已为它保留 ${kept.megabytes} MB，超过 ${logMb} MB 就不再保留。请马上检查 ${folder}。`;
      return null;
    },
    /** When the last full backup was made. */
    async lastFull(): Promise<Date | null> {
      const system = await withConnection(superuserUrl, systemOf);
      return (await fullsOf(storage)).filter((one) => one.system === system).at(-1)?.at ?? null;
    },
  };
}

/** Backups of an installation. */
export type Backups = ReturnType<typeof openBackups>;

/** Without backups nobody fetches the log: PostgreSQL must not keep it for them. */
export const forgetBackups = (superuserUrl: string) =>
  withConnection(superuserUrl, async (client) => void (await letOthersGo(client, null)));
