// Sheets of the exports of danger counts.
import { percentText } from '@anlan/contract/domain/number-text';
import { headingOf } from '@anlan/contract/kit/measure';
import { sideWords, waitingMeasures } from '@anlan/contract/modules/danger/statistics-measures';
import {
  summaryExportColumns,
  type DangerSummary,
  type SummaryExportColumn,
  type WaitingSide,
} from '@anlan/contract/modules/danger/views';
import { definitionLine } from '#kit/definition-line.ts';
import { writeWorkbook, type OutgoingCell } from '#platform/sheets/index.ts';

const whole = (heading: string) => ({ heading, kind: 'integer' as const, width: 14 });
const columns = {
  open: whole('未销号（条）'),
  overdue: whole('其中超期（条）'),
  major: whole('重大未销号（条）'),
  oldestDays: whole('最久未销号（天）'),
  rate: { heading: '整改率', kind: 'text', width: 10 },
  total: whole('近 12 个月（条）'),
} as const;
const cellOf = (row: DangerSummary, key: SummaryExportColumn): OutgoingCell =>
  key === 'rate' ? (row.rate === null ? null : percentText(row.rate)) : row[key];

/** Excel file of the counts by enterprise. The first line describes the filter. */
export function summarySheet(
  rows: readonly DangerSummary[],
  only: readonly SummaryExportColumn[] | undefined,
  { narrowedBy, at, by }: { narrowedBy: string; at: Date; by: string | null },
) {
  const title = '企业隐患汇总（整改率为近 12 个月发现、未作废的隐患中已销号的占比）';
  const keys = summaryExportColumns.filter((key) => only?.includes(key) ?? true);
  return writeWorkbook([
    {
      name: '企业隐患汇总',
      note: definitionLine({ title, count: rows.length, counter: '家', narrowedBy, at, by }),
      columns: [{ heading: '企业', kind: 'text', width: 36 }, ...keys.map((key) => columns[key])],
      rows: [rows.map((row) => [row.enterpriseName, ...keys.map((key) => cellOf(row, key))])],
    },
  ]);
}

export const sidesSheet = (sides: readonly WaitingSide[], today: string) => ({
  name: '轮到谁',
  note: `截至 ${today}；整改按整改期限、复查按复查工作日计算超期；抽样不合格按统计期间计算`,
  columns: [
    { heading: '环节', kind: 'text' as const, width: 20 },
    ...Object.values(waitingMeasures).map((measure) => whole(headingOf(measure))),
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
