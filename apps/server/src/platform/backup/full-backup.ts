import { readdir } from 'node:fs/promises';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { withConnection, type Connection } from '../db/connection.ts';
import type { Place } from '../postgres/cluster-paths.ts';
import { StartError } from '../start/start-error.ts';
import {
  fileOf,
  fullOf,
  historyPattern,
  manifestOf,
  positionOf,
  segmentAt,
  segmentOf,
  segmentPattern,
  stampOf,
  type Counts,
  type Manifest,
} from './object-names.ts';
import { pack } from './folder-archive.ts';
import type { BackupStorage } from './storage.ts';
import {
  beginFull,
  closeSegment,
  countRows,
  endFull,
  blockWriters,
  confirmLogStored,
  markPoint,
  shareSnapshot,
} from './store.ts';

export interface Source {
  place: Place;
  files: string;
  /** Connection URL of the product's database for the superuser. */
  url: string;
  system: string;
}

// Files that the backup leaves out, like PostgreSQL's own base backup: log, locks, slots, and files recreated at each
// start.
const emptiedFolders = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;
const leftOut =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init\S*|pgsql_tmp\S*|backup_label|tablespace_map|recovery\.signal|standby\.signal)$/;

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

/**
 * Counts the rows at a named restore point of the database log. Blocks writers for a moment; returns null when no
 * such moment was found.
 */
async function countAtPoint({ url }: Source, point: string): Promise<Counts | null> {
  return withConnection(url, (counting) =>
    withConnection(url, async (holding) => {
      const still = await blockWriters(holding);
      if (still) await shareSnapshot(holding, counting);
      await markPoint(holding, point);
      if (!still) return null;
      await holding.query('commit');
      return countRows(counting);
    }),
  );
}

/**
 * Uploads finished log segments, beginning with `from`, that the storage lacks. Returns their number and the next
 * segment.
 */
export async function putLog(
  client: Connection,
  { place, system }: Source,
  storage: BackupStorage,
  from: string,
): Promise<{ count: number; next: string }> {
  const next = await closeSegment(client);
  const folder = join(place.cluster, 'pg_wal');
  let count = 0;
  for (const name of (await readdir(folder)).sort()) {
    const finished =
      segmentPattern.test(name) && positionOf(name) < positionOf(next) && positionOf(name) >= positionOf(from);
    if (!finished && !historyPattern.test(name)) continue;
    if (storage.has(segmentOf(system, name))) continue;
    await storage.put(segmentOf(system, name), createReadStream(join(folder, name)));
    count += 1;
  }
  await confirmLogStored(client, storage.root, next);
  return { count, next };
}

/**
 * Returns the first segment in the range from `from` to before `next` that the storage lacks; null when there is no
 * gap.
 */
export function findLogGap(storage: BackupStorage, system: string, from: string, next: string): string | null {
  for (let at = positionOf(from); at < positionOf(next); at += 1n) {
    const name = segmentAt(at, next);
    if (!storage.has(segmentOf(system, name))) return name;
  }
  return null;
}

const keyPattern = /^[0-9]{1,19}\/[0-9]{4}\/[0-9]{2}\/[^/]+$/;

export async function fileKeys(folder: string, months?: readonly string[]): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const keys: string[] = [];
  for (const tenant of await readdir(folder))
    for (const year of /^\d+$/.test(tenant) ? await readdir(join(folder, tenant)) : [])
      for (const month of await readdir(join(folder, tenant, year))) {
        if (months && !months.includes(`${year}/${month}`)) continue;
        for (const name of await readdir(join(folder, tenant, year, month)))
          keys.push(`${tenant}/${year}/${month}/${name}`);
      }
  return keys.filter((key) => keyPattern.test(key));
}

/** Uploaded files never change, so a file already in the storage is skipped. */
export async function putFiles(
  { files, system }: Source,
  storage: BackupStorage,
  keys: readonly string[],
): Promise<number> {
  let count = 0;
  for (const key of keys) {
    if (storage.has(fileOf(system, key))) continue;
    try {
      await storage.put(fileOf(system, key), createReadStream(join(files, key)), false);
      count += 1;
    } catch (error) {
      // Ignores a file that was removed after it was listed.
      if (existsSync(join(files, key))) throw error;
    }
  }
  if (count > 0) storage.syncToDisk();
  return count;
}

async function putParts(
  client: Connection,
  source: Source,
  storage: BackupStorage,
  now: Date,
  earlier: string | null,
): Promise<number> {
  const stamp = stampOf(now);
  const name = fullOf(source.system, stamp);
  const point = `anlan ${stamp}`;
  const firstSegment = await beginFull(client);
  let bytes = await storage.put(
    `${name}/cluster`,
    pack(source.place.cluster, (path) => !emptiedFolders.test(path) && !leftOut.test(path)),
  );
  const label = await endFull(client);
  const counts = await countAtPoint(source, point);
  // Uploads the log up to this backup first, so that the earlier backup has its log without a gap. After a restore
  // the earlier position may be later; then the upload begins at this backup.
  const hasEarlierLog = earlier !== null && positionOf(earlier) < positionOf(firstSegment);
  const { next } = await putLog(client, source, storage, hasEarlierLog ? earlier : firstSegment);
  const hole = findLogGap(storage, source.system, firstSegment, next);
  if (hole !== null)
    throw new StartError(`数据库没有留住全量备份期间的日志（缺 ${hole}）：这次备份不能用，会再做一次。`);
  const keys = await fileKeys(source.files);
  await putFiles(source, storage, keys);
  bytes += await storage.put(`${name}/files`, bytesOf(JSON.stringify(keys)));
  const { major } = source.place;
  const backupManifest: Manifest = {
    at: now.toISOString(),
    major,
    system: source.system,
    label,
    firstSegment,
    point,
    counts,
  };
  // The manifest is written last: without it the full backup counts as incomplete.
  return bytes + (await storage.put(manifestOf(source.system, stamp), bytesOf(JSON.stringify(backupManifest))));
}

/** Makes a full backup. `earlier`: first log segment needed by the previous full backup. */
export async function putFull(
  client: Connection,
  source: Source,
  storage: BackupStorage,
  now: Date,
  earlier: string | null,
): Promise<{ stamp: string; bytes: number }> {
  const stamp = stampOf(now);
  try {
    return { stamp, bytes: await putParts(client, source, storage, now, earlier) };
  } catch (error) {
    // Removes the incomplete backup: the run repeats every five minutes, and incomplete copies would fill the storage.
    if (!storage.has(manifestOf(source.system, stamp)))
      await storage.remove(fullOf(source.system, stamp)).catch(() => undefined);
    throw error;
  }
}
