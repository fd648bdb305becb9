import { existsSync } from 'node:fs';
import { join } from 'node:path';

// A release has the program `anlan` in its top folder; a checkout of the repository has npm.
const isRelease = existsSync(join(import.meta.dirname, '../../../../../anlan'));

/** Command that starts the server, for messages. `words`: its arguments. */
export const startCommand = (words = '') =>
  isRelease ? `anlan${words && ` ${words}`}` : `npm start${words && ` -- ${words}`}`;

/** Next step when a file of the installation is missing. */
export const repairHint = isRelease
  ? '发布不完整，运行 anlan verify 核对，不对的重新解开归档'
  : '依赖包安装时没有运行安装脚本，运行一次 npm start（或 npm run migrate），它会补上缺少的链接';

/** Command for backups, for messages: backup, restore or restore-check. */
export const backupCommand = (name: string, words = '') =>
  isRelease ? `anlan ${name}${words && ` ${words}`}` : `npm run ${name}${words && ` -- ${words}`}`;
