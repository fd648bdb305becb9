import { importColumns, type ImportColumn } from '@anlan/contract/modules/enterprise/enterprise';
import { templateSheets, type SheetLook } from '#kit/import/sheets.ts';
import { requiredColumns } from './rules.ts';

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
// What several of may stand in one cell, or a code.
const several: ReadonlySet<ImportColumn> = new Set(['industryCode', 'hazardFeatures', 'carTypes']);

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

/** How the columns look, with what their drop-downs offer. */
export const columnsWith = (choices: Choices = {}): SheetLook[] =>
  importColumns.map(([key, label]) => ({
    key,
    label,
    required: requiredColumns.has(key),
    width: widths[key] ?? 14,
    hint: hints[key],
    choices: choices[key],
    mayDiffer: several.has(key),
  }));

/** The template: drop-downs, hints and two rows that show how. */
export const template = (choices: Choices) =>
  templateSheets('企业', columnsWith(choices), { examples, preparedTo: 5_000 });
