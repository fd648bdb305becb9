import { randomUUID } from 'node:crypto';
import { Redis, type RedisOptions } from 'ioredis';
import type { Carrier } from '../bus/index.ts';

/** What several nodes share in memory: counts and hints. Losing it slows or narrows, never opens (S69). */
export interface Shared {
  /** Whether it answers. */
  up(): boolean;
  carrier: Carrier;
  /** Takes one from a bucket that all nodes share: seconds to wait (0 when it was given), or null when nobody answers. */
  take(name: string, perSecond: number, burst: number): Promise<number | null>;
  /** How many nodes there are, as far as was last heard. */
  nodes(): number;
  close(): Promise<void>;
}

/** How it is opened. */
export interface SharedOptions {
  url: string;
  /** Name of the installation: several may share one Redis. */
  prefix: string;
  /** Told when it goes and when it comes back. */
  onChange: (up: boolean, problem: string) => void;
}

// One atomic step by Redis' own clock: nodes whose clocks differ fill the bucket no faster.
const bucket = `
local t = redis.call('time')
local now = t[1] * 1000 + t[2] / 1000
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local kept = redis.call('hmget', KEYS[1], 'n', 'at')
local n = math.min(burst, (tonumber(kept[1]) or burst) + (now - (tonumber(kept[2]) or now)) / 1000 * rate)
local wait = 0
if n < 1 then wait = (1 - n) / rate else n = n - 1 end
redis.call('hset', KEYS[1], 'n', tostring(n), 'at', tostring(now))
redis.call('pexpire', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
return tostring(wait)`;

const present = `
local t = redis.call('time')
redis.call('zadd', KEYS[1], t[1], ARGV[1])
redis.call('zremrangebyscore', KEYS[1], '-inf', t[1] - 15)
redis.call('expire', KEYS[1], 60)
return redis.call('zcard', KEYS[1])`;

const options: RedisOptions = {
  lazyConnect: true,
  connectTimeout: 2_000,
  // A counter that takes longer is worth less than the call it holds up.
  commandTimeout: 250,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (times) => Math.min(times * 200, 2_000),
};

const wellNamed = /^[0-9A-Za-z:._%-]{1,160}$/;

/** Connects; a Redis that is not there is told once and looked for again in the background. */
export async function openShared({ url, prefix, onChange }: SharedOptions): Promise<Shared> {
  const commands = new Redis(url, options);
  const ears = new Redis(url, { ...options, commandTimeout: 2_000 });
  const me = randomUUID();
  let well: boolean | null = null;
  // Whoever sets REDIS_URL has more nodes than one, also when the first of them has heard of no other yet.
  const fewest = 2;
  let count = fewest;
  const recent: number[] = [];
  let problem = '';
  const note = (up: boolean) => {
    if (well === up) return;
    well = up;
    onChange(up, problem);
  };
  for (const client of [commands, ears])
    client.on('error', (error: Error & { code?: string }) => (problem = error.code ?? error.message));
  commands.on('ready', () => note(true));
  commands.on('close', () => note(false));

  const register = async () => {
    const heard = Number(await commands.eval(present, 1, `${prefix}:nodes`, me));
    if (heard < 1) return;
    // A Redis that has just come back has not heard of all yet, and too many nodes only narrow: the most of a minute.
    recent.push(heard);
    if (recent.length > 12) recent.shift();
    count = Math.max(fewest, ...recent);
  };
  const pulse = setInterval(() => void register().catch(() => {}), 5_000);
  pulse.unref();

  let hear: (topic: string) => void = () => {};
  ears.on('pmessage', (_pattern: string, channel: string, from: string) => {
    // What this node tells it has heard already.
    if (from !== me && channel.startsWith(`${prefix}:`)) hear(channel.slice(prefix.length + 1));
  });
  ears.on('ready', () => void ears.psubscribe(`${prefix}:t:*`).catch(() => {}));
  await Promise.all([commands, ears].map((client) => client.connect().catch(() => {})));
  if (commands.status === 'ready') await register().catch(() => {});
  else note(false);

  return {
    up: () => commands.status === 'ready' && ears.status === 'ready',
    carrier: {
      send: (topic) => void commands.publish(`${prefix}:${topic}`, me).catch(() => {}),
      onTopic: (heard) => (hear = heard),
    },
    async take(name, perSecond, burst) {
      if (commands.status !== 'ready') return null;
      if (!wellNamed.test(name)) throw new Error('a counter is named by ids and addresses only');
      try {
        const wait = Number(await commands.eval(bucket, 1, `${prefix}:rate:${name}`, perSecond, burst));
        return Number.isFinite(wait) ? wait : null;
      } catch {
        return null;
      }
    },
    nodes: () => count,
    async close() {
      clearInterval(pulse);
      for (const client of [commands, ears]) client.disconnect();
    },
  };
}
