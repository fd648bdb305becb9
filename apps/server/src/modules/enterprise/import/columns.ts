// Columns of the import file: those of the declared fields, and the example rows of the template.
import { importColumns, type ImportColumn } from '@anlan/contract/modules/enterprise/enterprise';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import { prose, type Field } from '@anlan/contract/kit/field';
import { maskPhone } from '@anlan/contract/domain/phone';
import type { Tx } from '#platform/db/index.ts';
import { columnsOf as declaredColumns } from '#kit/import/columns.ts';
import { readPhone } from '#kit/import/read-cells.ts';
import type { FileColumn, TemplateRows } from '#kit/import/sheets.ts';
import type { DictionaryModule } from '../../dictionary/index.ts';

const declared = { ...enterpriseFieldSpecs, remark: prose(500, '备注') };
const fields: Readonly<Record<string, Field>> = Object.fromEntries(
  importColumns.map(([key]) => [key, declared[key]] as const),
);

export const requiredColumns: ReadonlySet<string> = new Set(
  importColumns.flatMap(([key]) => (declared[key].spec.required ? [key] : [])),
);

/** Column of a problem that a check of the whole row finds. */
export const problemColumn = (key: ImportColumn) => ({
  key,
  label: declared[key].spec.label,
  mask: declared[key].spec.encrypted ? maskPhone : undefined,
});

export const differing: Readonly<Partial<Record<string, Partial<FileColumn>>>> = {
  businessAddress: { hint: '不填时与注册地址相同' },
  carTypes: { label: '车型' },
  // A masked phone is an error, because a new enterprise needs the number.
  headPhone: { read: readPhone },
  safetyManagerPhone: { read: readPhone },
};

export const columnsOf = async (dictionaries: DictionaryModule, tx: Tx): Promise<FileColumn[]> =>
  (await declaredColumns({ fields, table: 'enterprise' }, { dictionaries, references: {} }, tx)).map((column) => ({
    ...column,
    ...differing[column.key],
  }));

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
