// Methods of risk assessment with their factors and level bounds: LEC, LS, LC and direct judgement.
import * as z from 'zod/mini';
import type { RiskLevel } from '../enterprise/codes.ts';

/** Risk levels, highest first. */
export const riskLevels = ['major', 'considerable', 'general', 'low'] as const satisfies readonly RiskLevel[];
/** Rank of a risk level: 4 for major to 1 for low. */
export const rankOf = (level: RiskLevel): number => riskLevels.length - riskLevels.indexOf(level);

export interface Factor {
  readonly key: FactorKey;
  readonly label: string;
  /** Allowed values of the factor with labels. Absent if any number up to `most` is allowed. */
  readonly values?: readonly (readonly [value: number, words: string])[];
  /** Upper limit of the factor, which must be above 0. */
  readonly most?: number;
}
export type FactorKey = 'L' | 'E' | 'C' | 'S';
export type ScoredMethod = 'LEC' | 'LS' | 'LC';
export const riskMethods = ['LEC', 'LS', 'LC', 'direct'] as const;

export interface Method {
  readonly label: string;
  readonly score: 'D' | 'R';
  readonly factors: readonly Factor[];
  /** Default lower bounds of the levels major, considerable and general. A unit may set its own bounds. */
  readonly bands: readonly [number, number, number];
  /**
   * Whether a score equal to a bound has the higher level, for each bound. LEC: 320 and 160 are considerable, 70 is
   * general. LS: 20 is major. LC: 55, 20 and 5 have the lower level.
   */
  readonly isBoundIncluded: readonly [boolean, boolean, boolean];
  /** Whether the values were not yet compared with the official text. */
  readonly isUnverified?: true;
}

export const methods: Readonly<Record<ScoredMethod, Method>> = {
  LEC: {
    label: '作业条件危险性分析法',
    score: 'D',
    factors: [
      {
        key: 'L',
        label: '事故发生的可能性',
        values: [
          [10, '完全可以预料'],
          [6, '相当可能'],
          [3, '可能，但不经常'],
          [1, '可能性小，完全意外'],
          [0.5, '很不可能，可以设想'],
          [0.2, '极不可能'],
          [0.1, '实际不可能'],
        ],
      },
      {
        key: 'E',
        label: '人员暴露于危险环境的频繁程度',
        values: [
          [10, '连续暴露'],
          [6, '每天工作时间内暴露'],
          [3, '每周一次或偶然暴露'],
          [2, '每月一次暴露'],
          [1, '每年几次暴露'],
          [0.5, '非常罕见地暴露'],
        ],
      },
      {
        key: 'C',
        label: '发生事故可能造成的后果',
        values: [
          [100, '大灾难，许多人死亡'],
          [40, '灾难，数人死亡'],
          [15, '非常严重，一人死亡'],
          [7, '严重，重伤'],
          [3, '重大，致残'],
          [1, '引人注目，不利于基本的安全卫生要求'],
        ],
      },
    ],
    bands: [320, 160, 70],
    isBoundIncluded: [false, true, true],
  },
  LS: {
    label: '风险矩阵法',
    score: 'R',
    factors: [
      {
        key: 'L',
        label: '可能性',
        values: [
          [5, '极有可能'],
          [4, '很可能'],
          [3, '可能'],
          [2, '不太可能'],
          [1, '极不可能'],
        ],
      },
      {
        key: 'S',
        label: '严重性',
        values: [
          [5, '特别严重'],
          [4, '严重'],
          [3, '较严重'],
          [2, '一般'],
          [1, '轻微'],
        ],
      },
    ],
    bands: [20, 15, 9],
    isBoundIncluded: [true, true, true],
  },
  LC: {
    label: '公路水路行业风险评估法',
    score: 'D',
    factors: [
      { key: 'L', label: '可能性', most: 10 },
      {
        key: 'C',
        label: '后果严重程度',
        values: [
          [10, '特别严重'],
          [5, '严重'],
          [2, '较严重'],
          [1, '不严重'],
        ],
      },
    ],
    bands: [55, 20, 5],
    isBoundIncluded: [false, false, false],
    isUnverified: true,
  },
};

export const isScored = (method: string): method is ScoredMethod => method in methods;

const factor = z.optional(z.nullable(z.number('请选择取值').check(z.gt(0, '取值应大于 0'), z.lte(100, '取值过大'))));
export const factorValues = z.object({
  L: factor,
  E: factor,
  C: factor,
  S: factor,
  level: z.optional(z.nullable(z.enum(riskLevels, '请选择风险等级'))),
});
export type FactorValues = z.output<typeof factorValues>;

/** Lower bounds of major, considerable and general by method: the unit's own or the defaults. */
export type Bands = Readonly<Record<ScoredMethod, readonly number[]>>;
export const defaultBands: Bands = { LEC: methods.LEC.bands, LS: methods.LS.bands, LC: methods.LC.bands };

export function factorsProblem(method: string, values: FactorValues): string | null {
  if (!isScored(method)) return values.level ? null : '请选择风险等级';
  for (const { key, label, values: allowedValues, most } of methods[method].factors) {
    const value = values[key] ?? null;
    if (value === null) return `请选择${label}`;
    if (allowedValues && !allowedValues.some(([one]) => one === value)) return `${label}没有取值 ${value}`;
    if (most !== undefined && value > most) return `${label}不能大于 ${most}`;
  }
  return null;
}

export function levelOfScore(method: ScoredMethod, score: number, bands: Bands = defaultBands): RiskLevel {
  const { isBoundIncluded: reached, bands: defaults } = methods[method];
  const at = [0, 1, 2].find((place) => {
    const bound = bands[method][place] ?? defaults[place] ?? 0;
    return reached[place] ? score >= bound : score > bound;
  });
  return riskLevels[at ?? 3] ?? 'low';
}

/** Computes score and level; null if a value is missing. The score is rounded to two decimals. */
export function assessRisk(
  method: string,
  values: FactorValues,
  bands: Bands = defaultBands,
): { score: number | null; level: RiskLevel } | null {
  if (factorsProblem(method, values) !== null) return null;
  if (!isScored(method)) return values.level ? { score: null, level: values.level } : null;
  // Products of decimals are inexact (0.1 × 3 × 7 is not 2.1), so the score is rounded.
  const product = methods[method].factors.reduce((score, { key }) => score * (values[key] ?? 0), 1);
  const score = Math.round(product * 100) / 100;
  return { score, level: levelOfScore(method, score, bands) };
}

/** Returns the formula of a score for display: LEC：3 × 6 × 15 = 270. */
export function formulaOf(method: string, values: FactorValues, score: number | null): string | null {
  if (!isScored(method) || score === null) return null;
  return `${method}：${methods[method].factors.map(({ key }) => values[key]).join(' × ')} = ${score}`;
}
