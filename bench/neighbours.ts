// One tenant at full load beside another: what the quiet one still waits (S68).
import autocannon from 'autocannon';
import { figureOf, interleaved, median, print, say, type Figure } from './measure.ts';
import { openPlace } from './place.ts';
import { serveApp, signIn } from './servers.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8);
const path = '/bus/enterprise/page?current=1&size=20';

// As many people as fill the server, and one whom the limits hold back and who presses on all the same.
const crowds = { 'five sessions': [20, 20, 20, 20, 20], 'one session': [100] } as const;

/** The quiet tenant's p99: one person who asks forty times a second, beside others with a hundred connections. */
export async function neighbours() {
  const place = await openPlace('anlan_neighbours', { 1: 100_000, 3: 12_000 });
  const app = await serveApp(place, [], 'limited');
  const figures: Figure[] = [];
  try {
    const tokenOf = (tenant: '1' | '3') => signIn(app, place, tenant, `regulator${tenant}`);
    // The loud ones press in threads of their own: else the quiet one would wait for them here, in the bench itself.
    const press = (token: string, connections: number, overallRate?: number) =>
      autocannon({
        url: `${app.url}${path}`,
        headers: { authorization: `Bearer ${token}` },
        connections,
        duration: seconds,
        ...(overallRate === undefined ? { workers: 1 } : { overallRate }),
      });
    const quiet = await tokenOf('3');
    for (const [what, connections] of Object.entries(crowds)) {
      const loud = await Promise.all(connections.map(async (each) => ({ token: await tokenOf('1'), each })));
      const wait = async (besides: typeof loud) => {
        const others = besides.map(({ token, each }) => press(token, each));
        const { latency, non2xx, errors } = await press(quiet, 4, 40);
        const told = await Promise.all(others);
        if (non2xx > 0 || errors > 0) throw new Error(`the quiet tenant: ${non2xx} refused, ${errors} failed`);
        const [served, refused] = (['2xx', 'non2xx'] as const).map((of) => told.reduce((sum, one) => sum + one[of], 0));
        say(
          `${besides.length === 0 ? 'alone' : what}: p50 ${latency.p50}, p90 ${latency.p90}, p99 ${latency.p99} ms; of the loud ones' ${served} served, ${refused} refused`,
        );
        return latency.p99;
      };
      // Code that was never run is no one's usual day.
      await wait(loud);
      const { beside = [], alone = [] } = await interleaved(rounds, {
        beside: () => wait(loud),
        alone: () => wait([]),
      });
      figures.push(figureOf(`a quiet tenant beside ${what}: p99`, 'ms', median(beside), median(alone), '<= 2'));
    }
  } finally {
    await app.stop();
    await place.stop();
  }
  print('One tenant at full load, 100 connections', figures);
}
