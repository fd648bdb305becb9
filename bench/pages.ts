// Far pages beside near ones, and 'name contains' beside the same condition written by hand.
import { figureOf, interleaved, median, print, timed, type Figure } from './measure.ts';
import { counts, openPlace } from './place.ts';
import { ask, serveBare, serveApp, signIn } from './servers.ts';

const rounds = 5;
// A round asks several times: a single answer of a few milliseconds says little, and cold code is no one's usual day.
const times = { 1: 4, 3: 20 } as const;
const each = (count: number, ask: () => Promise<unknown>) => async () => {
  for (let at = 0; at < count; at += 1) await ask();
};
// Common, rare and absent; two characters and more. For a rare word the reference reads every row of the big tenant,
// which takes it more than ten seconds: that is not asked.
const words = { 1: ['化工', '有限公司'], 3: ['化工', '云栖', '有限公司', '没有这家企业'] } as const;

export async function pages() {
  const place = await openPlace('anlan_million');
  const app = await serveApp(place);
  const bare = await serveBare(place);
  const figures: Figure[] = [];
  const compare = async (
    tenant: '1' | '3',
    what: string,
    ours: () => Promise<unknown>,
    reference: () => Promise<unknown>,
  ) => {
    const sides = { ours: each(times[tenant], ours), reference: each(times[tenant], reference) };
    const result = await interleaved(rounds, {
      ours: () => timed(sides.ours),
      reference: () => timed(sides.reference),
    });
    const one = (of: 'ours' | 'reference') => median(result[of] ?? []) / times[tenant];
    figures.push(figureOf(`${counts[tenant]} rows, ${what}`, 'ms', one('ours'), one('reference'), '<= 1.5'));
  };
  try {
    for (const tenant of ['1', '3'] as const) {
      const token = await signIn(app, place, tenant, `regulator${tenant}`);
      const ours = (query: string) => () => ask(`${app.url}/bus/enterprise/page?size=20&${query}`, token);
      await compare(tenant, 'page 500 beside page 1', ours('current=500'), ours('current=1'));
      for (const word of words[tenant]) {
        const name = `name=${encodeURIComponent(word)}`;
        const theirs = () => ask(`${bare.url}/page?tenant=${tenant}&${name}`);
        await compare(tenant, `name contains ${word}`, ours(`current=1&${name}`), theirs);
      }
    }
  } finally {
    await app.stop();
    await bare.stop();
    await place.stop();
  }
  print('Far pages, and names that contain a word', figures);
}
