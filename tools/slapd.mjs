// Installs Debian's slapd for tests of directory sign-in. The product also runs without it.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Stop } from './bootstrap.mjs';

const paths = ['/usr/sbin/slapd', '/usr/bin/openssl'];
const advice =
  'install slapd and openssl, for example: apt-get update && apt-get install -y --no-install-recommends slapd openssl';

const aptGet = (args) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    // RUNLEVEL=1 prevents the start of the slapd service: tests start their own on free ports.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });

export function ensureSlapd() {
  if (paths.every((path) => existsSync(path))) return { installed: false };
  if (process.getuid?.() !== 0)
    throw new Stop(`The tests of the directory sign-in need packages that only root may add: ${advice}`);
  console.log('Installing slapd (apt-get) …');
  aptGet(['update', '-q']);
  const { status, error } = aptGet(['install', '-y', '-q', '--no-install-recommends', 'slapd', 'openssl']);
  if (error || status !== 0 || !paths.every((path) => existsSync(path)))
    throw new Stop(`apt-get could not do it: ${advice}`);
  return { installed: true };
}
