// The paged list of 20 from a million rows, signed in and under row security, beside the bare route.
import autocannon from 'autocannon';
import { figureOf, interleaved, median, print, say, type Figure } from './measure.ts';
import { counts, openPlace } from './place.ts';
import { ask, serveBare, serveApp, signIn } from './servers.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 4);
// A total of the big tenant takes tens of milliseconds: fifty of them at once need time to come round.
const secondsFor = (tenant: '1' | '3', counted: boolean) => (tenant === '1' && counted ? seconds * 2 : seconds);

async function press(url: string, headers: Record<string, string>, duration: number) {
  const result = await autocannon({ url, headers, connections: 50, duration });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  await drained(url, headers);
  return { rate: result.requests.total / result.duration, p99: result.latency.p99 };
}

/** What was still under way when the round ended must not slow the next one. */
async function drained(url: string, headers: Record<string, string>) {
  for (let tries = 0; tries < 60; tries += 1) if ((await fetch(url, { headers })).ok) return;
}

const tenants = (['1', '3'] as const).filter((id) => (process.env['BENCH_TENANT'] ?? id) === id);

export async function list() {
  const place = await openPlace('anlan_million');
  const app = await serveApp(place);
  const bare = await serveBare(place);
  const figures: Figure[] = [];
  try {
    for (const tenant of tenants) {
      const token = await signIn(app, place, tenant, `regulator${tenant}`);
      const who = { authorization: `Bearer ${token}` };
      for (const counted of [true, false]) {
        const ourUrl = `${app.url}/${counted ? 'bus/enterprise/page' : 'bench/page-without-total'}?current=1&size=20`;
        const bareUrl = `${bare.url}/page?tenant=${tenant}&current=1&size=20${counted ? '' : '&counted=no'}`;
        const [mine, theirs] = [await ask(ourUrl, token), await ask(bareUrl)];
        const same =
          mine.total === theirs.total &&
          mine.records.every((row: { id: string }, at: number) => row.id === theirs.records[at].id);
        if (!same) throw new Error('both sides must answer the same rows');
        const duration = secondsFor(tenant, counted);
        const sides = { ours: () => press(ourUrl, who, duration), bare: () => press(bareUrl, {}, duration) };
        const { ours = [], bare: reference = [] } = await interleaved(rounds, sides);
        const middle = (results: typeof ours, of: 'rate' | 'p99') => median(results.map((result) => result[of]));
        const what = `${counts[tenant]} rows, ${counted ? 'with' : 'without'} total`;
        figures.push(
          figureOf(
            `${what}: requests a second`,
            '/s',
            middle(ours, 'rate'),
            middle(reference, 'rate'),
            counted ? '>= 0.75' : '>= 0.45',
          ),
          figureOf(`${what}: p99`, 'ms', middle(ours, 'p99'), middle(reference, 'p99'), counted ? '<= 1.5' : ''),
        );
        say(
          `${what}: rates ${ours.map(({ rate }) => rate.toFixed(0)).join(' ')} beside ${reference.map(({ rate }) => rate.toFixed(0)).join(' ')}`,
        );
      }
    }
  } finally {
    await app.stop();
    await bare.stop();
    await place.stop();
  }
  print('List of 20 out of 1,000,000 rows, 50 connections', figures);
}
