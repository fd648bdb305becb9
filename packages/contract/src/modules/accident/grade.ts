/** Grades of accidents, lowest first (国务院令第493号第三条). */
export const accidentGrades = ['general', 'larger', 'major', 'extraordinary'] as const;
export type AccidentGrade = (typeof accidentGrades)[number];

export interface Harm {
  readonly deaths: number;
  readonly seriousInjuries: number;
  readonly lossFen: number;
}
const yiFen = 1_0000_0000_00;
const wanFen = 1_0000_00;
/** For each kind of harm: the smallest number that reaches the second, third and fourth grade. */
const bounds: readonly (readonly [keyof Harm, readonly number[]])[] = [
  ['deaths', [3, 10, 30]],
  ['seriousInjuries', [10, 50, 100]],
  ['lossFen', [1000 * wanFen, 5000 * wanFen, yiFen]],
];

/** Returns the grade of an accident. Each kind of harm gives a grade; the highest one counts. */
export function gradeOf(harm: Harm): AccidentGrade {
  const reached = bounds.map(([key, least]) => least.filter((bound) => harm[key] >= bound).length);
  return accidentGrades[Math.max(...reached)] ?? 'general';
}
