// `npm run backup`, `npm run restore`, `npm run restore-check`.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readConfig, type Config } from './config.ts';
import { checkBackup, openBackups, restoreBackup } from './platform/backup/index.ts';
import { abortChecks } from './platform/backup/check-folder.ts';
import { ensureKey, findKey, keyFileOf } from './platform/backup/backup-key.ts';
import { pauseRestored, resumeOutgoing } from './platform/backup/outgoing-pause.ts';
import { openBackupStorage } from './platform/backup/storage.ts';
import { withConnection, type Connection } from './platform/db/connection.ts';
import { inspectExternalDatabase } from './platform/db/external-database.ts';
import { startEmbedded } from './platform/postgres/index.ts';
import { backupCommand } from './platform/start/own-command.ts';
import { StartError } from './platform/start/start-error.ts';
import { examineAudit } from './hash-chaining.ts';

const say = (line: string) => console.log(line);
const [word = '', ...rest] = process.argv.slice(2);
const valueOf = (name: string) => {
  const at = rest.indexOf(name);
  return at < 0 ? null : (rest[at + 1] ?? null);
};
const outside =
  'DATABASE_URL 指定的外部 PostgreSQL 由它自己的工具备份：pg_basebackup 加连续归档（或 pg_dump -Fc），再复制 DATA_DIR/files；本命令只备份内置的数据库。步骤见 docs/operations/backup.md。';

function givenKey(config: Config, dataDir: string): Buffer {
  const key = findKey(config.dataDir, config.backup.key) ?? findKey(dataDir, null);
  if (key) return key;
  throw new StartError(
    `没有备份密钥：用 BACKUP_KEY（或 BACKUP_KEY_FILE）给出当时的密钥，或把它放到 ${keyFileOf(dataDir)}。没有密钥的备份无法恢复。`,
  );
}

function demandDatabase({ dataDir }: Config) {
  if (!existsSync(join(dataDir, 'database.json')))
    throw new StartError(`${dataDir} 里没有数据库：用 DATA_DIR 指定数据目录。`);
}

async function onDatabase<T>(
  config: Config,
  work: (server: Awaited<ReturnType<typeof startEmbedded>>) => Promise<T>,
): Promise<T> {
  demandDatabase(config);
  const server = await startEmbedded({ dataDir: config.dataDir, log: say });
  try {
    return await work(server);
  } finally {
    if (server.adopted) server.leave();
    else await server.stop();
  }
}

async function backup(config: Config) {
  const { folder, copyTo } = config.backup;
  // Checks the database before creating a key. Without a database the operator would have to store a useless key.
  demandDatabase(config);
  const key = ensureKey(config.dataDir, config.backup.key, say);
  await onDatabase(config, async ({ place, superuserUrl }) => {
    const backups = openBackups({ dataDir: config.dataDir, place, superuserUrl, folder, copyTo, key });
    // `false`: this backup starts no WAL archive. The WAL archive continues in the folder of the server's own
    // backups.
    const { note } = await backups.full(false);
    say(`备份完成：${note}。位置 ${folder}${copyTo === null ? '' : `，副本 ${copyTo}`}。`);
    say(`密钥和 ${join(config.dataDir, 'secrets.json')} 不在备份里，请分开保存。`);
  });
}

async function check(config: Config) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const storage = openBackupStorage(config.backup.folder, givenKey(config, config.dataDir), signal);
  const checked = checkBackup(storage, config.dataDir, say, examineAudit, signal);
  // Stops the check process on Ctrl-C, because the signal does not reach that process. The check runs on an
  // unencrypted copy of the database.
  const stop = () => {
    stopping.abort();
    void abortChecks(checked).then(() => process.exit(1));
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, stop);
  const { stamp, rows, files, compared, problems, lines, ms } = await checked.catch((error: unknown) => {
    throw signal.aborted ? new StartError('恢复演练已停止，它的临时数据库已清掉。') : error;
  });
  for (const line of lines) say(`不一致：${line}`);
  if (!compared) say('提醒：备份时一直有写入，没能数行数，这次只检查了能否恢复和文件。');
  say(
    `${problems.length === 0 ? '恢复演练通过' : `恢复演练没有通过，${problems.length} 处不一致`}：备份 ${stamp}，${rows} 行，${files} 个文件，${(ms / 1000).toFixed(1)} 秒。`,
  );
  if (problems.length > 0) process.exitCode = 1;
}

async function onOutside<T>(url: string, work: (client: Connection) => Promise<T>): Promise<T> {
  await inspectExternalDatabase(url);
  return withConnection(url, work);
}

async function hold({ databaseUrl }: Config) {
  if (databaseUrl === null)
    throw new StartError(
      `--hold 用于外部的 PostgreSQL：用 DATABASE_URL 指定它。内置的数据库由 ${backupCommand('restore')} 恢复，那时已经做过这一步。`,
    );
  await onOutside(databaseUrl, pauseRestored);
  say('已结束全部会话，短信等对外发送已暂停。恢复到较早时刻的，其后删除的账号和单位会回来，请再删一次。');
  say(`启动服务，核对后运行 ${backupCommand('restore', '--release')} 放行。`);
}

async function restore(config: Config) {
  if (rest.includes('--hold')) return hold(config);
  if (rest.includes('--release')) {
    const held = await (config.databaseUrl === null
      ? onDatabase(config, ({ superuserUrl }) => withConnection(superuserUrl, resumeOutgoing))
      : onOutside(config.databaseUrl, resumeOutgoing));
    say(held ? '已放行恢复后暂停的短信等对外发送。' : '没有暂停中的对外发送。');
    return;
  }
  const to = valueOf('--to');
  const dataDir = to === null ? config.dataDir : resolve(process.cwd(), to);
  const stamp = rest.find((one, at) => /^\d{8}T\d{6}Z$/.test(one) && rest[at - 1] !== '--to') ?? null;
  const folder = valueOf('--from') ?? config.backup.folder;
  const storage = openBackupStorage(resolve(process.cwd(), folder), givenKey(config, dataDir));
  const replace = rest.includes('--replace');
  const { stamp: used, files, missing, ms } = await restoreBackup(storage, { dataDir, stamp, replace }, say);
  say(
    `恢复完成：备份 ${used} 和其后的日志，${files} 个文件${missing.length > 0 ? `（缺 ${missing.length} 个）` : ''}，${(ms / 1000).toFixed(1)} 秒。位置 ${dataDir}。`,
  );
  say(`所有人需要重新登录；短信等对外发送已暂停，核对后运行 ${backupCommand('restore', '--release')} 放行。`);
}

const commands: Record<string, (config: Config) => Promise<void>> = { backup, restore, 'restore-check': check };
try {
  const config = readConfig(process.env, process.cwd());
  const command = commands[word];
  if (!command)
    throw new StartError(
      `用法：${backupCommand('backup')}；${backupCommand('restore', '[备份] [--from 备份目录] [--to 数据目录] [--replace]')}；${backupCommand('restore-check')}`,
    );
  if (config.databaseUrl !== null && word === 'backup') throw new StartError(outside);
  await command(config);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
