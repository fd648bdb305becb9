// The numbers of the home page, the ranking and views of the map, each made anew, beside the bare count of the tenant.
import { withConnection } from '../apps/server/src/platform/db/connection.ts';
import { figureOf, interleaved, median, print, timed, type Figure } from './measure.ts';
import { counts, openPlace } from './place.ts';
import { ask, serveApp, signIn } from './servers.ts';

const rounds = 5;
// Each time another filter or view: what stands in memory for five seconds would be measured otherwise. Colours and sizes
// in all combinations leave the answer about as large as it is without them.
const chosen = (at: number) => {
  const colors = [1, 2, 3, 4, 0].filter((_, bit) => (1 + (at % 31)) & (1 << bit));
  const sizes = ['large', 'medium', 'small', 'micro'].filter((_, bit) => (1 + (at % 15)) & (1 << bit));
  return [...colors.map((one) => `&color=${one}`), ...sizes.map((one) => `&enterpriseSize=${one}`)].join('');
};
const month = (at: number) =>
  `from=2026-${String(1 + (at % 10)).padStart(2, '0')}-01&to=2026-${String(1 + (at % 10)).padStart(2, '0')}-28`;
const calls: Record<string, (at: number) => string> = {
  'all counters, new ones of a month': (at) => `getEnterpriseStatisticsCount?${month(at)}`,
  'all counters, new ones of years': (at) =>
    `getEnterpriseStatisticsCount?from=2020-01-01&to=${2021 + (at % 5)}-01-${10 + (at % 18)}`,
  'ranking by region': (at) => `regionRanking?${chosen(at).slice(1)}`,
  'ranking by region, by date': (at) => `regionRanking?activatedTo=20${30 + (at % 60)}-01-01`,
  'map from afar (regions)': (at) => `map?bbox=73,18,135,53&zoom=5${chosen(at)}`,
  'map from afar, by date': (at) => `map?bbox=73,18,135,53&zoom=5&activatedTo=20${30 + (at % 60)}-01-01`,
  'map of a district (cells)': (at) => `map?bbox=120.15,30.15,120.27,30.${260_000 + at}&zoom=13`,
  'map of some streets': (at) => `map?bbox=120.21,30.205,120.2125,30.${207_000 + at}&zoom=17`,
};

export async function figures() {
  const place = await openPlace('anlan_million');
  const app = await serveApp(place);
  const found: Figure[] = [];
  let at = 0;
  try {
    for (const tenant of ['1', '3'] as const) {
      const token = await signIn(app, place, tenant, `regulator${tenant}`);
      const bare = () =>
        withConnection(place.superuserUrl, (client) =>
          client.query(
            `select count(*) from enterprise where tenant_id = $1 and removed_at is null and status in ('active', 'suspended')`,
            [tenant],
          ),
        );
      for (const [what, path] of Object.entries(calls)) {
        const ours = () => ask(`${app.url}/bus/enterprise/${path(++at)}`, token);
        const result = await interleaved(rounds, { ours: () => timed(ours), bare: () => timed(bare) });
        const [mine, theirs] = [median(result['ours'] ?? []), median(result['bare'] ?? [])];
        found.push(figureOf(`${counts[tenant]} rows, ${what}`, 'ms', mine, theirs, ''));
      }
    }
  } finally {
    await app.stop();
    await place.stop();
  }
  print('Counts and map out of 1,000,000 rows', found);
}
