import { randomUUID } from 'node:crypto';
import { Redis, type RedisOptions } from 'ioredis';
import type { Carrier } from '../bus/index.ts';

/**
 * Counters and hints that several nodes share in Redis. Without Redis, limits get stricter and hints slower, never the
 * opposite (S69).
 */
export interface Shared {
  up(): boolean;
  carrier: Carrier;
  /** Takes a token from a bucket shared by all nodes. Returns seconds to wait (0: taken), or null without Redis. */
  take(name: string, perSecond: number, burst: number): Promise<number | null>;
  nodes(): number;
  close(): Promise<void>;
}

export interface SharedOptions {
  url: string;
  prefix: string;
  onChange: (up: boolean, problem: string) => void;
}

// One atomic script that uses the clock of Redis. With the clocks of the nodes, a node whose clock is ahead would fill
// the bucket faster.
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
  // A slow Redis must not delay a request longer than this, in milliseconds.
  commandTimeout: 250,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (times) => Math.min(times * 200, 2_000),
};

// Ids, addresses and networks such as 192.0.2.0/24.
const wellNamed = /^[0-9A-Za-z:._%/-]{1,160}$/;

/** Connects to Redis. When it is unavailable, this is reported once, and connecting is retried in the background. */
export async function openShared({ url, prefix, onChange }: SharedOptions): Promise<Shared> {
  const commands = new Redis(url, options);
  const ears = new Redis(url, { ...options, commandTimeout: 2_000 });
  const me = randomUUID();
  let well: boolean | null = null;
  // With REDIS_URL there are at least two nodes, even if no node has seen another yet.
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
    // After a Redis restart not all nodes are counted yet. The maximum of the last minute is used, because a high
    // number only makes limits stricter.
    recent.push(heard);
    if (recent.length > 12) recent.shift();
    count = Math.max(fewest, ...recent);
  };
  const pulse = setInterval(() => void register().catch(() => {}), 5_000);
  pulse.unref();

  let publishLocally: (topic: string) => void = () => {};
  ears.on('pmessage', (_pattern: string, channel: string, from: string) => {
    // This node already handled its own hints when it sent them.
    if (from !== me && channel.startsWith(`${prefix}:`)) publishLocally(channel.slice(prefix.length + 1));
  });
  ears.on('ready', () => void ears.psubscribe(`${prefix}:t:*`).catch(() => {}));
  await Promise.all([commands, ears].map((client) => client.connect().catch(() => {})));
  if (commands.status === 'ready') await register().catch(() => {});
  else note(false);

  return {
    up: () => commands.status === 'ready' && ears.status === 'ready',
    carrier: {
      send: (topic) => void commands.publish(`${prefix}:${topic}`, me).catch(() => {}),
      onTopic: (heard) => (publishLocally = heard),
    },
    async take(name, perSecond, burst) {
      if (commands.status !== 'ready') return null;
      if (!wellNamed.test(name)) throw new Error('a counter is named by ids, addresses and networks only');
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
