import type { WaitingSide } from '@anlan/contract/modules/danger/views';

const words: Readonly<Record<WaitingSide['side'], string>> = {
  enterprise: '企业整改',
  head: '主要负责人签批',
  verifier: '企业复查',
  regulator: '监管复查',
  sample: '监管抽样复核',
};

export const sidesSheet = (sides: readonly WaitingSide[], today: string) => ({
  name: '轮到谁',
  note: `截至 ${today}；整改按整改期限、复查按复查工作日计算超期；抽样不合格按统计期间计算`,
  columns: [
    { heading: '环节', kind: 'text' as const, width: 20 },
    ...['等待办理（条）', '超期（条）', '超期天数合计', '最长超期（天）', '抽样不合格（条）'].map((heading) => ({
      heading,
      kind: 'integer' as const,
      width: 14,
    })),
  ],
  rows: [
    sides.map(({ side, waiting, late, lateDays, longestDays, sampleFailed }) => [
      words[side],
      waiting,
      late,
      lateDays,
      longestDays,
      sampleFailed,
    ]),
  ],
});
