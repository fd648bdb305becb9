// The numbers of the home page, the ranking and views of the map, each made anew, beside the bare count of the tenant.
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { figureOf, interleaved, median, print, timed, type Figure } from './measure.ts';
import { counts, openPlace } from './place.ts';
import { ask, serveHouse, signIn } from './servers.ts';

const rounds = 5;
const views = {
  'map from afar (regions)': (at: number) => `map?bbox=73,18,135,53&zoom=5&activatedTo=20${30 + (at % 60)}-01-01`,
  'map of a district (cells)': (at: number) => `map?bbox=120.15,30.15,120.27,30.${260_000 + at}&zoom=13`,
  'map of some streets': (at: number) => `map?bbox=120.21,30.205,120.2125,30.${207_000 + at}&zoom=17`,
} as const;

export async function figures() {
  const place = await openPlace('anlan_million');
  const house = await serveHouse(place);
  const found: Figure[] = [];
  let at = 0;
  try {
    for (const tenant of ['1', '3'] as const) {
      const token = await signIn(house, place, tenant, `regulator${tenant}`);
      const bare = () =>
        withConnection(place.superuserUrl, (client) =>
          client.query(
            `select count(*) from enterprise where tenant_id = $1 and removed_at is null and status in ('active', 'suspended')`,
            [tenant],
          ),
        );
      // Each time another window or view: what stands in memory for five seconds would be measured otherwise.
      const calls: Record<string, () => string> = {
        'all counters': () =>
          `getEnterpriseStatisticsCount?from=2020-01-01&to=${2021 + (++at % 5)}-01-${10 + (at % 18)}`,
        'ranking by region': () => `regionRanking?activatedTo=20${30 + (++at % 60)}-01-01`,
        ...Object.fromEntries(Object.entries(views).map(([what, path]) => [what, () => path(++at)])),
      };
      for (const [what, path] of Object.entries(calls)) {
        const ours = () => ask(`${house.url}/bus/enterprise/${path()}`, token);
        const result = await interleaved(rounds, { ours: () => timed(ours), bare: () => timed(bare) });
        const [mine, theirs] = [median(result['ours'] ?? []), median(result['bare'] ?? [])];
        found.push(figureOf(`${counts[tenant]} rows, ${what}`, 'ms', mine, theirs, ''));
      }
    }
  } finally {
    await house.stop();
    await place.stop();
  }
  print('Counts and map out of 1,000,000 rows', found);
}
