// `npm run add -- -w apps/server name@version` installs a package with the npm of the pinned Node. Older npm versions
// choose older major versions. The command runs no install scripts, writes exact versions, and leaves a lock file
// that `npm ci` accepts.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ensureInstalled, orOneLine, root, Stop, underNode24 } from './bootstrap.mjs';
import { unlockedOptionals } from './whole-lock.mjs';

function npmScript() {
  const given = process.env.npm_execpath;
  if (given && /\.c?js$/.test(given) && existsSync(given)) return given;
  try {
    return realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim());
  } catch {
    throw new Stop('npm is not in PATH: install it beside Node and run this again.');
  }
}

await orOneLine(async () => {
  ensureInstalled();
  const words = process.argv.slice(2);
  if (words.length === 0) throw new Stop('Say what to add: npm run add -- -w apps/server name@version');
  process.exitCode = await underNode24([npmScript(), 'install', '--ignore-scripts', '--save-exact', ...words]);
  if (process.exitCode !== 0) return;
  ensureInstalled();
  const unlocked = unlockedOptionals(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  if (unlocked.length > 0)
    throw new Stop(
      `npm ci will refuse this lock file: the registry offers no ${unlocked[0][1]}${unlocked.length > 1 ? ` and ${unlocked.length - 1} more` : ''}; choose another version.`,
    );
});
