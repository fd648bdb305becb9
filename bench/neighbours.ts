// One tenant at full load beside another: what the quiet one still waits (S68).
import autocannon from 'autocannon';
import { figureOf, interleaved, median, print, type Figure } from './measure.ts';
import { openPlace } from './place.ts';
import { serveHouse, signIn } from './servers.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
const path = '/bus/enterprise/page?current=1&size=20';

const sessions = 5;

/** The quiet tenant's p99: one person who asks forty times a second, beside five whom the limits hold back. */
export async function neighbours() {
  const place = await openPlace('anlan_neighbours', { 1: 100_000, 3: 12_000 });
  const house = await serveHouse(place, [], 'limited');
  const figures: Figure[] = [];
  try {
    const tokenOf = (tenant: '1' | '3') => signIn(house, place, tenant, `regulator${tenant}`);
    // The loud ones press in threads of their own: else the quiet one would wait for them here, in the bench itself.
    const press = (token: string, connections: number, overallRate?: number) =>
      autocannon({
        url: `${house.url}${path}`,
        headers: { authorization: `Bearer ${token}` },
        connections,
        duration: seconds,
        ...(overallRate === undefined ? { workers: 1 } : { overallRate }),
      });
    const loud: string[] = [];
    while (loud.length < sessions) loud.push(await tokenOf('1'));
    const quiet = await tokenOf('3');
    const wait = async (besides: readonly string[]) => {
      const others = besides.map((token) => press(token, 20));
      const { latency, non2xx, errors } = await press(quiet, 4, 40);
      await Promise.all(others);
      if (non2xx > 0 || errors > 0) throw new Error(`the quiet tenant: ${non2xx} refused, ${errors} failed`);
      return latency.p99;
    };
    const { beside = [], alone = [] } = await interleaved(rounds, { beside: () => wait(loud), alone: () => wait([]) });
    figures.push(figureOf('a quiet tenant beside a loud one: p99', 'ms', median(beside), median(alone), '<= 2'));
  } finally {
    await house.stop();
    await place.stop();
  }
  print('One tenant at full load, 100 connections in 5 sessions', figures);
}
