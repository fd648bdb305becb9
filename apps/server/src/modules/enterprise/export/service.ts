import type { Enterprise, EnterpriseSort } from '@anlan/contract/domain/enterprise';
import { enterpriseFieldRows, type EnterpriseField } from '@anlan/contract/domain/enterprise-fields';
import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import type { PageInput } from '@anlan/contract/domain/paging';
import { limits } from '@anlan/contract/limits';
import type { Clock } from '#kernel/clock.ts';
import { AppError } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import type { Db, Tx } from '#platform/db/index.ts';
import { writeWorkbook, type ColumnKind, type OutgoingCell } from '#platform/sheets/index.ts';
import type { AuditRoom } from '../../audit/index.ts';
import type { DictionaryRoom } from '../../dictionary/index.ts';
import type { UserRoom } from '../../user/index.ts';
import { presentEnterprise } from '../present.ts';
import { narrowFilter, type ListFilter } from '../rules.ts';
import { orderedIds, rowsByIds, withWordFound } from '../store.ts';

/** What the export leans on. */
export interface ExportDeps {
  db: Db;
  clock: Clock;
  audit: Pick<AuditRoom, 'record'>;
  dictionaries: DictionaryRoom;
  users: Pick<UserRoom, 'names'>;
}

const batch = 500;
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

// What a regulator takes along: who, where, what, whose turn, what runs out; the file itself stays in the house.
const columns: readonly (keyof Enterprise)[] = [
  'name',
  'creditCode',
  'enterpriseCode',
  'status',
  'color',
  'healthScore',
  'supervisionKind',
  'regionName',
  'registeredAddress',
  'businessAddress',
  'industryName',
  'enterpriseSize',
  'headcount',
  'legalPerson',
  'headName',
  'headPhone',
  'safetyManagerName',
  'safetyManagerPhone',
  'officerName',
  'standardLevel',
  'hazardFeatures',
  'licenceTo',
  'standardTo',
  'policyTo',
  'transportLicenceTo',
  'membershipTo',
  'profileRate',
  'dossierRate',
  'joinedAt',
  'activatedAt',
  'updatedAt',
];
const named: Partial<Record<keyof Enterprise, string>> = {
  regionName: '行政区划',
  industryName: '行业',
  officerName: '监管责任人',
};
const fields = new Map<string, EnterpriseField>(enterpriseFieldRows.map((field) => [field.name, field]));

const kindOf = (column: string): ColumnKind => {
  const type = fields.get(column)?.type;
  return type === 'integer' ? 'integer' : type === 'day' ? 'day' : type === 'instant' ? 'instant' : 'text';
};

type Labels = ReadonlyMap<string, ReadonlyMap<string, string>>;

function cellOf(row: Enterprise, column: keyof Enterprise, labels: Labels): OutgoingCell {
  const value = row[column];
  const known = labels.get(column);
  const label = (code: string) => known?.get(code) ?? code;
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((code) => label(String(code))).join('；');
  if (typeof value === 'string') return known ? label(value) : value;
  if (typeof value === 'number' || value instanceof Date) return value;
  return String(value);
}

const filterNames: Record<string, string> = {
  keyword: '关键字',
  standardGrade: '标准化等级',
  hazardFeature: '危险特征',
  officerId: '监管责任人',
  expiring: '天内到期',
};
// The first line of the sheet says what was asked for, in the words of the screen.
function filterText(filter: ListFilter, labels: Labels): string {
  const column = (name: string) =>
    name === 'standardGrade' ? 'standardLevel' : name === 'hazardFeature' ? 'hazardFeatures' : name;
  return Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const known = labels.get(column(name));
      const values = (Array.isArray(value) ? value : [value]).map((code) => known?.get(String(code)) ?? String(code));
      return `${filterNames[name] ?? fields.get(name)?.label ?? name}：${values.join('、')}`;
    })
    .join('；');
}

/** Opens the export of the list. */
export function createEnterpriseExport({ db, clock, audit, dictionaries, users }: ExportDeps) {
  async function labelsOf(tx: Tx): Promise<Labels> {
    const labels = new Map<string, ReadonlyMap<string, string>>();
    for (const column of columns) {
      const dictionary = fields.get(column)?.dictionary;
      if (dictionary === undefined) continue;
      const items = await dictionaries.itemsOf(tx, dictionary);
      labels.set(column, new Map(items.map((item) => [item.code, item.label])));
    }
    return labels;
  }

  const read = (scope: Scope, ids: string[]): Promise<Enterprise[]> =>
    db.scoped(scope, async (tx) => {
      const rows = await rowsByIds(tx, ids);
      const names = {
        regions: await dictionaries.regionPaths(),
        industries: await dictionaries.industryNames(),
        officers: await users.names(
          tx,
          rows.map((row) => row.officer_id),
        ),
      };
      return rows.map((row) => presentEnterprise(scope, row, names));
    });

  async function* batches(scope: Scope, ids: string[], labels: Labels): AsyncGenerator<OutgoingCell[][]> {
    for (let from = 0; from < ids.length; from += batch) {
      const rows = await read(scope, ids.slice(from, from + batch));
      yield rows.map((row) => columns.map((column) => cellOf(row, column, labels)));
    }
  }

  return {
    /** The filtered list as .xlsx, streamed; each batch is read in a transaction of its own. */
    async export(scope: Scope, { filter, sort }: PageInput<ListFilter, EnterpriseSort>) {
      const now = clock.now();
      const { ids, labels, asked } = await db.scoped(scope, async (tx) => {
        const where = await withWordFound(tx, narrowFilter(filter, dayOf(now)));
        const found = await orderedIds(tx, where, sort, limits.export.rows + 1);
        if (found.length > limits.export.rows)
          throw new AppError('invalid', `结果超过 ${limits.export.rows} 条，请缩小筛选范围后再导出`);
        const labels = await labelsOf(tx);
        const asked = filterText(filter, labels);
        const note = `${found.length} 行；${asked}`.slice(0, 500);
        await audit.record(tx, { call: 'enterprise.export', objectType: 'enterprise', note });
        return { ids: found, labels, asked };
      });
      const who = `${scope.userName ?? ''} 于 ${formatInstant(now)} 导出，共 ${ids.length} 家`;
      const body = writeWorkbook([
        {
          name: '企业',
          note: asked === '' ? who : `${who}。筛选条件：${asked}`.slice(0, 1_000),
          columns: columns.map((column) => ({
            heading: named[column] ?? fields.get(column)?.label ?? column,
            kind: kindOf(column),
            width: column === 'name' || column.endsWith('Address') ? 36 : column === 'creditCode' ? 24 : 16,
          })),
          rows: batches(scope, ids, labels),
        },
      ]);
      return { name: `企业清单-${dayOf(now)}.xlsx`, type: xlsx, body };
    },
  };
}
