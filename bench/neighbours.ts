// Waiting time of one tenant while another uses the server fully, and while a person exports whole lists.
import autocannon from 'autocannon';
import type { Figure } from './measured-results.ts';
import { interleaved, median, percentile, roundsOr, secondsOr, timed } from './measure.ts';
import type { Place } from './database.ts';
import { ask, signIn, withServer, type Server } from './servers.ts';

const list = '/bus/enterprise/page?current=1&size=20';

/** p99 of one person of tenant 3, while five sessions of tenant 1 use twenty connections each. */
async function besideFullLoad(place: Place, app: Server): Promise<Figure> {
  // The load runs in separate threads, so that it does not delay the measured requests in this process.
  const load = (token: string, connections: number, options: { overallRate: number } | { workers: number }) => {
    const headers = { authorization: `Bearer ${token}` };
    return autocannon({ url: `${app.url}${list}`, headers, connections, duration: secondsOr(8), ...options });
  };
  const quiet = await signIn(app, place, '3', 'regulator3');
  const busy = await Promise.all(Array.from({ length: 5 }, () => signIn(app, place, '1', 'regulator1')));
  const waits = async (others: readonly string[]) => {
    const loads = others.map((token) => load(token, 20, { workers: 1 }));
    const { latency, non2xx, errors } = await load(quiet, 4, { overallRate: 40 });
    await Promise.all(loads);
    if (non2xx > 0 || errors > 0) throw new Error(`the quiet tenant: ${non2xx} refused, ${errors} failed`);
    return latency.p99;
  };
  const p99 = await interleaved(roundsOr(5), { beside: () => waits(busy), alone: () => waits([]) });
  const value = median(p99('beside')) / median(p99('alone'));
  return { what: 'p99 of a tenant beside another at full load', value, target: '<= 1.5' };
}

/** p99 of a list of tenant 3 while a person of tenant 1 exports all dangers six times at once. */
async function besideExports(place: Place, app: Server): Promise<Figure> {
  const quiet = await signIn(app, place, '3', 'regulator3');
  const headers = { authorization: `Bearer ${await signIn(app, place, '1', 'regulator1')}` };
  const exportList = async () => {
    const response = await fetch(`${app.url}/bus/enterpriseexpinfo/export`, { headers });
    if (!response.ok) throw new Error(`export: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
  };
  const waits = async (exports: number) => {
    let isBusy = true;
    const until = performance.now() + secondsOr(8) * 1000;
    const all = Promise.all(Array.from({ length: exports }, exportList)).finally(() => (isBusy = false));
    const times: number[] = [];
    while (exports > 0 ? isBusy : performance.now() < until)
      times.push(await timed(() => ask(`${app.url}${list}`, quiet)));
    await all;
    return percentile(times, 0.99);
  };
  const p99 = await interleaved(roundsOr(3), { beside: () => waits(6), alone: () => waits(0) });
  const value = median(p99('beside')) / median(p99('alone'));
  return { what: "p99 of a tenant's list beside six whole-list exports of another's person", value, target: '<= 2' };
}

export const neighbours = (): Promise<Figure[]> =>
  withServer(
    { database: 'anlan_neighbours', enterprises: { 1: 100_000, 3: 12_000 }, config: { RATE_LIMIT: 'on' } },
    async (place, app) => [await besideFullLoad(place, app), await besideExports(place, app)],
  );
