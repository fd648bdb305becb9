// The monthly training report of all supervised enterprises of a regulator: list, totals, spreadsheet (RT-26).
import { limits } from '@anlan/contract/limits';
import { educationMeasures as measures } from '@anlan/contract/modules/education-report/measures';
import { formatShare } from '@anlan/contract/modules/education-report/figures';
import type {
  EducationMonth,
  EducationOfFirm,
  EducationSort,
  EducationTotals,
} from '@anlan/contract/modules/education-report/views';
import { periodWords } from '@anlan/contract/modules/report/period';
import type { Sort } from '@anlan/contract/domain/paging';
import { headingOf } from '@anlan/contract/kit/measure';
import { createListExport } from '#kit/list-file.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { countFirms, countMonths, readFirms } from './store.ts';

type Asked = { month: string; keyword?: string | undefined };
type Listed = { filter: Asked; sort: readonly Sort<EducationSort>[] };

const withCounts = async (tx: Tx, month: string, firms: { id: string; name: string }[]): Promise<EducationOfFirm[]> => {
  const ids = firms.map(({ id }) => id);
  const monthById = new Map((await countMonths(tx, ids, [month])).map((one) => [one.id, one]));
  return firms.flatMap((firm) => {
    const counted = monthById.get(firm.id);
    return counted ? [{ ...counted, ...firm }] : [];
  });
};
export const readAll = async (tx: Tx, { month, keyword }: Asked): Promise<EducationOfFirm[]> =>
  withCounts(tx, month, await readFirms(tx, keyword, { limit: limits.export.rows + 1 }));

// Enterprises without due tasks have no rate. They come after all others.
const valueOf = (row: EducationOfFirm, by: Exclude<EducationSort, 'name'>) =>
  by === 'rate' ? (row.due === 0 ? -1 : row.passed / row.due) : row[by];

/** Orders rows, which arrive in the order of their names. */
function inOrder(rows: EducationOfFirm[], [first]: readonly Sort<EducationSort>[]): EducationOfFirm[] {
  if (!first) return rows;
  const { by, desc } = first;
  if (by === 'name') return desc ? rows.toReversed() : rows;
  return rows.toSorted((one, other) => (valueOf(one, by) - valueOf(other, by)) * (desc ? -1 : 1));
}

export function totalsOf(month: string, rows: readonly EducationMonth[]): EducationTotals {
  const sum = (key: Exclude<keyof EducationMonth, 'month'>) => rows.reduce((total, row) => total + row[key], 0);
  return {
    month,
    firms: rows.length,
    plans: sum('plans'),
    due: sum('due'),
    people: sum('people'),
    passed: sum('passed'),
    absent: sum('absent'),
    onlineHours: sum('onlineHours'),
    offlineHours: sum('offlineHours'),
    signed: sum('signed'),
    examined: sum('examined'),
    examPassed: sum('examPassed'),
    talks: sum('talks'),
    meetings: sum('meetings'),
    classes: sum('classes'),
    sessionSigned: sum('sessionSigned'),
  };
}

export async function pageOfRegion(
  tx: Tx,
  { filter, sort, page, size }: Listed & { page: number; size: number },
): Promise<{ rows: EducationOfFirm[]; total: number; page: number; size: number }> {
  const { month, keyword } = filter;
  const total = await countFirms(tx, keyword);
  const offset = (page - 1) * size;
  // The figures are not stored, so an order by a figure counts all enterprises first.
  const rows =
    sort.length === 0
      ? await withCounts(tx, month, await readFirms(tx, keyword, { limit: size, offset }))
      : inOrder(await readAll(tx, filter), sort).slice(offset, offset + size);
  return { rows, total, page, size };
}

const columns: readonly { heading: string; width: number; of: (row: EducationOfFirm) => string | number }[] = [
  { heading: '企业', width: 32, of: ({ name }) => name },
  { heading: headingOf(measures.plans), width: 14, of: ({ plans }) => plans },
  { heading: headingOf(measures.due), width: 14, of: ({ due }) => due },
  { heading: headingOf(measures.passed), width: 14, of: ({ passed }) => passed },
  { heading: '完成率', width: 10, of: ({ passed, due }) => formatShare(passed, due) },
  { heading: headingOf(measures.absent), width: 14, of: ({ absent }) => absent },
  { heading: headingOf(measures.onlineHours), width: 16, of: ({ onlineHours }) => onlineHours },
  { heading: headingOf(measures.offlineHours), width: 16, of: ({ offlineHours }) => offlineHours },
  { heading: '考试合格率', width: 12, of: ({ examPassed, examined }) => formatShare(examPassed, examined) },
  { heading: headingOf(measures.signed), width: 16, of: ({ signed }) => signed },
  { heading: headingOf(measures.talks), width: 14, of: ({ talks }) => talks },
  { heading: headingOf(measures.meetings), width: 14, of: ({ meetings }) => meetings },
  { heading: headingOf(measures.classes), width: 14, of: ({ classes }) => classes },
];

export const createRegionExport = (kit: ModuleKit) =>
  createListExport(
    kit,
    { name: 'educationReport', objectType: 'enterprise', title: '教育月报', sheet: '教育月报', counter: '家' },
    async (tx, { filter, sort }: Listed) => {
      const rowById = new Map(inOrder(await readAll(tx, filter), sort).map((row) => [row.id, row]));
      return {
        ids: [...rowById.keys()],
        narrowedBy: [periodWords('month', filter.month), filter.keyword && `企业名称：${filter.keyword}`]
          .filter(Boolean)
          .join('；'),
        columns: columns.map(({ heading, width }) => ({ heading, kind: 'text' as const, width })),
        read: async (_tx, ids) =>
          ids.flatMap((id) => {
            const row = rowById.get(id);
            return row ? [columns.map(({ of }) => of(row))] : [];
          }),
      };
    },
  );
