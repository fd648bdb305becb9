// Installs Debian's Redis for tests with several nodes. The product also runs without Redis.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Stop } from './bootstrap.mjs';

const path = '/usr/bin/redis-server';
const advice =
  'install redis-server, for example: apt-get update && apt-get install -y --no-install-recommends redis-server';

const aptGet = (args) =>
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    // RUNLEVEL=1 prevents the start of the Redis service: tests start their own Redis on free ports.
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  });

export function ensureRedis() {
  if (existsSync(path)) return { installed: false };
  if (process.getuid?.() !== 0)
    throw new Stop(`The tests of several nodes need a package that only root may add: ${advice}`);
  console.log('Installing redis-server (apt-get) …');
  aptGet(['update', '-q']);
  const { status, error } = aptGet(['install', '-y', '-q', '--no-install-recommends', 'redis-server']);
  if (error || status !== 0 || !existsSync(path)) throw new Stop(`apt-get could not do it: ${advice}`);
  return { installed: true };
}
