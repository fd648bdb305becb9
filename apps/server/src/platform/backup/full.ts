import { readdir } from 'node:fs/promises';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { withConnection, type Connection } from '../db/connection.ts';
import type { Place } from '../postgres/place.ts';
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
} from './names.ts';
import { pack } from './pack.ts';
import type { BackupStorage } from './storage.ts';
import { beginFull, closeSegment, countRows, endFull, holdStill, logIsKept, markPoint, seeTheSame } from './store.ts';

/** What backups are made of. */
export interface Source {
  place: Place;
  /** Folder of the uploaded files. */
  files: string;
  /** Superuser's address of the product's database. */
  url: string;
  system: string;
}

// As PostgreSQL's own base backup leaves out: log, locks, slots and what is made anew at each start.
const emptied = /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./;
const leftOut =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init\S*|pgsql_tmp\S*|backup_label|tablespace_map|recovery\.signal|standby\.signal)$/;

async function* bytesOf(text: string) {
  yield Buffer.from(text);
}

/** Row counts at a point that the log names, with writers held for a blink; null when no moment was found. */
async function countAtPoint({ url }: Source, point: string): Promise<Counts | null> {
  return withConnection(url, (counting) =>
    withConnection(url, async (holding) => {
      const still = await holdStill(holding);
      if (still) await seeTheSame(holding, counting);
      await markPoint(holding, point);
      if (!still) return null;
      await holding.query('commit');
      return countRows(counting);
    }),
  );
}

/** Puts every finished segment from `from` on that the shelf does not have yet onto it; answers how many, and the next. */
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
  await logIsKept(client, storage.root, next);
  return { count, next };
}

/** The first segment from `from` on and before `next` that the shelf lacks; null when it has the log without a hole. */
export function holeIn(storage: BackupStorage, system: string, from: string, next: string): string | null {
  for (let at = positionOf(from); at < positionOf(next); at += 1n) {
    const name = segmentAt(at, next);
    if (!storage.has(segmentOf(system, name))) return name;
  }
  return null;
}

const keyPattern = /^[0-9]{1,19}\/[0-9]{4}\/[0-9]{2}\/[^/]+$/;

/** Keys of the uploaded files; `months` narrows to folders of these months. */
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

/** Puts uploaded files that the shelf does not have yet onto it; they never change once they are there. */
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
      // Removed since it was listed.
      if (existsSync(join(files, key))) throw error;
    }
  }
  if (count > 0) storage.settle();
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
    pack(source.place.cluster, (path) => !emptied.test(path) && !leftOut.test(path)),
  );
  const label = await endFull(client);
  const counts = await countAtPoint(source, point);
  // With what was written between the last round and this backup, or no earlier one would lead past its beginning.
  // After a restore the one before may stand further on in the log.
  const behind = earlier !== null && positionOf(earlier) < positionOf(firstSegment);
  const { next } = await putLog(client, source, storage, behind ? earlier : firstSegment);
  const hole = holeIn(storage, source.system, firstSegment, next);
  if (hole !== null)
    throw new StartError(`数据库没有留住全量备份期间的日志（缺 ${hole}）：这次备份不能用，会再做一次。`);
  const keys = await fileKeys(source.files);
  await putFiles(source, storage, keys);
  bytes += await storage.put(`${name}/files`, bytesOf(JSON.stringify(keys)));
  const { major } = source.place;
  const said: Manifest = { at: now.toISOString(), major, system: source.system, label, firstSegment, point, counts };
  // Written last: a full backup without it is none.
  return bytes + (await storage.put(manifestOf(source.system, stamp), bytesOf(JSON.stringify(said))));
}

/** Makes a full backup: the cluster as it stands, the log that makes it whole, and the files; `earlier` is where the one before needs the log from. */
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
    // Tried again every five minutes, clusters that are none of a backup would fill the shelf for good.
    if (!storage.has(manifestOf(source.system, stamp)))
      await storage.remove(fullOf(source.system, stamp)).catch(() => undefined);
    throw error;
  }
}
