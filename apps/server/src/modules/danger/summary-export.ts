// Excel export of danger counts by enterprise. The first line describes the filter.
import { percentText } from '@anlan/contract/domain/number-text';
import type { DangerSummary } from '@anlan/contract/modules/danger/views';
import { definitionLine } from '#kit/definition-line.ts';
import { writeWorkbook } from '#platform/sheets/index.ts';

const whole = (heading: string) => ({ heading, kind: 'integer' as const, width: 14 });

export function summarySheet(
  rows: readonly DangerSummary[],
  { narrowedBy, at, by }: { narrowedBy: string; at: Date; by: string | null },
) {
  const title = '企业隐患汇总（整改率为近 12 个月发现、未作废的隐患中已销号的占比）';
  return writeWorkbook([
    {
      name: '企业隐患汇总',
      note: definitionLine({ title, count: rows.length, counter: '家', narrowedBy, at, by }),
      columns: [
        { heading: '企业', kind: 'text', width: 36 },
        whole('未销号（条）'),
        whole('其中超期（条）'),
        whole('重大未销号（条）'),
        whole('最久未销号（天）'),
        { heading: '整改率', kind: 'text', width: 10 },
        whole('近 12 个月（条）'),
      ],
      rows: [
        rows.map(({ enterpriseName, open, overdue, major, oldestDays, rate, total }) => [
          enterpriseName,
          open,
          overdue,
          major,
          oldestDays,
          rate === null ? null : percentText(rate),
          total,
        ]),
      ],
    },
  ]);
}
