/** Grades of accidents (国务院令第493号第三条), the least first. */
export const accidentGrades = ['general', 'larger', 'major', 'extraordinary'] as const;
/** Grade of an accident. */
export type AccidentGrade = (typeof accidentGrades)[number];

/** What an accident did. */
export interface Harm {
  readonly deaths: number;
  readonly seriousInjuries: number;
  readonly lossFen: number;
}
const yiFen = 1_0000_0000_00;
const wanFen = 1_0000_00;
/** Least figure of each grade above the lowest, by what is counted. */
const bounds: readonly (readonly [keyof Harm, readonly number[]])[] = [
  ['deaths', [3, 10, 30]],
  ['seriousInjuries', [10, 50, 100]],
  ['lossFen', [1000 * wanFen, 5000 * wanFen, yiFen]],
];

/** The grade of an accident: each figure reaches one, the worst counts. */
export function gradeOf(harm: Harm): AccidentGrade {
  const reached = bounds.map(([key, least]) => least.filter((bound) => harm[key] >= bound).length);
  return accidentGrades[Math.max(...reached)] ?? 'general';
}
