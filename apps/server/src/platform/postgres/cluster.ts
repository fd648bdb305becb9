import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { writePrivateFile } from '../secrets/private-file.ts';
import { diskFullBy } from '../start/start-remedies.ts';
import { StartError } from '../start/start-error.ts';
import { host } from '../host/index.ts';
import type { Place } from './cluster-paths.ts';
import { isAlive, killProcessesNaming, run } from './processes.ts';

const passwordsFile = z.object({ superuser: z.string(), owner: z.string() });
export type Passwords = z.infer<typeof passwordsFile>;

/**
 * Reads or creates the database passwords. They are stored before the cluster is created, so that after a kill no
 * cluster exists without its passwords.
 */
export function readPasswords(dataDir: string, cluster: string): Passwords {
  const path = join(dataDir, 'database.json');
  if (!existsSync(path)) {
    if (existsSync(join(cluster, 'PG_VERSION')))
      throw new StartError(`数据库的密码文件 ${path} 不见了：从备份恢复它。`);
    const password = () => randomBytes(32).toString('base64url');
    const fresh = `${path}.${process.pid}`;
    writePrivateFile(fresh, `${JSON.stringify({ superuser: password(), owner: password() }, null, 2)}\n`);
    try {
      // Unlike a rename, a link never replaces the file that a parallel start has created.
      linkSync(fresh, path);
    } catch (error) {
      if (!existsSync(path)) throw error;
    } finally {
      rmSync(fresh);
    }
  }
  try {
    return passwordsFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new StartError(`数据库的密码文件 ${path} 读不了或内容损坏：从备份恢复它。`);
  }
}

const freshName = (cluster: string, pid: number) => `${cluster}.new-${pid}`;

function removeUnfinished(cluster: string) {
  const prefix = freshName(cluster, 0).slice(0, -1);
  for (const name of readdirSync(dirname(cluster))) {
    const path = join(dirname(cluster), name);
    if (!path.startsWith(prefix) || isAlive(Number(path.slice(prefix.length)))) continue;
    // The initdb of a killed start may still run and create removed files again, so it is killed first.
    killProcessesNaming(path);
    try {
      rmSync(path, { recursive: true, force: true, maxRetries: 8, retryDelay: 50 });
    } catch {
      // A file that cannot be removed is harmless; the next start tries again.
    }
  }
}

/**
 * Returns the message for a container user without an entry in /etc/passwd, which initdb refuses; undefined for other
 * output.
 */
function unlistedUser(output: string): string | undefined {
  const uid = /could not look up effective user ID (\d+)/.exec(output)?.[1];
  return (
    uid &&
    `当前用户（uid ${uid}）在 /etc/passwd 里没有一行，PostgreSQL 建不了库：在镜像里安装 libnss-wrapper 或执行 useradd --uid ${uid} anlan，或让容器以已有的用户运行（docker run --user）。`
  );
}

const wrapper = ['x86_64-linux-gnu', 'aarch64-linux-gnu', '../lib64']
  .map((folder) => join('/usr/lib', folder, 'libnss_wrapper.so'))
  .find(existsSync);

/**
 * Environment in which the current user has an entry in a user list of its own. Only initdb looks the user up. Undefined
 * without libnss-wrapper.
 */
function listedUser(folder: string): Record<string, string> | undefined {
  if (wrapper === undefined) return undefined;
  const { uid, gid } = host.user ?? { uid: 0, gid: 0 };
  const [users, groups] = [join(folder, 'passwd'), join(folder, 'group')];
  writePrivateFile(users, `anlan:x:${uid}:${gid}::/:/bin/false\n`);
  writePrivateFile(groups, `anlan:x:${gid}:\n`);
  return { LD_PRELOAD: wrapper, NSS_WRAPPER_PASSWD: users, NSS_WRAPPER_GROUP: groups };
}

export function initialise({ bin, cluster, major, socket, user }: Place, passwords: Passwords): boolean {
  removeUnfinished(cluster);
  const versionFile = join(cluster, 'PG_VERSION');
  if (existsSync(versionFile)) {
    const written = readFileSync(versionFile, 'utf8').trim();
    if (written === String(major)) return false;
    throw new StartError(`数据由 PostgreSQL ${written} 写成，现在的程序是 ${major}：换回原来的版本，或先导出再导入。`);
  }
  const fresh = freshName(cluster, process.pid);
  const passwordFile = join(socket, `password-${process.pid}`);
  try {
    mkdirSync(fresh, { mode: 0o700 });
    writePrivateFile(passwordFile, `${passwords.superuser}\n`);
    if (user) for (const path of [fresh, passwordFile]) chownSync(path, user.uid, user.gid);
    const words = [
      `--pgdata=${fresh}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorting and case do not depend on the machine: code point order, Unicode letters.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ];
    let answer = run(join(bin, 'initdb'), words, user);
    const listed = unlistedUser(answer.stderr) && listedUser(socket);
    if (listed) answer = run(join(bin, 'initdb'), words, user, listed);
    if (answer.status !== 0) {
      const reason =
        /(?:error|FATAL):\s*(.+)/.exec(answer.stderr)?.[1] ?? answer.error?.message ?? answer.stderr.trim();
      throw new StartError(
        diskFullBy(answer.stderr, dirname(cluster)) ??
          unlistedUser(answer.stderr) ??
          `数据库建不起来（${reason}）：检查 ${dirname(cluster)} 的权限。`,
      );
    }
    renameSync(fresh, cluster);
    return true;
  } catch (error) {
    if (existsSync(versionFile)) return false;
    throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(passwordFile, { force: true });
  }
}
