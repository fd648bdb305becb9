import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { host, type Host } from '../host/index.ts';
import { makeDataFolder, makeFolder, onDataFolder } from '../start/folder.ts';
import { repairHint } from '../start/own-command.ts';
import { StartError } from '../start/start-error.ts';
import { run, type User } from './processes.ts';
import { installedPrograms } from './programs.ts';

export type Place = {
  bin: string;
  major: number;
  cluster: string;
  databaseOn: Host['databaseOn'];
  /** Private folder, with the socket where there is one. */
  socket: string;
  user: User;
};

const socketPathMax = 103;
const socketName = '.s.PGSQL.5432';

/**
 * Chooses the user that runs PostgreSQL: the current user. Instead of root, chooses the owner of the cluster or the
 * system user postgres.
 */
function chooseUser(cluster: string): User {
  if (host.user?.uid !== 0) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const id = (what: string) => {
    const answer = run('id', [what, 'postgres'], null);
    return answer.status === 0 ? Number(answer.stdout) : undefined;
  };
  if (id('-u') === undefined) {
    const made = [
      () => run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', 'postgres'], null),
      () => run('adduser', ['-S', '-D', '-H', '-s', '/bin/false', 'postgres'], null),
    ].some((make) => make().status === 0);
    if (!made)
      throw new StartError(
        'PostgreSQL 不能以 root 运行，又建不了系统用户 postgres：先执行 useradd --system postgres，或换普通用户启动。',
      );
  }
  return { uid: id('-u') ?? 0, gid: id('-g') ?? 0 };
}

const canEnter = (folder: string, user: User) => run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], user).status === 0;
const runsAs = (bin: string, user: User) => run(join(bin, 'postgres'), ['--version'], user);

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

function copyPrograms(from: string, version: string, folder: string): string {
  const target = join(folder, `postgresql-${version}`);
  if (existsSync(target)) return join(target, 'bin');
  const fresh = `${target}.${process.pid}.new`;
  const wanted = (path: string) => !path.endsWith('.a');
  cpSync(from, fresh, { recursive: true, verbatimSymlinks: true, filter: wanted });
  for (const entry of readdirSync(fresh, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
  chmodSync(fresh, 0o755);
  try {
    renameSync(fresh, target);
  } catch (error) {
    // A parallel start has copied the programs meanwhile.
    if (!existsSync(target)) throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
  return join(target, 'bin');
}

function ownFolder(folder: string, user: User) {
  makeFolder(folder, 0o700);
  const folderStat = lstatSync(folder);
  const owner = user?.uid ?? host.user?.uid ?? folderStat.uid;
  if (!folderStat.isDirectory() || (folderStat.uid !== owner && host.user?.uid !== 0))
    throw new StartError(`套接字目录 ${folder} 属于别的用户：删除它再启动。`);
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  return folder;
}

function socketFolder(home: string, dataDir: string, user: User) {
  const beside = join(home, 'run');
  if (host.databaseOn === 'loopback' || Buffer.byteLength(join(beside, socketName)) <= socketPathMax)
    return ownFolder(beside, user);
  return ownFolder(socketOutside(dataDir, user ? '/var/lib' : '/tmp'), user);
}

const outsideOf = (dataDir: string) => `/var/lib/anlan-${shortHash(dataDir)}`;
const socketOutside = (dataDir: string, parent: string) => join(parent, `anlan-run-${shortHash(dataDir)}`);

export function removeOutside(dataFolder: string): void {
  if (!existsSync(dataFolder)) return;
  const dataDir = realpathSync(dataFolder);
  const sockets = ['/var/lib', '/tmp'].map((parent) => socketOutside(dataDir, parent));
  for (const folder of [outsideOf(dataDir), ...sockets]) rmSync(folder, { recursive: true, force: true });
}

function setAside(cluster: string, log: (line: string) => void) {
  if (!existsSync(cluster)) return;
  const asidePath = `${cluster}.${new Date().toISOString().replace(/[:.]/g, '-')}`;
  renameSync(cluster, asidePath);
  log(`旧的数据库不属于现在的数据目录，已移到 ${asidePath}（不需要可删除）。`);
}

export const preparePlace = (
  dataDir: string,
  log: (line: string) => void,
  databaseOn: Host['databaseOn'] = host.databaseOn,
): Place => onDataFolder(dataDir, () => ({ ...place(dataDir, log), databaseOn }));

function place(dataFolder: string, log: (line: string) => void): Omit<Place, 'databaseOn'> {
  makeDataFolder(dataFolder);
  const dataDir = realpathSync(dataFolder);
  accessSync(dataDir, constants.W_OK | constants.X_OK);
  const link = join(dataDir, 'postgres');
  const linkStat = lstatSync(link, { throwIfNoEntry: false });
  const user = chooseUser(link);
  const owner = statSync(link, { throwIfNoEntry: false })?.uid;
  if (!user && owner !== undefined && host.user && owner !== host.user.uid)
    throw new StartError(
      `数据库 ${link} 属于另一个用户（uid ${owner}）：用那个用户或 root 启动，或用 DATA_DIR 换一个目录。`,
    );

  // Data outside the data folder stays there. A symbolic link points to it, also after a move of the data folder.
  let home = linkStat?.isSymbolicLink() ? dirname(readlinkSync(link)) : dataDir;
  const outside = home === dataDir ? outsideOf(dataDir) : home;
  if (user && home === dataDir && !canEnter(dataDir, user)) {
    if (linkStat) throw new StartError(`用户 postgres 进不去 ${dataDir}：给它的每一级上级目录加上 o+x 权限再启动。`);
    home = outside;
    makeFolder(home, 0o711);
    setAside(join(home, 'postgres'), log);
    symlinkSync(join(home, 'postgres'), link);
    log(`用户 postgres 进不去 ${dataDir}，数据库放在 ${home}。`);
  }

  const programs = installedPrograms();
  let bin = join(programs.home, 'bin');
  let answer = runsAs(bin, user);
  if (answer.status !== 0 && user && runsAs(bin, null).status === 0) {
    if (outside !== home) log(`用户 postgres 进不去 ${programs.home}，数据库程序放在 ${outside}。`);
    makeFolder(outside, 0o711);
    bin = copyPrograms(programs.home, programs.version, outside);
    answer = runsAs(bin, user);
  }
  if (answer.status !== 0) {
    const reason = answer.error?.message ?? answer.stderr.trim().split('\n')[0];
    if (/shared librar|shared object|Library not loaded/.test(answer.stderr))
      throw new StartError(`内置 PostgreSQL 的动态库不全（${reason}）：${repairHint}。`);
    throw new StartError(`内置 PostgreSQL 在本机运行不了（${reason}）：用 DATABASE_URL 指定外部 PostgreSQL。`);
  }
  return {
    bin,
    major: Number(/(\d+)/.exec(answer.stdout)?.[1]),
    cluster: join(home, 'postgres'),
    socket: socketFolder(home, dataDir, user),
    user,
  };
}
