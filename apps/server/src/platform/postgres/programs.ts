import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { host } from '../host/index.ts';
import { repairHint } from '../start/own-command.ts';
import { StartError } from '../start/start-error.ts';

/** Folder and version of the installed PostgreSQL. */
export function installedPrograms(): { home: string; version: string } {
  try {
    const home = join(dirname(fileURLToPath(import.meta.resolve(host.databasePackage))), '..');
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'));
    return { home: join(home, 'native'), version: String(version) };
  } catch {
    throw new StartError(
      `没有适合本机的内置 PostgreSQL（${host.databasePackage}）：${repairHint}，或用 DATABASE_URL 指定外部 PostgreSQL。`,
    );
  }
}
