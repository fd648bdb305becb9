// Excel export of danger counts by enterprise. The first line describes the filter.
import { percentText } from '@anlan/contract/domain/number-text';
import {
  summaryExportColumns,
  type DangerSummary,
  type SummaryExportColumn,
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
