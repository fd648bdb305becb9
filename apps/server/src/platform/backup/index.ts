// Backups of the embedded database, its log and the uploaded files. They are encrypted, retained 30 days, and copied to
// a second place if one is configured (docs/decisions/0016, docs/operations/backup.md).
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { withConnection, type Connection } from '../db/connection.ts';
import type { Place } from '../postgres/cluster-paths.ts';
import { StartError } from '../start/start-error.ts';
import { putErased } from './erasure-list.ts';
import { fileKeys, findLogGap, putFiles, putFull, putLog, type Source } from './full-backup.ts';
import { fullOf, manifestOf, positionOf, stampOf } from './object-names.ts';
import { fullsOf, readManifest } from './restore.ts';
import { openBackupStorage, type BackupStorage } from './storage.ts';
import { noteDone, noteFailure } from './backup-state.ts';
import { lockBackups, retainLog, keptLog, releaseLog, releaseOtherLogs, systemOf, recordAudit } from './store.ts';

export { checkBackup, restoreBackup } from './recovery.ts';

const dayMs = 24 * 3600 * 1000;
const retentionMs = 30 * dayMs;
const logMbDefault = 4096;
const monthOf = (at: Date) => at.toISOString().slice(0, 7).replace('-', '/');

export interface BackupOptions {
  dataDir: string;
  place: Place;
  superuserUrl: string;
  folder: string;
  copyTo: string | null;
  key: Buffer;
  /** Maximum size of the log, in megabytes, that the database retains while the storage accepts no upload. */
  logMb?: number;
  signal?: AbortSignal;
}

const keyList = z.array(z.string());

/** Removes objects older than 30 days that no retained full backup needs. Returns their names. */
async function prune(storage: BackupStorage, system: string, now: Date): Promise<string[]> {
  const fulls = (await fullsOf(storage)).filter((one) => one.system === system);
  const last = fulls.at(-1);
  const retained = fulls.filter(
    ({ at, stamp }) => now.getTime() - at.getTime() <= retentionMs || stamp === last?.stamp,
  );
  const oldest = retained[0];
  if (!oldest || retained.length === fulls.length) return [];
  const gone = fulls.filter((one) => !retained.includes(one)).map(({ stamp }) => fullOf(system, stamp));
  const { firstSegment } = await readManifest(storage, system, oldest.stamp);
  const needed = new Set<string>();
  for (const { stamp } of retained)
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

async function removeLeftovers(storage: BackupStorage, system: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - dayMs);
  await storage.removeUnfinished(system, before);
  for (const stamp of await storage.folders(fullOf(system, '')))
    if (stamp < stampOf(before) && !storage.has(manifestOf(system, stamp))) await storage.remove(fullOf(system, stamp));
}

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
      // Database log after a gap is useless. The time of the last success is not updated then, so that monitoring
      // sees the failure.
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
      if (!(await lockBackups(client))) throw new StartError('另一个备份正在进行：等它结束再执行。');
      return work(client, { place, files: join(dataDir, 'files'), url: superuserUrl, system: await systemOf(client) });
    });
  const fullsHere = async ({ system }: Source) => (await fullsOf(storage)).filter((one) => one.system === system);
  /** Returns the first log segment that the newest readable full backup needs; null when there is no such backup. */
  async function logNeeded(source: Source): Promise<string | null> {
    for (const { system, stamp } of (await fullsHere(source)).reverse())
      try {
        return (await readManifest(storage, system, stamp)).firstSegment;
      } catch {
        // A damaged full backup does not count, so a new one is needed.
      }
    return null;
  }
  // Names of objects that were removed here, while the second place was not reachable. They must be removed there
  // later.
  const pendingRemovals = new Set<string>();
  async function second(gone: readonly string[]) {
    if (copyTo === null) return;
    for (const name of gone) pendingRemovals.add(name);
    try {
      await storage.copyTo(copyTo, [...pendingRemovals]);
      pendingRemovals.clear();
    } catch (error) {
      throw new StartError(
        `备份没能复制到第二存放处 ${copyTo}（${error instanceof Error ? error.message : String(error)}）：检查它是否可写。`,
      );
    }
  }

  async function tidy({ system }: Source, now: Date) {
    await removeLeftovers(storage, system, now);
    for (const name of await prune(storage, system, now)) pendingRemovals.add(name);
  }

  return {
    /** Makes a full backup. After a `lasting` backup PostgreSQL retains its log for this folder only. */
    full: (lasting: boolean) =>
      noted('full', () =>
        exclusively(async (client, source) => {
          const wasRetained = await retainLog(client, folder, logMb);
          let hasFull = false;
          try {
            const since = performance.now();
            const now = new Date();
            // Removes old objects first, which may free space in a full storage. Errors of this removal are reported
            // after the new backup.
            await tidy(source, now).catch(() => undefined);
            const { stamp, bytes } = await putFull(client, source, storage, now, await logNeeded(source));
            // A full backup exists now, so the next round uploads log after it.
            hasFull = lasting;
            if (lasting) await releaseOtherLogs(client, folder);
            const replaced = await putErased(client, source.system, storage, now);
            await tidy(source, now);
            await second(replaced);
            if (copyTo !== null) await removeLeftovers(openBackupStorage(copyTo, key), source.system, now);
            const seconds = ((performance.now() - since) / 1000).toFixed(1);
            const note = `${stamp}，${(bytes / 1e6).toFixed(1)} MB，${seconds} 秒`;
            await recordAudit(client, 'backup.full', 'done', note);
            return { stamp, bytes, note };
          } finally {
            // No full backup exists, so the log would be useless and is released.
            if (!hasFull && !wasRetained) await releaseLog(client, folder);
          }
        }),
      ),
    /**
     * Uploads the database log written since the last time. `unbroken` is false when only a full backup can continue.
     */
    log: () =>
      noted('log', () =>
        exclusively(async (client, source) => {
          const last = (await fullsHere(source)).at(-1);
          if (!(await retainLog(client, folder, logMb)) || last === undefined) {
            // Database log is missing until a full backup succeeds. Until then PostgreSQL retains no log for backups.
            await releaseOtherLogs(client, null);
            return { unbroken: false, note: '需要先做一次全量备份' };
          }
          const { firstSegment } = await readManifest(storage, source.system, last.stamp);
          const { count, next } = await putLog(client, source, storage, firstSegment);
          const hole = findLogGap(storage, source.system, firstSegment, next);
          const now = new Date();
          const months = [now, new Date(now.getTime() - 28 * 24 * 3600 * 1000)].map(monthOf);
          const files = await putFiles(source, storage, await fileKeys(source.files, months));
          await second(await putErased(client, source.system, storage, now));
          if (hole !== null)
            return { unbroken: false, note: `【重要】备份里的日志缺了一段（${hole}），它之后的改动要等下一次全量备份` };
          return { unbroken: true, note: `${count} 段日志，${files} 个文件` };
        }),
      ),
    async logWarning(): Promise<string | null> {
      const retainedLog = await withConnection(superuserUrl, (client) => keptLog(client, folder));
      if (retainedLog?.lost)
        return `【重要】备份取不走日志，已超过 ${logMb} MB，数据库不再保留：从上次备份到下一次全量之间的改动没有备份。请马上检查 ${folder}。`;
      if (retainedLog && retainedLog.megabytes > logMb / 8)
        return `【重要】备份取不走日志，数据库已为它保留 ${retainedLog.megabytes} MB，超过 ${logMb} MB 就不再保留。请马上检查 ${folder}。`;
      return null;
    },
    async lastFull(): Promise<Date | null> {
      const system = await withConnection(superuserUrl, systemOf);
      return (await fullsOf(storage)).filter((one) => one.system === system).at(-1)?.at ?? null;
    },
  };
}

export type Backups = ReturnType<typeof openBackups>;

/** Used when backups are off: nothing uploads the log, so PostgreSQL must not retain it. */
export const releaseBackupLog = (superuserUrl: string) =>
  withConnection(superuserUrl, async (client) => void (await releaseOtherLogs(client, null)));
