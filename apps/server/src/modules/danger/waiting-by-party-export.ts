import { headingOf } from '@anlan/contract/kit/measure';
import { sideWords, waitingMeasures } from '@anlan/contract/modules/danger/statistics-measures';
import type { WaitingSide } from '@anlan/contract/modules/danger/views';

export const sidesSheet = (sides: readonly WaitingSide[], today: string) => ({
  name: '轮到谁',
  note: `截至 ${today}；整改按整改期限、复查按复查工作日计算超期；抽样不合格按统计期间计算`,
  columns: [
    { heading: '环节', kind: 'text' as const, width: 20 },
    ...Object.values(waitingMeasures).map((measure) => ({
      heading: headingOf(measure),
      kind: 'integer' as const,
      width: 14,
    })),
  ],
  rows: [
    sides.map(({ side, waiting, late, lateDays, longestDays, sampleFailed }) => [
      sideWords[side].label,
      waiting,
      late,
      lateDays,
      longestDays,
      sampleFailed,
    ]),
  ],
});
