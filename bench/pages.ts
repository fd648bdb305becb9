// Compares page 500 of a list with page 1.
import type { Figure } from './measured-results.ts';
import { interleaved, median, roundsOr, timed } from './measure.ts';
import { million } from './database.ts';
import { ask, signIn, withServer } from './servers.ts';

export const pages = (): Promise<Figure[]> =>
  withServer({ database: 'anlan_million', enterprises: million }, async (place, app) => {
    const figures: Figure[] = [];
    for (const tenant of ['1', '3'] as const) {
      const token = await signIn(app, place, tenant, `regulator${tenant}`);
      // A round has twenty requests, because one request of a few milliseconds varies too much.
      const read = (page: number) => () =>
        timed(async () => {
          for (let n = 0; n < 20; n += 1) await ask(`${app.url}/bus/enterprise/page?size=20&current=${page}`, token);
        });
      const times = await interleaved(roundsOr(5), { far: read(500), near: read(1) });
      const what = `page 500 beside page 1, ${million[tenant].toLocaleString('en')} rows`;
      figures.push({ what, value: median(times('far')) / median(times('near')), target: '<= 1.5' });
    }
    return figures;
  });
