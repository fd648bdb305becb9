// Columns of the import file: how a cell is read, and how the template shows the column.
import { importColumns, type ImportColumn } from '@anlan/contract/modules/enterprise/enterprise';
import { maskPhone } from '@anlan/contract/domain/phone';
import type { Tx } from '#platform/db/index.ts';
import { industryFinder, itemFinder, regionFinder, type Finder } from '#kit/import/find-codes.ts';
import {
  codeReader,
  codesReader,
  readCount,
  readCreditCode,
  readDay,
  readPhone,
  textReader,
} from '#kit/import/read-cells.ts';
import type { FieldReader } from '#kit/import/read-fields.ts';
import { codesAmong } from '#kit/import/region-code-store.ts';
import type { FileColumn, TemplateRows } from '#kit/import/sheets.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';

export const requiredColumns: ReadonlySet<ImportColumn> = new Set([
  'name',
  'creditCode',
  'regionCode',
  'registeredAddress',
  'industryCode',
  'supervisionKind',
  'legalPerson',
  'safetyManagerName',
  'safetyManagerPhone',
]);

const readers: Partial<Record<ImportColumn, FieldReader>> = {
  name: textReader(100),
  creditCode: readCreditCode,
  town: textReader(30),
  registeredAddress: textReader(200),
  businessAddress: textReader(200),
  headcount: readCount,
  legalPerson: textReader(30),
  headName: textReader(30),
  headPhone: readPhone,
  safetyManagerName: textReader(30),
  safetyManagerPhone: readPhone,
  establishedOn: readDay,
  remark: textReader(500, { dayFits: true }),
};
const dictionaryColumns = [
  ['supervisionKind', 'supervisionKind'],
  ['enterpriseSize', 'enterpriseSize'],
  ['economicType', 'economicType'],
  ['standardLevel', 'standardLevel'],
  ['hazardFeatures', 'hazardFeature'],
  ['carTypes', 'carType'],
] as const satisfies (readonly [ImportColumn, string])[];
const phones: ReadonlySet<ImportColumn> = new Set(['headPhone', 'safetyManagerPhone']);
const several: ReadonlySet<ImportColumn> = new Set(['hazardFeatures', 'carTypes']);

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

/** Column of a problem that a check of the whole row finds. */
export const problemColumn = (key: ImportColumn) => ({
  key,
  label: new Map<string, string>(importColumns).get(key) ?? key,
  mask: phones.has(key) ? maskPhone : undefined,
});

type Finders = Readonly<Partial<Record<ImportColumn, Finder>>>;
type Choices = Readonly<Partial<Record<ImportColumn, readonly string[]>>>;
const noFinder: Finder = (text) => ({ cause: `没有“${text}”这一项`, remedy: '请从模板的下拉列表中选择' });

export const columnsWith = (finders: Finders, choices: Choices = {}): FileColumn[] =>
  importColumns.map(([key]) => ({
    ...problemColumn(key),
    required: requiredColumns.has(key),
    read: readers[key] ?? (several.has(key) ? codesReader : codeReader)(finders[key] ?? noFinder),
    width: widths[key] ?? 14,
    hint: hints[key],
    choices: choices[key],
    // A cell may contain several values, or only the code of an industry.
    mayDiffer: several.has(key) || key === 'industryCode',
  }));

export async function columnsOf(dictionaries: DictionaryModule, tx: Tx): Promise<FileColumn[]> {
  const industries = await dictionaries.industryNames();
  const finders: Partial<Record<ImportColumn, Finder>> = {
    industryCode: industryFinder(industries),
    regionCode: regionFinder(
      await dictionaries.regionPaths(),
      await dictionaries.endedRegions(),
      await codesAmong(tx, 'enterprise', 'region_code'),
    ),
  };
  const choices: Partial<Record<ImportColumn, string[]>> = {
    industryCode: [...industries].map(([code, name]) => `${code} ${name}`),
  };
  for (const [column, dictionary] of dictionaryColumns) {
    const items = (await dictionaries.itemsOf(tx, dictionary)).filter(({ enabled }) => enabled);
    finders[column] = itemFinder(items);
    choices[column] = items.map(({ label }) => label);
  }
  return columnsWith(finders, choices);
}

const examples: Partial<Record<ImportColumn, string>>[] = [
  {
    name: '杭州安澜机械有限公司',
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
    name: '云岭平安运输有限公司',
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
export const template: TemplateRows = { examples, preparedTo: 5_000 };
