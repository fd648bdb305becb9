import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { PageInput } from '@anlan/contract/domain/paging';
import type { Station, StationSort } from '@anlan/contract/domain/station';
import { limits } from '@anlan/contract/limits';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Tx } from '#platform/db/index.ts';
import { writeWorkbook, type OutgoingCell } from '#platform/sheets/index.ts';
import { presentStation } from '../present.ts';
import type { StationFilter } from '../rules.ts';
import type { StationDeps } from '../service.ts';
import { wholeOf } from '../sight/service.ts';
import { orderedIds, rowsByIds, withWordFound } from '../store.ts';

const batch = 500;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

interface Labels {
  kind: ReadonlyMap<string, string>;
  status: ReadonlyMap<string, string>;
}

const columns: readonly { heading: string; width: number; of: (row: Station, labels: Labels) => OutgoingCell }[] = [
  { heading: '编号', width: 18, of: ({ code }) => code },
  { heading: '名称', width: 32, of: ({ name }) => name },
  { heading: '所属企业', width: 36, of: ({ enterpriseName }) => enterpriseName },
  { heading: '类型', width: 14, of: ({ kind }, labels) => labels.kind.get(kind) ?? kind },
  { heading: '级别', width: 12, of: ({ grade }) => grade },
  { heading: '行政区划', width: 28, of: ({ regionName, regionCode }) => regionName ?? regionCode },
  { heading: '地址', width: 36, of: ({ address }) => address },
  { heading: '负责人', width: 14, of: ({ managerName }) => managerName },
  { heading: '负责人电话', width: 16, of: ({ managerPhone }) => managerPhone },
  { heading: '面积（㎡）', width: 14, of: ({ areaSqm }) => (areaSqm === null ? null : String(areaSqm)) },
  { heading: '状态', width: 10, of: ({ status }, labels) => labels.status.get(status) ?? status },
  { heading: '更新时间', width: 20, of: ({ updatedAt }) => formatInstant(updatedAt) },
];

/** Opens the export of the list. */
export function createStationExport({ db, clock, audit, dictionaries, enterprises, vault }: StationDeps) {
  const labelsOf = async (tx: Tx, type: string) =>
    new Map((await dictionaries.itemsOf(tx, type)).map((item) => [item.value, item.label]));

  async function asked(tx: Tx, filter: StationFilter, labels: Labels): Promise<string> {
    const regions = await dictionaries.regionPaths();
    const names = await enterprises.titles(tx, filter.enterpriseId ? [filter.enterpriseId] : []);
    const said: [string, string | undefined][] = [
      ['关键字', filter.keyword],
      ['类型', filter.kind?.map((code) => labels.kind.get(code) ?? code).join('、')],
      ['状态', filter.status?.map((code) => labels.status.get(code) ?? code).join('、')],
      ['区域', filter.regionCode?.map((code) => regions.get(code) ?? code).join('、')],
      ['所属企业', filter.enterpriseId && (names.get(filter.enterpriseId) ?? filter.enterpriseId)],
    ];
    return said.flatMap(([name, value]) => (value ? [`${name}：${value}`] : [])).join('；');
  }

  async function* batches(scope: Scope, ids: string[], labels: Labels): AsyncGenerator<OutgoingCell[][]> {
    for (let from = 0; from < ids.length; from += batch)
      yield await db.scoped(scope, async (tx) => {
        const rows = await rowsByIds(tx, ids.slice(from, from + batch));
        const names = {
          regions: await dictionaries.regionPaths(),
          enterprises: await enterprises.cards(tx, [...new Set(rows.map((row) => row.enterprise_id))]),
        };
        const whole = await wholeOf(vault, tx, rows);
        return rows.map((row) => {
          const shown = presentStation(scope, row, names, whole(row));
          return columns.map(({ of }) => of(shown, labels));
        });
      });
  }

  return {
    /** The filtered list as .xlsx, streamed; each batch is read in a transaction of its own. */
    async export(scope: Scope, { filter, sort }: PageInput<StationFilter, StationSort>) {
      const now = clock.now();
      const { ids, labels, said } = await db.scoped(scope, async (tx) => {
        const found = await orderedIds(tx, await withWordFound(tx, filter), sort, limits.export.rows + 1);
        if (found.length > limits.export.rows)
          throw new AppError('invalid', `结果超过 ${limits.export.rows} 条，请缩小筛选范围后再导出`);
        const known = { kind: await labelsOf(tx, 'stationKind'), status: await labelsOf(tx, 'enableStatus') };
        const words = await asked(tx, filter, known);
        await audit.record(tx, {
          call: 'station.export',
          objectType: 'station',
          taken: found.length,
          note: `${found.length} 行；${words}`.slice(0, 500),
        });
        return { ids: found, labels: known, said: words };
      });
      const who = `${scope.userName ?? ''} 于 ${formatInstant(now)} 导出，共 ${ids.length} 个`;
      const body = writeWorkbook([
        {
          name: '场站',
          note: said === '' ? who : `${who}。筛选条件：${said}`.slice(0, 1_000),
          columns: columns.map(({ heading, width }) => ({ heading, kind: 'text' as const, width })),
          rows: batches(scope, ids, labels),
        },
      ]);
      return { name: `场站清单-${dayOf(now)}.xlsx`, type: xlsx, body };
    },
  };
}
