// Danger counts for tabs, enterprises, the notice board, statistics and their export.
import { percentText, shareOf } from '@anlan/contract/domain/number-text';
import { headingOf, thisQuarter, type Measure } from '@anlan/contract/kit/measure';
import { foundMeasures, waitingMeasures } from '@anlan/contract/modules/danger/statistics-measures';
import { addDays, startOfDay, endOfDay, dayOf, daysBetween, formatInstant } from '@anlan/contract/domain/instant';
import type { PageInput } from '@anlan/contract/domain/paging';
import type { Danger } from '@anlan/contract/modules/danger/resource';
import { dangerStates } from '@anlan/contract/modules/danger/states';
import type {
  Board,
  DangerCounts,
  DangerStatistics,
  SummaryExportColumn,
  SummarySort,
} from '@anlan/contract/modules/danger/views';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { definitionSheet } from '#kit/measured.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { writeWorkbook } from '#platform/sheets/index.ts';
import {
  countHandled,
  countSampled,
  countTabs,
  foundBetween,
  summaryPage,
  type Area,
  type Counted,
} from './danger-counts-store.ts';
import { requireVisible } from '../enterprise/index.ts';
import { sidesOf } from './waiting-by-party.ts';
import { sidesSheet, summarySheet } from './export-sheets.ts';
import type { DangerRow } from './rules.ts';

const boardMost = 500;
const yearDays = 365;
const boardDays = 90;
const summaryMost = 20_000;
const spanMost = 3 * 366;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface NumberDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'audit' | 'dictionaries'>;
  enterprises: { cards: (tx: Tx, ids: string[]) => Promise<Map<string, { name: string }>> };
  dangers: {
    present: (tx: Tx, rows: readonly DangerRow[]) => Promise<Danger[]>;
    rows: (tx: Tx, ids: readonly string[]) => Promise<DangerRow[]>;
  };
  workdayAfter: (tx: Tx, day: string, count: number) => Promise<string>;
}
type Group = 'category' | 'enterprise' | 'department' | 'source' | 'month';
interface SummaryFilter {
  keyword?: string | undefined;
  region?: string[] | undefined;
}
type SummaryWish = PageInput<SummaryFilter, SummarySort>;
type SummaryExportWish = PageInput<SummaryFilter & { columns?: SummaryExportColumn[] | undefined }, SummarySort>;
type StatisticsQuery = Area & { from?: string | undefined; to?: string | undefined; group?: Group | undefined };

const rateOf = ({ found, accepted }: Counted) => shareOf(accepted, found);
const groupWords: Readonly<Record<Group, string>> = {
  category: '隐患类别',
  enterprise: '企业',
  department: '责任部门',
  source: '隐患来源',
  month: '发现月份',
};
const none: Counted = { key: '', found: 0, accepted: 0, overdue: 0, late: 0, major: 0, repeats: 0, costFen: 0 };

export function createNumbers({
  kit: { db, clock, audit, dictionaries },
  enterprises,
  dangers,
  workdayAfter,
}: NumberDeps) {
  const today = () => dayOf(clock.now());

  function spanOf(from: string | undefined, to: string | undefined, usual: (last: string) => string) {
    const last = to ?? today();
    const first = from ?? usual(last);
    if (first > last) throw invalid({ field: 'from', msg: '开始日期不能晚于结束日期' });
    if (daysBetween(first, last) > spanMost) throw invalid({ field: 'from', msg: '统计范围最长三年' });
    return { from: first, to: last };
  }

  async function labelsOf(tx: Tx, group: Group, keys: readonly string[]): Promise<Map<string, string>> {
    if (group === 'month' || group === 'department')
      return new Map(keys.map((key) => [key, key === '' ? '未填责任部门' : key]));
    if (group === 'enterprise')
      return new Map([...(await enterprises.cards(tx, [...keys]))].map(([id, { name }]) => [id, name]));
    const items = await dictionaries.itemsOf(tx, group === 'category' ? 'hiddenDangerCategory' : 'hiddenDangerSource');
    return new Map(items.map(({ value, label }) => [value, label]));
  }

  async function count(tx: Tx, { group = 'category', ...query }: StatisticsQuery): Promise<DangerStatistics> {
    await requireVisible(tx, enterprises, query.enterpriseId);
    const span = spanOf(query.from, query.to, (last) => thisQuarter(last).from);
    const within = { from: startOfDay(span.from), to: endOfDay(span.to), today: today() };
    const lines = await countHandled(tx, query, { ...within, group });
    const [total] = await countHandled(tx, query, { ...within, group: 'all' });
    const labels = await labelsOf(
      tx,
      group,
      lines.map(({ key }) => key),
    );
    const all = total ?? none;
    return {
      ...span,
      total: { ...all, label: '合计', rate: rateOf(all) },
      lines: lines.map((line) => ({ ...line, label: labels.get(line.key) ?? line.key, rate: rateOf(line) })),
      ...(await countSampled(tx, query, span)),
      sides: await sidesOf(tx, query, { today: today(), span, workdayAfter }),
    };
  }

  async function summaryOf(tx: Tx, wish: SummaryWish) {
    const since = startOfDay(addDays(today(), -yearDays));
    const { rows, oldest, total } = await summaryPage(tx, wish, { today: today(), since });
    const days = (id: string) => {
      const first = oldest.get(id);
      return first === undefined ? null : daysBetween(dayOf(first), today());
    };
    return { rows: rows.map((row) => ({ ...row, oldestDays: days(row.id) })), total };
  }

  return {
    counts: (scope: Scope, area: Area): Promise<DangerCounts> =>
      db.read(scope, async (tx) => {
        await requireVisible(tx, enterprises, area.enterpriseId);
        const { lastFoundAt, ...counts } = await countTabs(tx, area, today());
        return { ...counts, lastFoundOn: lastFoundAt === null ? null : dayOf(lastFoundAt) };
      }),
    summary: (scope: Scope, wish: SummaryWish) =>
      db.read(scope, async (tx) => ({ ...(await summaryOf(tx, wish)), page: wish.page, size: wish.size })),
    summaryExport: async (scope: Scope, { filter: { columns, ...filter }, sort }: SummaryExportWish) => {
      const { rows, narrowedBy } = await db.scoped(scope, async (tx) => {
        const all = await summaryOf(tx, { filter, sort, page: 1, size: summaryMost });
        const paths = filter.region?.length ? await dictionaries.regionPaths() : new Map<string, string>();
        const words = [
          filter.keyword ? `企业名称含“${filter.keyword}”` : '',
          filter.region?.length ? `区域：${filter.region.map((code) => paths.get(code) ?? code).join('、')}` : '',
        ];
        const auditEntry = { call: 'danger.summaryExport', objectType: 'danger', taken: all.rows.length };
        await audit.record(tx, { ...auditEntry, note: words.filter(Boolean).join('；') || '全部' });
        return { rows: all.rows, narrowedBy: words.filter(Boolean).join('；') };
      });
      const body = summarySheet(rows, columns, { narrowedBy, at: clock.now(), by: scope.userName });
      return { name: `企业隐患汇总-${today()}.xlsx`, type: xlsx, body };
    },
    board: (
      scope: Scope,
      {
        enterpriseId = scope.enterpriseId ?? undefined,
        ...boardQuery
      }: { enterpriseId?: string | undefined; from?: string | undefined; to?: string | undefined },
    ): Promise<Board> =>
      db.read(scope, async (tx) => {
        if (enterpriseId === undefined) throw invalid({ field: 'enterpriseId', msg: '请选择企业' });
        const card = (await enterprises.cards(tx, [enterpriseId])).get(enterpriseId);
        if (!card) throw new AppError('notFound');
        const span = spanOf(boardQuery.from, boardQuery.to, (last) => addDays(last, -boardDays));
        const ids = await foundBetween(tx, enterpriseId, startOfDay(span.from), endOfDay(span.to), boardMost);
        const dangersById = new Map(
          (await dangers.present(tx, await dangers.rows(tx, ids))).map((row) => [row.id, row]),
        );
        const rows = ids.flatMap((id) => dangersById.get(id) ?? []);
        // The page lists a limited number of dangers; the counts cover all.
        const within = { from: startOfDay(span.from), to: endOfDay(span.to), today: today(), group: 'all' as const };
        const counts = (await countHandled(tx, { enterpriseId }, within))[0] ?? none;
        return {
          enterpriseId,
          enterpriseName: card.name,
          ...span,
          total: counts.found,
          accepted: counts.accepted,
          open: counts.found - counts.accepted,
          overdue: counts.overdue,
          // The schema of the answer leaves out the other fields of the row.
          lines: rows.map((row) => ({
            ...row,
            foundOn: dayOf(row.foundAt),
            status: dangerStates[row.status],
            overdue: row.overdue === true,
            verifiedOn: row.verifiedAt === null ? null : dayOf(row.verifiedAt),
          })),
        };
      }),
    statistics: (scope: Scope, query: StatisticsQuery): Promise<DangerStatistics> =>
      db.read(scope, (tx) => count(tx, query)),
    statisticsExport: async (scope: Scope, query: StatisticsQuery) => {
      const counted = await db.scoped(scope, async (tx) => {
        const all = await count(tx, query);
        await audit.record(tx, {
          call: 'danger.statisticsExport',
          objectType: 'danger',
          taken: all.lines.length,
          note: `${all.from} 至 ${all.to}`,
        });
        return all;
      });
      const { from, to, total, lines, sampled, samplePassed } = counted;
      const word = groupWords[query.group ?? 'category'];
      const description = `${scope.userName ?? ''} 于 ${formatInstant(clock.now())} 导出；按发现日期统计 ${from} 至 ${to}，已作废的不计；抽样复核 ${sampled} 条，通过 ${samplePassed} 条`;
      const shown = foundMeasures;
      const whole = (measure: Measure) => ({ heading: headingOf(measure), kind: 'integer' as const, width: 12 });
      const text = (measure: Measure, width: number) => ({ heading: headingOf(measure), kind: 'text' as const, width });
      const cells = (line: (typeof lines)[number]) => [
        line.label,
        line.found,
        line.accepted,
        line.rate === null ? null : percentText(line.rate),
        line.overdue,
        line.late,
        line.major,
        line.repeats,
        (line.costFen / 100).toFixed(2),
      ];
      const body = writeWorkbook([
        {
          name: '隐患统计',
          note: description,
          columns: [
            { heading: word, kind: 'text', width: 30 },
            whole(shown.foundInPeriod),
            whole(shown.acceptedInPeriod),
            text(shown.acceptedRate, 10),
            whole(shown.overdueInPeriod),
            whole(shown.lateInPeriod),
            whole(shown.majorInPeriod),
            whole(shown.repeatsInPeriod),
            text(shown.costInPeriod, 16),
          ],
          rows: [[...lines.map(cells), cells(total)]],
        },
        sidesSheet(counted.sides, today()),
        definitionSheet([...Object.values(foundMeasures), ...Object.values(waitingMeasures)]),
      ]);
      return { name: `隐患统计-${from}至${to}.xlsx`, type: xlsx, body };
    },
  };
}
