import { existsSync } from 'node:fs';
import { appendFile, chown, copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createWriteStream } from 'node:fs';
import { json } from 'node:stream/consumers';
import { withConnection, type Connection } from '../db/connection.ts';
import { host } from '../host/index.ts';
import { readPasswords } from '../postgres/cluster.ts';
import { urlsOf } from '../postgres/index.ts';
import { preparePlace, type Place } from '../postgres/cluster-paths.ts';
import { ensureRunning } from '../postgres/postmaster.ts';
import { end } from '../postgres/processes.ts';
import { StartError } from '../start/start-error.ts';
import {
  fileOf,
  fullOf,
  historyPattern,
  manifest,
  manifestOf,
  positionOf,
  segmentOf,
  segmentPattern,
  type Manifest,
} from './object-names.ts';
import { unpack } from './folder-archive.ts';
import type { BackupStorage } from './storage.ts';

export async function fullsOf(storage: BackupStorage): Promise<{ system: string; stamp: string; at: Date }[]> {
  return (await storage.list())
    .flatMap(({ name, at }) => {
      const [system, kind, stamp, what] = name.split('/');
      return kind === 'full' && what === 'manifest' && system && stamp ? [{ system, stamp, at }] : [];
    })
    .sort((a, b) => (a.stamp < b.stamp ? -1 : 1));
}

export const readManifest = async (storage: BackupStorage, system: string, stamp: string): Promise<Manifest> =>
  manifest.parse(await storage.take(manifestOf(system, stamp), json));

async function logFrom(storage: BackupStorage, { system, firstSegment }: Manifest) {
  const names = (await storage.list(segmentOf(system, ''))).map(({ name }) => name.split('/').at(-1) ?? '');
  const segments = names.filter((name) => segmentPattern.test(name) && positionOf(name) >= positionOf(firstSegment));
  const positions = new Set(segments.map((name) => positionOf(name)));
  let last = positionOf(firstSegment);
  while (positions.has(last)) last += 1n;
  return {
    segments: segments.filter((name) => positionOf(name) < last),
    histories: names.filter((name) => historyPattern.test(name)),
    beyondGap: segments.filter((name) => positionOf(name) > last),
  };
}

export interface RecoveryInput {
  storage: BackupStorage;
  said: Manifest;
  stamp: string;
  dataDir: string;
  /** Replay the log only up to the point with the row counts, instead of to its end. */
  toPoint: boolean;
  log: (line: string) => void;
}

const trusted = `local all all trust\n`;
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

async function writeCluster(
  { storage, said: backupManifest, stamp, toPoint }: RecoveryInput,
  place: Place,
  staging: string,
) {
  const own = async (path: string) => {
    if (place.user) await chown(path, place.user.uid, place.user.gid);
  };
  await mkdir(place.cluster, { mode: 0o700 });
  await own(place.cluster);
  await storage.take(`${fullOf(backupManifest.system, stamp)}/cluster`, (source) =>
    unpack(source, place.cluster, place.user),
  );
  await mkdir(staging, { mode: 0o700 });
  await own(staging);
  const { segments, histories, beyondGap } = await logFrom(storage, backupManifest);
  for (const name of [...segments, ...histories]) {
    const path = join(staging, name);
    await storage.take(segmentOf(backupManifest.system, name), (source) => pipeline(source, createWriteStream(path)));
    await own(path);
  }
  const put = async (name: string, text: string) => {
    await writeFile(join(place.cluster, name), text, { mode: 0o600 });
    await own(join(place.cluster, name));
  };
  await put('backup_label', backupManifest.label);
  await put('recovery.signal', '');
  const auto = join(place.cluster, 'postgresql.auto.conf');
  const before = existsSync(auto) ? await readFile(auto, 'utf8') : '';
  const point = toPoint
    ? `recovery_target_name = ${quoted(backupManifest.point)}\nrecovery_target_timeline = 'current'\nfsync = off\n`
    : '';
  await appendFile(
    auto,
    `\nrestore_command = ${quoted(host.copyCommand(staging))}\nhot_standby = off\nrecovery_init_sync_method = syncfs\n${point}recovery_target_action = 'promote'\n`,
  );
  await own(auto);
  // The passwords in the backup may differ. Until they are reset, only the owner of this folder reaches the socket.
  await copyFile(join(place.cluster, 'pg_hba.conf'), join(staging, 'pg_hba.conf'));
  await put('pg_hba.conf', trusted);
  return { before, beyondGap, segments: segments.length };
}

export async function recover<T>(
  wanted: RecoveryInput,
  work: (client: Connection, url: string) => Promise<T>,
): Promise<T> {
  const place = preparePlace(wanted.dataDir, wanted.log);
  // During the recovery everybody who reaches the database is trusted. On a port that would be every local user (S88).
  if (place.databaseOn === 'loopback')
    throw new StartError('这个系统上不能恢复内置数据库的备份：在 Linux 上恢复，备份文件可以直接使用。');
  if (place.major !== wanted.said.major)
    throw new StartError(
      `备份来自 PostgreSQL ${wanted.said.major}，现在的程序是 ${place.major}：用当时版本的安澜恢复。`,
    );
  const passwords = readPasswords(wanted.dataDir, place.cluster);
  const staging = join(dirname(place.cluster), 'restore-log');
  await rm(staging, { recursive: true, force: true });
  try {
    const { before, beyondGap, segments } = await writeCluster(wanted, place, staging);
    if (beyondGap.length > 0 && !wanted.toPoint)
      wanted.log(`提醒：日志在中间缺了一段，${beyondGap[0]} 起的 ${beyondGap.length} 段用不上，只能恢复到缺口之前。`);
    const { superuser, owner } = urlsOf(passwords);
    const server = await ensureRunning(place, join(wanted.dataDir, 'postgres.log'), superuser);
    try {
      const url = superuser(server.address, 'anlan');
      return await withConnection(url, async (client) => {
        wanted.log(`数据库已恢复（${segments} 段日志）。`);
        await owner(client);
        const result = await work(client, url);
        await writeFile(join(place.cluster, 'postgresql.auto.conf'), before);
        await copyFile(join(staging, 'pg_hba.conf'), join(place.cluster, 'pg_hba.conf'));
        return result;
      });
    } finally {
      await end(server.pid, 'SIGINT', 60_000);
    }
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

export async function restoreFile(storage: BackupStorage, system: string, key: string, files: string): Promise<void> {
  const path = join(files, key);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.unfinished`;
  await storage.take(fileOf(system, key), (source) => pipeline(source, createWriteStream(unfinished, { mode: 0o600 })));
  await rename(unfinished, path);
}
