import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { formatInstant } from '@anlan/contract/domain/instant';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { systemScope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { writePrivateFile } from '#platform/secrets/private-file.ts';
import { findLink, findWithoutPassword, insertLink } from './link/store.ts';

/** Path of the file with the link that lets the platform's first administrator set a password. */
export const firstLinkFile = (dataDir: string): string => join(dataDir, 'first-sign-in.txt');

const username = 'platform';

export interface FirstLinkDeps {
  db: Db;
  clock: Clock;
  dataDir: string;
  here: string;
  say: (line: string) => void;
}

/**
 * Writes the first-password link of the platform's first administrator (S20) into a file that only this OS user can
 * read. The log names the file, never the link. Each start without a valid link makes a new one, until one was used.
 */
export async function offerFirstLink({ db, clock, dataDir, here, say }: FirstLinkDeps): Promise<void> {
  const file = firstLinkFile(dataDir);
  const now = clock.now();
  const storedToken = existsSync(file) ? /#([\w-]+)/.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
  const endsAt = new Date(now.getTime() + limits.passwordLink.firstSeconds * 1000);
  const work = async (tx: Tx) => {
    const person = await findWithoutPassword(tx, username);
    if (!person) return 'has one' as const;
    const storedLink = storedToken === undefined ? undefined : await findLink(tx, storedToken, now);
    return storedLink?.user_id === person.id ? ('lives' as const) : { token: await insertLink(tx, person.id, endsAt) };
  };
  const link = await db.scoped({ ...systemScope('first link', '0'), http: true }, work);
  if (link === 'has one') return rmSync(file, { force: true });
  if (link !== 'lives')
    writePrivateFile(
      file,
      [
        `平台管理员（用户名 ${username}）还没有密码：在浏览器里打开下面的地址，设置自己的密码。`,
        `${here}/setpassword#${link.token}`,
        `有效至 ${formatInstant(endsAt)}（北京时间），只能用一次，用后作废；过期还没有用的，重新启动就会换一个新的。`,
        '',
      ].join('\n'),
    );
  say(`平台管理员 ${username} 还没有设置密码：请在 24 小时内打开文件 ${file} 里的链接设置。`);
  return undefined;
}
