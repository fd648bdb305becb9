// Far pages beside near ones, and 'name contains' beside the same condition written by hand.
import { figureOf, interleaved, median, print, timed, type Figure } from './measure.ts';
import { counts, openPlace } from './place.ts';
import { ask, serveBare, serveHouse, signIn } from './servers.ts';

const rounds = 5;
// Common, rare and absent; two characters and more. For a rare word the reference reads every row of the big tenant,
// which takes it more than ten seconds: that is not asked.
const words = { 1: ['化工', '有限公司'], 3: ['化工', '云栖', '有限公司', '没有这家企业'] } as const;

export async function pages() {
  const place = await openPlace('anlan_million');
  const house = await serveHouse(place);
  const bare = await serveBare(place);
  const figures: Figure[] = [];
  const compare = async (
    what: string,
    target: string,
    ours: () => Promise<unknown>,
    reference: () => Promise<unknown>,
  ) => {
    const result = await interleaved(rounds, { ours: () => timed(ours), reference: () => timed(reference) });
    figures.push(figureOf(what, 'ms', median(result['ours'] ?? []), median(result['reference'] ?? []), target));
  };
  try {
    for (const tenant of ['1', '3'] as const) {
      const token = await signIn(house, place, tenant, `regulator${tenant}`);
      const ours = (query: string) => () => ask(`${house.url}/bus/enterprise/page?size=20&${query}`, token);
      await compare(`${counts[tenant]} rows, page 500 beside page 1`, '<= 1.5', ours('current=500'), ours('current=1'));
      for (const word of words[tenant]) {
        const name = `name=${encodeURIComponent(word)}`;
        const theirs = () => ask(`${bare.url}/page?tenant=${tenant}&${name}`);
        await compare(`${counts[tenant]} rows, name contains ${word}`, '<= 1.5', ours(`current=1&${name}`), theirs);
      }
    }
  } finally {
    await house.stop();
    await bare.stop();
    await place.stop();
  }
  print('Far pages, and names that contain a word', figures);
}
