// Texts and probabilities of demo dangers.
import { createWeightedPick, type Random } from '#kernel/random.ts';
import { allStandards } from './standard-dangers.ts';

const placesOf: Readonly<Record<string, readonly string[]>> = {
  transport: [
    '停车场东侧',
    '检修车间',
    '安检口',
    '候车大厅',
    '加油点',
    '调度室配电间',
    '轮胎库',
    '洗车区',
    '三号发车位',
    '维修地沟',
  ],
  hazchem: [
    '甲类仓库',
    '一号罐区',
    '装卸栈台',
    '反应车间二层',
    '中控室',
    '空压站',
    '配电室',
    '危废暂存间',
    '循环水泵房',
    '分析室',
  ],
  construction: [
    '2号楼施工电梯',
    '基坑北侧',
    '钢筋加工棚',
    '塔吊基础',
    '临边洞口',
    '民工宿舍',
    '配电房',
    '模板支撑区',
    '材料堆场',
    '脚手架西立面',
  ],
};
const usualPlaces = [
  '一号车间',
  '二号车间北侧',
  '成品仓库',
  '配电室',
  '锅炉房',
  '空压机房',
  '食堂',
  '员工宿舍',
  '厂区主通道',
  '装卸平台',
  '危化品柜',
  '办公楼三层',
] as const;
export const placesFor = (kind: string): readonly string[] => placesOf[kind] ?? usualPlaces;

const weights: readonly (readonly [category: string, weight: number])[] = [
  ['electric', 17],
  ['fire', 16],
  ['equipment', 14],
  ['operation', 11],
  ['place', 10],
  ['training', 8],
  ['licence', 6],
  ['duty', 6],
  ['emergency', 3],
  ['contractor', 2],
  ['dangerousGoods', 2],
  ['occupationalSite', 2],
  ['organization', 1],
  ['investment', 1],
  ['other', 1],
];
const drawers = new Map<string, (share: number) => string>();
/**
 * Random category of a danger. Fire and electrical dangers are more frequent in winter, vehicle dangers in transport.
 */
export function categoryIn(month: number, kind: string, random: Random): string {
  const isWinter = month >= 11 || month <= 2;
  const key = `${isWinter} ${kind === 'transport'}`;
  let draw = drawers.get(key);
  if (draw === undefined) {
    const seasonal = weights.map(
      ([category, weight]) =>
        [category, isWinter && (category === 'fire' || category === 'electric') ? weight * 1.6 : weight] as const,
    );
    draw = createWeightedPick(kind === 'transport' ? [...seasonal, ['vehicle', 30] as const] : seasonal);
    drawers.set(key, draw);
  }
  return draw(random.next());
}

/** Relative frequency of dangers by month: high in June and before holidays, low at the Spring Festival. */
export const monthFactor = (month: number): number =>
  ({ 1: 1.15, 2: 0.55, 4: 1.1, 6: 1.5, 9: 1.2, 12: 1.1 })[month] ?? 0.95;

export const sourceOf = createWeightedPick([
  ['self', 62],
  ['regulator', 21],
  ['expert', 9],
  ['report', 3],
  ['campaign', 5],
]);

export function poisson(rate: number, random: Random): number {
  const limit = Math.exp(-rate);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count += 1;
  return count;
}

const byCategory = new Map<string, (typeof allStandards)[number][]>();
for (const one of allStandards) byCategory.set(one.category, [...(byCategory.get(one.category) ?? []), one]);
export const standardIn = (category: string, random: Random) => random.pick(byCategory.get(category) ?? allStandards);
