// Any filter of the list beside any order, and any two filters, over the largest tenant: what a person waits for.
import { enterpriseCalls } from '@anlan/contract/modules/enterprise/calls';
import { listOf } from '@anlan/contract/http/dialect';
import { median, say, timed } from './measure.ts';
import { openPlace } from './place.ts';
import { ask, serveApp, signIn } from './servers.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
// A common and a rare value of each filter.
const values: Readonly<Record<string, readonly string[]>> = {
  keyword: ['9133', '化工'],
  name: ['有限公司', '没有这家企业'],
  creditCode: ['9133010'],
  regionCode: ['33', '330108'],
  industryCode: ['C', 'C26'],
  supervisionKind: ['industry', 'hazchem'],
  enterpriseSize: ['micro', 'large'],
  status: ['2', '5'],
  color: ['4', '1'],
  standardGrade: ['none', 'first'],
  hazardFeature: ['dust', 'hazchemUse'],
  label: ['keySupervision'],
  expiring: ['0', '30'],
  activatedFrom: ['2026-11-01'],
  activatedTo: ['2020-12-31'],
  perfect: ['true', 'false'],
  signedIn: ['true', 'false'],
};

export async function filters() {
  const place = await openPlace('anlan_million');
  const app = await serveApp(place);
  try {
    const token = await signIn(app, place, '1', 'regulator1');
    const { filters: known = [], sorts = [] } = listOf(enterpriseCalls.page.input) ?? {};
    const unsaid = known.filter((name) => values[name] === undefined);
    say(`without a value here: ${unsaid.join(', ') || 'none'}`);
    const waits = async (query: string) => {
      const times: number[] = [];
      for (let round = 0; round < rounds; round += 1)
        times.push(
          // What the web ends after its ten seconds is shown as those.
          await timed(() => ask(`${app.url}/bus/enterprise/page?size=20&${query}`, token).catch(() => {})),
        );
      return median(times);
    };
    const asked = known.flatMap((name) =>
      (values[name] ?? []).map((value) => ({ name, query: `${name}=${encodeURIComponent(value)}`, value })),
    );
    say('| filter | usual order | slowest order | |\n|---|---|---|---|');
    for (const { name, value, query } of [{ name: 'none', value: '', query: '' }, ...asked]) {
      const usual = await waits(query);
      const orders = [];
      for (const by of sorts)
        for (const order of ['ascs', 'descs'])
          orders.push({ order: `${order}=${by}`, ms: await waits(`${query}&${order}=${by}`) });
      const [worst] = orders.sort((a, b) => b.ms - a.ms);
      say(`| ${name} ${value} | ${usual.toFixed(0)} ms | ${worst?.ms.toFixed(0)} ms | ${worst?.order} |`);
    }
    const pairs = [];
    for (const [place1, one] of asked.entries())
      for (const other of asked.slice(place1 + 1))
        if (other.name !== one.name)
          pairs.push({
            what: `${one.name} ${one.value}, ${other.name} ${other.value}`,
            ms: await waits(`${one.query}&${other.query}`),
          });
    const slow = pairs.sort((a, b) => b.ms - a.ms);
    say(`\n${pairs.length} pairs: ${slow.filter(({ ms }) => ms > 300).length} above 300 ms; the slowest:`);
    for (const { what, ms } of slow.slice(0, 20)) say(`- ${what}: ${ms.toFixed(0)} ms`);
  } finally {
    await app.stop();
    await place.stop();
  }
}
