// Kills during writes, and outages of services that the server needs. A scenario returns its demands that were not
// met.
import { setTimeout as pause } from 'node:timers/promises';
import { openTestRedis } from '../../apps/server/testing/redis.ts';
import { familyOf, median } from '../measure.ts';
import { postmasterOf, signal, until, withInstallation, type Node } from './installation.ts';
import { openLoad, type Load } from './load.ts';

const rounds = Number(process.env['ROUNDS'] ?? 50);
const outageMs = Number(process.env['OUTAGE_SECONDS'] ?? 30) * 1000;

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const demand = (isMet: boolean, text: string) => (isMet ? [] : [text]);

/** Checks the demands that apply to every scenario, after the load has stopped. */
async function afterwards(load: Load): Promise<string[]> {
  await load.end();
  console.log(`${load.writes()} writes acknowledged, longest answer ${seconds(load.longestMs())}`);
  return [
    ...(await load.findLost()),
    ...load.unexpected,
    ...demand(load.writes() > 0, 'nothing was written'),
    ...demand(load.longestMs() <= 30_000, `an answer took ${seconds(load.longestMs())}`),
  ];
}

const kills = (name: string, strike: (node: Node, folder: string) => Promise<number>) =>
  withInstallation(name, {}, async (node, folder) => {
    const load = await openLoad(node, folder, 8);
    const recovery: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await pause(500 + Math.random() * 7_500);
      recovery.push(await strike(node, folder));
    }
    await pause(1_000);
    console.log(
      `${rounds} kills; at work again after ${seconds(median(recovery))}, at most ${seconds(Math.max(...recovery))}`,
    );
    return [...(await afterwards(load)), ...demand(!node.hasEnded(), 'the server ended')];
  });

/** Simulates an outage of half a minute. `needed`: whether writes need the missing service. */
async function outage(
  node: Node,
  folder: string,
  { begin, end, needed }: { begin(): unknown; end(): unknown; needed: boolean },
) {
  const load = await openLoad(node, folder, 30);
  try {
    await until('people at work', 60_000, () => load.writes() > 60);
    await begin();
    const before = load.writes();
    const missed: string[] = [];
    for (const endAt = Date.now() + outageMs; Date.now() < endAt; await pause(500)) {
      if (!(await node.answers('/healthz', 5_000))) missed.push('/healthz did not answer within 5 s');
      // A company lookup needs the vendor, and must be answered too.
      await load.request('/bus/enterprise/tianyancha/getCurrentEnt?keyword=不存在的有限公司');
    }
    const during = load.writes();
    if (!needed && during === before) missed.push('nothing was written during the outage');
    await end();
    const ready = await until('ready again', 60_000, () => node.answers('/readyz'));
    const writing = await until('writes again', 60_000, () => load.writes() > during + 20);
    console.log(
      `${during - before} writes during the outage; ready after ${seconds(ready)}, writing after ${seconds(writing)}`,
    );
    return [...missed, ...(await afterwards(load)), ...demand(!node.hasEnded(), 'the server ended')];
  } finally {
    await load.end();
  }
}

const pidsOf = (root: number) => familyOf(root).map(({ pid }) => pid);

/** Suspends and resumes processes; `pids` returns their process ids. */
function freezer(pids: () => number[]) {
  let stopped: number[] = [];
  return {
    begin: () => (stopped = pids()).forEach((pid) => signal(pid, 'SIGSTOP')),
    end: () => stopped.forEach((pid) => signal(pid, 'SIGCONT')),
  };
}

export const scenarios = {
  'server-kill': () =>
    kills('server-kill', async (node) => {
      await node.kill();
      return node.start();
    }),
  'database-kill': () =>
    kills('database-kill', (node, folder) => {
      const pid = postmasterOf(folder);
      signal(pid, 'SIGKILL');
      return until('ready again', 120_000, async () => postmasterOf(folder) !== pid && (await node.answers('/readyz')));
    }),
  database: () =>
    withInstallation('database', {}, (node, folder) =>
      outage(node, folder, { ...freezer(() => pidsOf(postmasterOf(folder))), needed: true }),
    ),
  redis: async () => {
    const redis = await openTestRedis();
    const run = (node: Node, folder: string) =>
      outage(node, folder, { begin: redis.kill, end: redis.start, needed: false });
    return withInstallation('redis', { REDIS_URL: redis.url }, run).finally(redis.kill);
  },
  /** The simulator process simulates all vendors. */
  vendor: () =>
    withInstallation('vendor', {}, (node, folder) => {
      const database = new Set(pidsOf(postmasterOf(folder)));
      const simulators = () =>
        pidsOf(node.pid())
          .slice(1)
          .filter((pid) => !database.has(pid));
      return outage(node, folder, { ...freezer(simulators), needed: false });
    }),
};
