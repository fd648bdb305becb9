/**
 * Writes apps/server/data/regions.json from the package @vant/area-data, and the pinyin initials of
 * apps/server/data/industries.json. Run it by hand after one of the two sources changed: `node
 * tools/make-regions.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { areaList } from '@vant/area-data';
import { initials } from '../apps/server/src/platform/pinyin/index.ts';

type Row = readonly [code: string, name: string, parent: string | null, level: number, initials: string];

const folder = new URL('../apps/server/data/', import.meta.url);

// Abolished regions in old documents, with successor and end date; the dates still need a check against the official
// notices.
const abolished: readonly (readonly [code: string, name: string, replacement: string, validTo: string])[] = [
  ['110103', '崇文区', '110101', '2010-06-28'],
  ['110104', '宣武区', '110102', '2010-06-28'],
  ['110228', '密云县', '110118', '2015-10-13'],
  ['110229', '延庆县', '110119', '2015-10-13'],
  ['120107', '塘沽区', '120116', '2009-10-21'],
  ['120108', '汉沽区', '120116', '2009-10-21'],
  ['120109', '大港区', '120116', '2009-10-21'],
  ['310103', '卢湾区', '310101', '2011-05-20'],
  ['310108', '闸北区', '310106', '2015-10-13'],
  ['310119', '南汇区', '310115', '2009-04-24'],
  ['310230', '崇明县', '310151', '2016-06-08'],
  ['320103', '白下区', '320104', '2013-02-08'],
  ['320107', '下关区', '320106', '2013-02-08'],
  ['320502', '沧浪区', '320508', '2012-09-01'],
  ['320503', '平江区', '320508', '2012-09-01'],
  ['320504', '金阊区', '320508', '2012-09-01'],
  ['330103', '下城区', '330105', '2021-03-11'],
  ['330104', '江干区', '330102', '2021-03-11'],
  ['330621', '绍兴县', '330603', '2013-10-18'],
  ['371200', '莱芜市', '370100', '2018-12-26'],
  ['371202', '莱城区', '370116', '2018-12-26'],
  ['371203', '钢城区', '370117', '2018-12-26'],
];

const isHeading = (code: string): boolean => code.endsWith('9000') || code === '500200';

/**
 * Whether an entry is no real county: a town of a city without counties, a residual entry, or a zone that only this
 * package numbers.
 */
function isPseudoCounty(code: string, name: string): boolean {
  if (['4419', '4420', '4604', '6202'].includes(code.slice(0, 4))) return true;
  if (name === '其它区' || name === '市辖区') return true;
  // In mainland China the last digits 81 to 99 are for county-level cities. Other entries with such digits are not
  // official.
  return Number(code.slice(0, 2)) < 71 && Number(code.slice(4)) > 80 && !name.endsWith('市');
}

async function regions(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [code, name] of Object.entries(areaList.province_list))
    rows.push([code, name, null, 1, await initials(name)]);
  const cities = new Set<string>();
  for (const [code, name] of Object.entries(areaList.city_list)) {
    if (isHeading(code)) continue;
    cities.add(code);
    rows.push([code, name, `${code.slice(0, 2)}0000`, 2, await initials(name)]);
  }
  for (const [code, name] of Object.entries(areaList.county_list)) {
    if (isPseudoCounty(code, name)) continue;
    const city = `${code.slice(0, 4)}00`;
    rows.push([code, name, cities.has(city) ? city : `${code.slice(0, 2)}0000`, 3, await initials(name)]);
  }
  return rows.toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
}

/** Writes one row per line, so that a diff shows only the changed rows. */
const lines = (rows: readonly (readonly unknown[])[]): string =>
  `[\n${rows.map((row) => `    ${JSON.stringify(row).replaceAll(',', ', ')}`).join(',\n')}\n  ]`;

writeFileSync(
  new URL('regions.json', folder),
  `{
  "standard": "GB/T 2260",
  "source": "@vant/area-data 2.1.0 (MIT, © Youzan), divisions of December 2024",
  "columns": ["code", "name", "parent", "level", "initials"],
  "rows": ${lines(await regions())},
  "abolishedColumns": ["code", "name", "replacement", "validTo"],
  "abolished": ${lines(abolished)}
}
`,
);

const industries: { standard: string; columns: string[]; rows: Row[] } = JSON.parse(
  readFileSync(new URL('industries.json', folder), 'utf8'),
);
const renewed: Row[] = [];
for (const [code, name, parent, level] of industries.rows)
  renewed.push([code, name, parent, level, await initials(name)]);
writeFileSync(
  new URL('industries.json', folder),
  `{
  "standard": ${JSON.stringify(industries.standard)},
  "columns": ["code", "name", "parent", "level", "initials"],
  "rows": ${lines(renewed)}
}
`,
);
