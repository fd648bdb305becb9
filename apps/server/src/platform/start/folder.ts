import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { host } from '../host/index.ts';
import { diskFullBy } from './start-remedies.ts';
import { StartError } from './start-error.ts';

const fileErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

/** Creates a folder and its missing parents, each with `mode`, independent of the umask. */
export function makeFolder(folder: string, mode: number) {
  if (existsSync(folder)) return;
  // Parents are created one by one: the recursive option of mkdir never returns where no folder can be created, as in
  // /proc.
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
    chmodSync(folder, mode);
  } catch (error) {
    if (fileErrorCode(error) !== 'EEXIST') throw error;
  }
}

/** Creates the folder of all data. Under root, the user of the database must pass through it. */
export function makeDataFolder(folder: string) {
  if (existsSync(folder)) return;
  makeFolder(folder, host.user?.uid === 0 ? 0o711 : 0o700);
  host.makePrivate(folder);
}

const remedy = (code: string) =>
  ['EACCES', 'EPERM'].includes(code)
    ? `把它交给运行服务的用户${host.user ? `（chown -R ${host.user.uid}:${host.user.gid}）` : ''}并给写权限`
    : code === 'EROFS'
      ? '它在只读的文件系统上，请挂载一个可写的卷'
      : ['ENOSPC', 'EDQUOT'].includes(code)
        ? '磁盘已满，请清出空间'
        : '检查目录权限';

/** Folder of an operator, and the setting that names it. */
interface OperatorFolder {
  name: string;
  path: string;
  setting: string;
}

const unusable = ({ name, path, setting }: OperatorFolder, code: string) =>
  new StartError(`${name} ${path} 不可用（${code}）：${remedy(code)}，或用 ${setting} 换一个目录。`);

/** Writes into a folder. If the folder refuses, the error names the next step. */
export async function onWritableFolder<T>(folder: OperatorFolder, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = fileErrorCode(error);
    // A full disk gives no path. Files that are only read may be elsewhere.
    const isHere = error instanceof Error && 'path' in error && String(error.path).startsWith(folder.path);
    const isFull = ['ENOSPC', 'EDQUOT'].includes(code);
    throw isFull || (isHere && ['EACCES', 'EPERM', 'EROFS'].includes(code)) ? unusable(folder, code) : error;
  }
}

export function onDataFolder<T>(dataDir: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const code = fileErrorCode(error);
    const full = diskFullBy(code, dataDir);
    throw full === undefined
      ? unusable({ name: '数据目录', path: dataDir, setting: 'DATA_DIR' }, code)
      : new StartError(full);
  }
}
