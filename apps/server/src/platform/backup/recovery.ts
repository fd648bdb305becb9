import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { lstat, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { livingServer } from '../postgres/postmaster.ts';
import { beginRestore, endRestore, unfinishedRestore } from '../postgres/unfinished-restore.ts';
import { makeDataFolder, makeFolder } from '../start/folder.ts';
import { backupCommand } from '../start/own-command.ts';
import { StartError } from '../start/start-error.ts';
import { makeCheckFolder, removeCheckFolder } from './check-folder.ts';
import { saveRestoredPeople, readErased } from './erasure-list.ts';
import { fileOf, type Counts } from './object-names.ts';
import { fullsOf, restoreFile, readManifest, recover } from './restore.ts';
import type { BackupStorage } from './storage.ts';
import { noteDone, noteFailure } from './backup-state.ts';
import { afterRestore, countRows, fileRows } from './store.ts';

async function newest(storage: BackupStorage, stamp: string | null) {
  const fulls = await fullsOf(storage);
  const matchingBackup = stamp === null ? fulls.at(-1) : fulls.find((one) => one.stamp === stamp);
  if (matchingBackup) return matchingBackup;
  if (fulls.length === 0)
    throw new StartError(`${storage.root} 里没有完整的备份：检查目录，或先运行 ${backupCommand('backup')}。`);
  throw new StartError(`没有名为 ${stamp} 的备份：现有 ${fulls.map((one) => one.stamp).join('、')}。`);
}

function differences(then: Counts, now: Counts): string[] {
  const lines: string[] = [];
  for (const table of new Set([...Object.keys(then), ...Object.keys(now)]))
    for (const tenant of new Set([...Object.keys(then[table] ?? {}), ...Object.keys(now[table] ?? {})])) {
      const [before, after] = [then[table]?.[tenant] ?? 0, now[table]?.[tenant] ?? 0];
      if (before !== after)
        lines.push(`表 ${table}${tenant === '' ? '' : `（租户 ${tenant}）`}：备份时 ${before} 行，恢复出 ${after} 行`);
    }
  return lines;
}

async function hashOf(storage: BackupStorage, name: string): Promise<string> {
  return storage.take(name, async (source) => {
    const hash = createHash('sha256');
    for await (const chunk of source) hash.update(chunk);
    return hash.digest('hex');
  });
}

export interface CheckResult {
  stamp: string;
  rows: number;
  files: number;
  compared: boolean;
  problems: string[];
  lines: string[];
  ms: number;
}

const linesMost = 20;

const firstOf = (kind: readonly string[]): readonly string[] =>
  kind.length <= linesMost
    ? kind
    : [...kind.slice(0, linesMost - 1), `这一类还有 ${kind.length - linesMost + 1} 处，没有逐条列出`];

export type Examine = (url: string) => Promise<string[]>;

/**
 * Restores the newest backup into a temporary folder and compares it with its manifest. When `signal` aborts, no result
 * is recorded.
 */
export async function checkBackup(
  storage: BackupStorage,
  dataDir: string,
  log: (line: string) => void,
  examine: Examine,
  signal?: AbortSignal,
): Promise<CheckResult> {
  const since = performance.now();
  const folder = await makeCheckFolder();
  try {
    const { system, stamp } = await newest(storage, null);
    const backupManifest = await readManifest(storage, system, stamp);
    const result = await recover(
      { storage, said: backupManifest, stamp, dataDir: join(folder, 'data'), toPoint: true, log },
      async (client, url) => ({
        counts: await countRows(client),
        files: await fileRows(client),
        wrong: await examine(url),
      }),
    );
    const [missing, changed]: [string[], string[]] = [[], []];
    for (const { key, sha256 } of result.files) {
      const name = fileOf(system, key);
      if (!storage.has(name)) missing.push(`文件 ${key} 不在备份里`);
      else if ((await hashOf(storage, name)) !== sha256) changed.push(`文件 ${key} 与登记的内容不一致`);
    }
    const kinds = [
      backupManifest.counts === null ? [] : differences(backupManifest.counts, result.counts),
      result.wrong,
      missing,
      changed,
    ];
    const [problems, lines] = [kinds.flat(), kinds.flatMap(firstOf)];
    const rows = Object.values(result.counts)
      .flatMap((tenants) => Object.values(tenants))
      .reduce((sum, n) => sum + n, 0);
    const ms = performance.now() - since;
    const checked = {
      stamp,
      rows,
      files: result.files.length,
      compared: backupManifest.counts !== null,
      problems,
      lines,
      ms,
    };
    const note = `${stamp}：${rows} 行，${result.files.length} 个文件，${problems.length} 处不一致`;
    if (problems.length === 0) noteDone(dataDir, 'check', note, new Date());
    else noteFailure(dataDir, 'check', note, new Date());
    return checked;
  } catch (error) {
    if (existsSync(dataDir) && !signal?.aborted)
      noteFailure(dataDir, 'check', error instanceof Error ? error.message : String(error), new Date());
    throw error;
  } finally {
    await removeCheckFolder(folder);
  }
}

/**
 * Returns the existing folders that a restore would replace. Throws when such folders exist and `replace` is not set.
 */
async function findExistingData(dataDir: string, replace: boolean): Promise<string[]> {
  const existingNames = existsSync(dataDir)
    ? (await readdir(dataDir)).filter((name) => name === 'postgres' || name === 'files')
    : [];
  if (existingNames.length === 0) return existingNames;
  const unfinished = unfinishedRestore(dataDir);
  if (!replace && unfinished !== null)
    throw new StartError(
      `${dataDir} 里是没有做完的恢复（备份 ${unfinished}）：加 --replace 重新恢复（留下的数据会移到旁边，不会删除）。`,
    );
  if (!replace)
    throw new StartError(
      `${dataDir} 里已有数据（${existingNames.join('、')}）：换一个空目录（--to 目录），或加 --replace（原有数据会移到旁边，不会删除）。`,
    );
  // Refuses while the database runs, because writes after the move of its folder would be lost.
  const cluster = join(dataDir, 'postgres');
  const living = existsSync(cluster) ? livingServer(realpathSync(cluster)) : null;
  if (living)
    throw new StartError(
      `${dataDir} 的数据库正在运行（进程 ${living.pid}）：先停掉服务；服务已停而它还在的，执行 kill -INT ${living.pid} 再恢复。`,
    );
  return existingNames;
}

/** Moves a database behind a symbolic link aside. Returns the new path. */
async function moveLinkAside(link: string, aside: string): Promise<string | null> {
  const elsewhere = resolve(dirname(link), await readlink(link));
  // The last part of the path must remain `postgres`, because a start looks for this name behind a link.
  const asideFolder = join(dirname(elsewhere), basename(aside), 'postgres');
  const isPresent = existsSync(elsewhere);
  if (isPresent) {
    makeFolder(dirname(asideFolder), 0o711);
    await symlink(asideFolder, join(aside, 'postgres'));
    await rename(elsewhere, asideFolder);
  }
  await rm(link);
  return isPresent ? asideFolder : null;
}

async function moveAside(dataDir: string, existingNames: readonly string[], log: (line: string) => void) {
  if (existingNames.length === 0) return;
  const aside = join(dataDir, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`);
  await mkdir(aside, { mode: 0o711 });
  let linkTarget: string | null = null;
  for (const name of existingNames) {
    const path = join(dataDir, name);
    const isLink = name === 'postgres' && (await lstat(path)).isSymbolicLink();
    if (isLink) linkTarget = await moveLinkAside(path, aside);
    else await rename(path, join(aside, name));
  }
  log(
    `原有的数据已移到 ${aside}${linkTarget === null ? '' : `，其中的数据库在 ${linkTarget}`}（确认不需要后可删除）。`,
  );
}

export async function restoreBackup(
  storage: BackupStorage,
  wanted: { dataDir: string; stamp: string | null; replace: boolean },
  log: (line: string) => void,
) {
  const since = performance.now();
  const { system, stamp } = await newest(storage, wanted.stamp);
  // The backup is read before any folder is moved: a damaged backup or a wrong key changes nothing.
  const backupManifest = await readManifest(storage, system, stamp);
  const erased = await readErased(storage, system);
  makeDataFolder(wanted.dataDir);
  const existingNames = await findExistingData(wanted.dataDir, wanted.replace);
  const before = unfinishedRestore(wanted.dataDir);
  // The mark is set before any folder moves. Without it, a partly moved data folder would start as an empty
  // installation.
  beginRestore(wanted.dataDir, stamp);
  await moveAside(wanted.dataDir, existingNames, log).catch((error: unknown) => {
    // When no folder could be moved, the installation is unchanged.
    const untouched = existingNames.every((name) => existsSync(join(wanted.dataDir, name)));
    if (before === null && untouched) endRestore(wanted.dataDir);
    throw error;
  });
  const { back, files } = await recover(
    { storage, said: backupManifest, stamp, dataDir: wanted.dataDir, toPoint: false, log },
    async (client) => ({
      back: await afterRestore(client, `从备份 ${stamp} 恢复`, erased),
      files: await fileRows(client),
    }),
  );
  saveRestoredPeople(wanted.dataDir, back);
  if (back.length > 0) log(`这份备份早于 ${back.length} 个账号的删除：下次启动时先再次清除，再开放服务。`);
  const missing: string[] = [];
  for (const { key } of files)
    if (storage.has(fileOf(system, key))) await restoreFile(storage, system, key, join(wanted.dataDir, 'files'));
    else missing.push(key);
  endRestore(wanted.dataDir);
  for (const key of missing) log(`提醒：备份里没有文件 ${key}，打开它会显示不存在。`);
  return { stamp, files: files.length - missing.length, missing, ms: performance.now() - since };
}
