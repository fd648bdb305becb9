import { importColumns, type ImportColumn } from '@anlan/contract/domain/enterprise';
import { exampleMark } from '#kernel/example-rows.ts';
import type { OutgoingCell, OutgoingSheet, SheetColumn } from '#platform/sheets/index.ts';
import { requiredColumns, type RowProblem } from './rules.ts';

/** Labels that the template's drop-downs offer, by column. */
export type Choices = Readonly<Partial<Record<ImportColumn, readonly string[]>>>;

const widths: Partial<Record<ImportColumn, number>> = {
  name: 34,
  creditCode: 24,
  regionCode: 26,
  registeredAddress: 36,
  businessAddress: 36,
  industryCode: 26,
  headPhone: 16,
  safetyManagerPhone: 16,
  hazardFeatures: 24,
  carTypes: 20,
  remark: 24,
};
const hints: Partial<Record<ImportColumn, string>> = {
  creditCode: '18位统一社会信用代码，整列为文本格式',
  regionCode: '全称或6位代码，如 浙江省杭州市西湖区 或 330106',
  businessAddress: '不填时与注册地址相同',
  industryCode: '从列表选择，或填写代码，如 G54',
  headcount: '只填数字',
  headPhone: '11位手机号码',
  safetyManagerPhone: '11位手机号码',
  establishedOn: '按 2026-01-31 的格式填写',
  hazardFeatures: '多项用“；”隔开，没有请填 无',
  carTypes: '多项用“；”隔开',
};
const severe: ReadonlySet<ImportColumn> = new Set([
  'supervisionKind',
  'enterpriseSize',
  'economicType',
  'standardLevel',
]);
const listed = '选项';
const letters = (index: number) => String.fromCharCode(65 + index);

const examples: Partial<Record<ImportColumn, string>>[] = [
  {
    name: `${exampleMark}杭州安澜机械有限公司`,
    creditCode: '91330108DEM000014W',
    regionCode: '浙江省杭州市滨江区',
    registeredAddress: '滨江区示例路 1 号',
    industryCode: 'C34 通用设备制造业',
    supervisionKind: '工贸',
    enterpriseSize: '小型',
    economicType: '有限责任公司',
    headcount: '86',
    legalPerson: '王示例',
    headName: '王示例',
    headPhone: '13800000001',
    safetyManagerName: '李示例',
    safetyManagerPhone: '13800000002',
    establishedOn: '2018-06-01',
    standardLevel: '三级',
    hazardFeatures: '粉尘涉爆；有限空间',
    remark: '示例行，导入时自动跳过',
  },
  {
    name: `${exampleMark}云岭平安运输有限公司`,
    creditCode: '91530102DEM000022E',
    regionCode: '530102',
    registeredAddress: '五华区示例街 2 号',
    businessAddress: '五华区货运站 3 号',
    industryCode: 'G54',
    supervisionKind: '交通运输',
    enterpriseSize: '中型',
    headcount: '240',
    legalPerson: '赵示例',
    safetyManagerName: '钱示例',
    safetyManagerPhone: '13800000003',
    hazardFeatures: '无',
    carTypes: '普通货车；危险货物运输车',
    remark: '示例行，导入时自动跳过',
  },
];

/** The template: drop-downs, hints and two rows that show how. */
export function templateSheets(choices: Choices): OutgoingSheet[] {
  const lists = importColumns.flatMap(([column, label]) => {
    const values = choices[column];
    return values === undefined ? [] : [{ column, label, values }];
  });
  const columns = importColumns.map(([column, heading]): SheetColumn => {
    const place = lists.findIndex((list) => list.column === column);
    const values = lists[place]?.values ?? [];
    const range = `'${listed}'!$${letters(place)}$2:$${letters(place)}$${values.length + 1}`;
    const hint = hints[column];
    return {
      heading,
      kind: 'text',
      width: widths[column] ?? 14,
      required: requiredColumns.has(column),
      ...(hint === undefined ? {} : { hint }),
      ...(values.length > 0 ? { choices: { range, severe: severe.has(column) } } : {}),
    };
  });
  const rows = examples.map((example) => importColumns.map(([column]): OutgoingCell => example[column] ?? null));
  const longest = Math.max(0, ...lists.map((list) => list.values.length));
  const options = Array.from({ length: longest }, (_, row) =>
    lists.map((list): OutgoingCell => list.values[row] ?? null),
  );
  return [
    { name: '企业导入', columns, rows: [rows], preparedTo: 5_000 },
    {
      name: listed,
      columns: lists.map(({ label }) => ({ heading: label, kind: 'text' as const, width: 28 })),
      rows: [options],
    },
  ];
}

/** A wrong row for the file of errors. */
export interface BadRow {
  row_no: number;
  cells: Partial<Record<ImportColumn, string>>;
  problems: RowProblem[];
}

/** Wrong rows as they were sent, each with what is wrong with it; the file can be corrected and sent again. */
export function errorSheet(batches: AsyncIterable<BadRow[]>): OutgoingSheet {
  async function* rows(): AsyncGenerator<OutgoingCell[][]> {
    for await (const batch of batches)
      yield batch.map(({ row_no, cells, problems }) => [
        ...importColumns.map(([column]) => cells[column] ?? null),
        row_no,
        problems.map(({ column, cause, remedy }) => `${column}：${cause}。${remedy}`).join('\n'),
      ]);
  }
  return {
    name: '错误行',
    columns: [
      ...importColumns.map(([column, heading]) => ({
        heading,
        kind: 'text' as const,
        width: widths[column] ?? 14,
        required: requiredColumns.has(column),
      })),
      { heading: '原行号', kind: 'integer', width: 10 },
      { heading: '错误原因', kind: 'text', width: 80 },
    ],
    rows: rows(),
  };
}
