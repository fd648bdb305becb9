// `npm run add -- -w apps/server name@version`: npm itself runs under the pinned Node, since under an older one it
// picks older majors; install scripts stay off, versions exact.
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { ensureInstalled, orOneLine, Stop, underNode24 } from './bootstrap.mjs';

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
  if (process.exitCode === 0) ensureInstalled();
});
