// Installs Debian's Chromium and a Chinese font for e2e tests. An npm package that downloads a browser would fail on an
// offline machine.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Stop } from './bootstrap.mjs';

const chromiumPath = '/usr/bin/chromium';
/** Path of Chromium without windows. It opens a new context in a quarter of the time. */
const shellPath = '/usr/bin/chromium-headless-shell';

const fonts = [
  '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
  '/usr/share/fonts/truetype/wqy',
  '/usr/share/fonts/truetype/arphic',
];
const missing = () => [
  ...(existsSync(chromiumPath) ? [] : ['chromium']),
  ...(existsSync(shellPath) ? [] : ['chromium-headless-shell']),
  ...(fonts.some((path) => existsSync(path)) ? [] : ['fonts-noto-cjk']),
];

const aptGet = (args) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });

export function ensureBrowser() {
  const wanted = missing();
  if (wanted.length === 0) return { installed: false };
  const advice = `install ${wanted.join(' and ')}, for example: apt-get update && apt-get install -y --no-install-recommends ${wanted.join(' ')}`;
  if (process.getuid?.() !== 0) throw new Stop(`The browser journeys need packages that only root may add: ${advice}`);
  console.log(`Installing ${wanted.join(' and ')} (apt-get) …`);
  aptGet(['update', '-q']);
  const { status, error } = aptGet(['install', '-y', '-q', '--no-install-recommends', ...wanted]);
  if (error || status !== 0 || missing().length > 0) throw new Stop(`apt-get could not do it: ${advice}`);
  return { installed: true };
}
