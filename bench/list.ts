// A list page of 20 rows, signed in and under row security, with 50 connections. The reference is a bare Fastify
// route with the same SQL.
import autocannon from 'autocannon';
import type { Figure } from './measured-results.ts';
import { interleaved, median, roundsOr, secondsOr } from './measure.ts';
import { million } from './database.ts';
import { ask, serveBare, signIn, withServer } from './servers.ts';

/** Requests per second. */
async function load(url: string, headers: Record<string, string>, duration: number) {
  const { requests, duration: seconds, errors, non2xx } = await autocannon({ url, headers, connections: 50, duration });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`);
  // Waits for requests that are still open, because they would slow down the next round.
  await fetch(url, { headers });
  return requests.total / seconds;
}

const cases = [
  ['1', true, '>= 1'],
  ['3', true, '>= 0.9'],
  ['1', false, '>= 0.6'],
  ['3', false, '>= 0.6'],
] as const;

export const list = (): Promise<Figure[]> =>
  withServer({ database: 'anlan_million', enterprises: million }, async (place, app) => {
    const bare = await serveBare(place);
    const figures: Figure[] = [];
    try {
      for (const [tenant, isCounted, target] of cases) {
        const token = await signIn(app, place, tenant, `regulator${tenant}`);
        const path = isCounted ? 'bus/enterprise/page' : 'bench/page-without-total';
        const ourUrl = `${app.url}/${path}?current=1&size=20`;
        const bareUrl = `${bare.url}/page?tenant=${tenant}${isCounted ? '' : '&counted=no'}`;
        const [ours, theirs] = [await ask(ourUrl, token), await ask(bareUrl)];
        const ids = (page: { records: { id: string }[]; total: number }) =>
          JSON.stringify([page.total, page.records.map(({ id }) => id)]);
        if (ids(ours) !== ids(theirs)) throw new Error('both sides must answer the same rows');
        // A bare count of 700,000 rows is slow: fifty concurrent counts need twice the time.
        const duration = secondsOr(4) * (tenant === '1' && isCounted ? 2 : 1);
        const rates = await interleaved(roundsOr(5), {
          ours: () => load(ourUrl, { authorization: `Bearer ${token}` }, duration),
          bare: () => load(bareUrl, {}, duration),
        });
        const rows = million[tenant].toLocaleString('en');
        figures.push({
          what: `list of 20 of ${rows} rows ${isCounted ? 'with' : 'without'} total, requests per second beside bare Fastify`,
          value: median(rates('ours')) / median(rates('bare')),
          target,
        });
      }
      return figures;
    } finally {
      await bare.stop();
    }
  });
