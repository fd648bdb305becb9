// Methods of judging risk with their factors and bands: LEC, LS, LC and direct judgement (domain.md §2.3).
import * as z from 'zod/mini';
import type { RiskLevel } from '../enterprise/codes.ts';

/** Levels from the worst to the lowest. */
export const riskLevels = ['major', 'considerable', 'general', 'low'] as const satisfies readonly RiskLevel[];
/** How bad a level is: 4 for major, 1 for low. */
export const rankOf = (level: RiskLevel): number => riskLevels.length - riskLevels.indexOf(level);

/** A factor of a method: what it says, and which values it may have. */
export interface Factor {
  readonly key: FactorKey;
  readonly label: string;
  /** Values with their words; none where any number up to `most` is meant. */
  readonly values?: readonly (readonly [value: number, words: string])[];
  /** A number above 0 and at most this. */
  readonly most?: number;
}
/** Keys of factors. */
export type FactorKey = 'L' | 'E' | 'C' | 'S';
/** Methods that compute a score. */
export type ScoredMethod = 'LEC' | 'LS' | 'LC';
/** Ways to judge a risk. */
export const riskMethods = ['LEC', 'LS', 'LC', 'direct'] as const;
/** A way to judge a risk. */
export type RiskMethod = (typeof riskMethods)[number];

/** A method that computes a score from factors. */
export interface Method {
  readonly label: string;
  /** Letter of the score: D or R. */
  readonly score: 'D' | 'R';
  readonly factors: readonly Factor[];
  /** Lower bounds of major, considerable and general where the unit has set none of its own. */
  readonly bands: readonly [number, number, number];
  /**
   * Whether a score that equals a bound already has the bound's level. LEC: 320 is still considerable, 160 considerable,
   * 70 general; LS: 20 is major; LC: 55, 20 and 5 belong to the level below.
   */
  readonly reached: readonly [boolean, boolean, boolean];
  /** Not compared with the official text yet. */
  readonly uncertain?: true;
}

/** The methods by their code. */
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
    reached: [false, true, true],
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
    reached: [true, true, true],
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
    reached: [false, false, false],
    uncertain: true,
  },
};

/** Whether a method computes a score. */
export const isScored = (method: string): method is ScoredMethod => method in methods;

const factor = z.optional(z.nullable(z.number('请选择取值').check(z.gt(0, '取值应大于 0'), z.lte(100, '取值过大'))));
/** Values of the factors of a method, or the level that is judged directly. */
export const factorValues = z.object({
  /** 可能性 */
  L: factor,
  /** 暴露频率 */
  E: factor,
  /** 后果 */
  C: factor,
  /** 严重性 */
  S: factor,
  /** The level, where it is judged directly. */
  level: z.optional(z.nullable(z.enum(riskLevels, '请选择风险等级'))),
});
/** Values of the factors of a method. */
export type FactorValues = z.output<typeof factorValues>;

/** Lower bounds of major, considerable and general by method; the unit's own or those of the method. */
export type Bands = Readonly<Record<ScoredMethod, readonly number[]>>;
/** The bounds of the methods themselves. */
export const usualBands: Bands = { LEC: methods.LEC.bands, LS: methods.LS.bands, LC: methods.LC.bands };

/** Why values do not fit a method, or null. */
export function factorsProblem(method: string, values: FactorValues): string | null {
  if (!isScored(method)) return values.level ? null : '请选择风险等级';
  for (const { key, label, values: known, most } of methods[method].factors) {
    const value = values[key] ?? null;
    if (value === null) return `请选择${label}`;
    if (known && !known.some(([one]) => one === value)) return `${label}没有取值 ${value}`;
    if (most !== undefined && value > most) return `${label}不能大于 ${most}`;
  }
  return null;
}

/** The level of a score by bounds. */
export function levelOfScore(method: ScoredMethod, score: number, bands: Bands = usualBands): RiskLevel {
  const { reached, bands: usual } = methods[method];
  const at = [0, 1, 2].find((place) => {
    const bound = bands[method][place] ?? usual[place] ?? 0;
    return reached[place] ? score >= bound : score > bound;
  });
  return riskLevels[at ?? 3] ?? 'low';
}

/** Score and level that values mean; null where something is missing. The score is kept to two digits. */
export function assessRisk(
  method: string,
  values: FactorValues,
  bands: Bands = usualBands,
): { score: number | null; level: RiskLevel } | null {
  if (factorsProblem(method, values) !== null) return null;
  if (!isScored(method)) return values.level ? { score: null, level: values.level } : null;
  // Tenths multiply inexactly: 0.1 × 3 × 7 is not 2.1.
  const product = methods[method].factors.reduce((score, { key }) => score * (values[key] ?? 0), 1);
  const score = Math.round(product * 100) / 100;
  return { score, level: levelOfScore(method, score, bands) };
}

/** How a score came about: LEC：3 × 6 × 15 = 270. */
export function formulaOf(method: string, values: FactorValues, score: number | null): string | null {
  if (!isScored(method) || score === null) return null;
  return `${method}：${methods[method].factors.map(({ key }) => values[key]).join(' × ')} = ${score}`;
}
