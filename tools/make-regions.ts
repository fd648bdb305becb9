/**
 * Writes apps/server/data/regions.json out of the package @vant/area-data, and the pinyin initials of
 * apps/server/data/industries.json. Run by hand after either source moves: `node tools/make-regions.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { areaList } from '@vant/area-data';
import { pinyin } from 'pinyin-pro';

type Row = readonly [code: string, name: string, parent: string | null, level: number, initials: string];

const folder = new URL('../apps/server/data/', import.meta.url);

// Places whose characters are read otherwise than in a dictionary.
const readings: Readonly<Record<string, string>> = {
  单县: 'sx',
  蔚县: 'yx',
  尉犁县: 'ylx',
  乐清市: 'yqs',
  民乐县: 'mlx',
  浚县: 'xx',
  繁峙县: 'fsx',
  洪洞县: 'htx',
  泌阳县: 'byx',
  歙县: 'sx',
  大埔县: 'dbx',
  大埔区: 'dbq',
  曾都区: 'zdq',
  筠连县: 'jlx',
  召陵区: 'slq',
  涡阳县: 'gyx',
  宕昌县: 'tcx',
  黄陂区: 'hpq',
};

// Divisions that old licences and spreadsheets still name, with their successors.
const abolished: readonly (readonly [code: string, name: string, successor: string])[] = [
  ['110103', '崇文区', '110101'],
  ['110104', '宣武区', '110102'],
  ['120107', '塘沽区', '120116'],
  ['120108', '汉沽区', '120116'],
  ['120109', '大港区', '120116'],
  ['310103', '卢湾区', '310101'],
  ['310108', '闸北区', '310106'],
  ['310119', '南汇区', '310115'],
  ['320103', '白下区', '320104'],
  ['320107', '下关区', '320106'],
  ['320502', '沧浪区', '320508'],
  ['320503', '平江区', '320508'],
  ['320504', '金阊区', '320508'],
  ['330103', '下城区', '330105'],
  ['330104', '江干区', '330102'],
  ['330621', '绍兴县', '330603'],
  ['371200', '莱芜市', '370100'],
  ['371202', '莱城区', '370116'],
  ['371203', '钢城区', '370117'],
];

const initials = (name: string): string =>
  readings[name] ?? pinyin(name, { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'removed' }).join('');

/** Headings of the package that are no division of GB/T 2260: 省直辖县 and the counties of Chongqing. */
const isHeading = (code: string): boolean => code.endsWith('9000') || code === '500200';

/** Towns listed as counties under cities without counties, remainders, and zones that only this package numbers. */
function isPseudoCounty(code: string, name: string): boolean {
  if (['4419', '4420', '4604', '6202'].includes(code.slice(0, 4))) return true;
  if (name === '其它区' || name === '市辖区') return true;
  // The last pair 81 to 99 numbers county-level cities; on the mainland anything else there is made up.
  return Number(code.slice(0, 2)) < 71 && Number(code.slice(4)) > 80 && !name.endsWith('市');
}

function regions(): Row[] {
  const rows: Row[] = Object.entries(areaList.province_list).map(([code, name]) => [
    code,
    name,
    null,
    1,
    initials(name),
  ]);
  const cities = new Set<string>();
  for (const [code, name] of Object.entries(areaList.city_list)) {
    if (isHeading(code)) continue;
    cities.add(code);
    rows.push([code, name, `${code.slice(0, 2)}0000`, 2, initials(name)]);
  }
  for (const [code, name] of Object.entries(areaList.county_list)) {
    if (isPseudoCounty(code, name)) continue;
    const city = `${code.slice(0, 4)}00`;
    rows.push([code, name, cities.has(city) ? city : `${code.slice(0, 2)}0000`, 3, initials(name)]);
  }
  return rows.toSorted((a, b) => (a[0] < b[0] ? -1 : 1));
}

/** One row a line: small, and a change shows as the lines that changed. */
const lines = (rows: readonly (readonly unknown[])[]): string =>
  `[\n${rows.map((row) => `    ${JSON.stringify(row).replaceAll(',', ', ')}`).join(',\n')}\n  ]`;

writeFileSync(
  new URL('regions.json', folder),
  `{
  "standard": "GB/T 2260",
  "source": "@vant/area-data 2.1.0 (MIT, © Youzan), divisions of December 2024",
  "columns": ["code", "name", "parent", "level", "initials"],
  "rows": ${lines(regions())},
  "abolished": ${lines(abolished)}
}
`,
);

const industries: { standard: string; columns: string[]; rows: Row[] } = JSON.parse(
  readFileSync(new URL('industries.json', folder), 'utf8'),
);
writeFileSync(
  new URL('industries.json', folder),
  `{
  "standard": ${JSON.stringify(industries.standard)},
  "columns": ["code", "name", "parent", "level", "initials"],
  "rows": ${lines(industries.rows.map(([code, name, parent, level]) => [code, name, parent, level, initials(name)]))}
}
`,
);
