import { describe, expect, test } from 'vitest';
import { importColumns, type ImportColumn } from '@anlan/contract/modules/enterprise/enterprise';
import { enterpriseFieldSpecs } from '@anlan/contract/modules/enterprise/fields';
import { prose } from '@anlan/contract/kit/field';
import { industryFinder, itemFinder, regionFinder, type Finder } from '#kit/import/find-codes.ts';
import type { Cell } from '#kit/import/read-cells.ts';
import { readRow } from '#kit/import/read-rows.ts';
import { fieldReader } from '#kit/import/read-fields.ts';
import { differing, problemColumn, requiredColumns } from './columns.ts';
import { setTowns, townFinder } from './town-rules.ts';

const paths = new Map([
  ['320106', '江苏省 / 南京市 / 鼓楼区'],
  ['350102', '福建省 / 福州市 / 鼓楼区'],
  ['330100', '浙江省 / 杭州市'],
  ['330102', '浙江省 / 杭州市 / 上城区'],
  ['330106', '浙江省 / 杭州市 / 西湖区'],
  ['360103', '江西省 / 南昌市 / 西湖区'],
  ['419001', '河南省 / 济源市'],
  ['110105', '北京市 / 北京市 / 朝阳区'],
]);
const ended = new Map([['330104', { name: '江干区', replacement: '330102' }]]);
const region = regionFinder(paths, ended);
const industry = industryFinder(
  new Map([
    ['A01', '农业'],
    ['C34', '通用设备制造业'],
    ['C35', '专用设备制造业'],
    ['G54', '道路运输业'],
    ['G55', '水上运输业'],
    ['G56', '航空运输业'],
  ]),
);
const items = (labels: Record<string, string>) =>
  itemFinder(Object.entries(labels).map(([code, label]) => ({ code, value: code, label })));
const finders: Partial<Record<ImportColumn, Finder>> = {
  regionCode: region,
  industryCode: industry,
  supervisionKind: items({ emergency: '工贸', transport: '交通运输' }),
  enterpriseSize: items({ large: '大型', small: '小型' }),
  economicType: items({ '150': '有限责任公司' }),
  standardLevel: items({ third: '三级' }),
  hazardFeatures: items({ dust: '粉尘涉爆', gas: '燃气使用' }),
  carTypes: items({ truck: '普通货车' }),
};
const fields = { ...enterpriseFieldSpecs, remark: prose(500, '备注') };
const columns = importColumns.map(([key]) => {
  const { spec, schemas } = fields[key];
  return {
    ...problemColumn(key),
    required: requiredColumns.has(key),
    read: fieldReader(spec, schemas, finders[key]),
    ...differing[key],
  };
});
const towns = townFinder([
  { code: '330106001', name: '望潮街道', town: '望潮街道' },
  { code: '330106001001', name: '第一网格', town: '望潮街道第一网格' },
  { code: '330106002', name: '清潭街道', town: '清潭街道' },
  { code: '330106002001', name: '第一网格', town: '清潭街道第一网格' },
]);
const places = new Map<ImportColumn, number>(importColumns.map(([column], index) => [column, index]));
const usual: Partial<Record<ImportColumn, Cell>> = {
  name: '杭州甲有限公司',
  creditCode: '91330108DEM000014W',
  regionCode: '330106',
  registeredAddress: '示例路 1 号',
  industryCode: 'C34',
  supervisionKind: '工贸',
  legalPerson: '王一',
  safetyManagerName: '李二',
  safetyManagerPhone: '13800000001',
};
const rowOf = (more: Partial<Record<ImportColumn, Cell>>) => ({
  no: 2,
  cells: importColumns.map(([column]) => ({ ...usual, ...more })[column] ?? null),
});
function read(more: Partial<Record<ImportColumn, Cell>>) {
  const row = readRow(rowOf(more), columns, places);
  setTowns(row ? [row] : [], towns, {});
  return row;
}

describe('a valid import row', () => {
  test('is stored with codes, also when it contains labels', () => {
    expect(
      read({
        creditCode: ' ９１330108dem000014w ',
        regionCode: '浙江省/杭州市/西湖区',
        industryCode: 'g54 道路运输业',
        supervisionKind: 'transport',
        enterpriseSize: '小型',
        economicType: 150,
        headcount: '1,200',
        headPhone: 13_800_000_002,
        safetyManagerPhone: '+86 138-0000-0001',
        establishedOn: '2018年6月1日',
        standardLevel: '三级',
        hazardFeatures: '粉尘涉爆；gas, 粉尘涉爆',
        carTypes: '无',
        businessAddress: '  ',
      }),
    ).toEqual({
      no: 2,
      cells: expect.objectContaining({ headPhone: '13800000002' }),
      problems: [],
      values: {
        name: '杭州甲有限公司',
        creditCode: '91330108DEM000014W',
        regionCode: '330106',
        registeredAddress: '示例路 1 号',
        industryCode: 'G54',
        supervisionKind: 'transport',
        enterpriseSize: 'small',
        economicType: '150',
        headcount: 1200,
        legalPerson: '王一',
        headPhone: '13800000002',
        safetyManagerName: '李二',
        safetyManagerPhone: '13800000001',
        establishedOn: '2018-06-01',
        standardLevel: 'third',
        hazardFeatures: ['dust', 'gas'],
        carTypes: [],
      },
    });
  });
  test.each([
    ['望潮街道', '330106001', '望潮街道'],
    ['330106002', '330106002', '清潭街道'],
    ['清潭街道 第一网格', '330106002001', '清潭街道第一网格'],
    ['330106001001', '330106001001', '望潮街道第一网格'],
    ['没有登记的镇', null, '没有登记的镇'],
  ])('stores a street typed as %s as %s', (town, townCode, name) => {
    expect(read({ town })).toMatchObject({ problems: [], values: { townCode, town: name } });
  });
  test.each([
    [{ town: '第一网格' }, '有 2 处'],
    [{ town: '330106999' }, '没有代码为'],
    [{ town: '330106001', regionCode: '330102' }, '不在该行政区划内'],
  ])('reports a street %j with the error %s', (more, cause) => {
    expect(read(more)?.problems[0]?.cause).toContain(cause);
  });
  test.each([
    ['330106', '330106'],
    [330106, '330106'],
    ['浙江省杭州市西湖区', '330106'],
    ['杭州西湖区', '330106'],
    ['江西 南昌 西湖区', '360103'],
    ['济源市', '419001'],
    ['北京市朝阳区', '110105'],
    ['朝阳区', '110105'],
    ['浙江省杭州市西湖区（330106）', '330106'],
  ])('accepts the region %s', (typed, code) => expect(read({ regionCode: typed })?.values['regionCode']).toBe(code));
  test.each([
    ['2026-01-31', '2026-01-31'],
    ['2026/1/3', '2026-01-03'],
    ['2026.1.3', '2026-01-03'],
    ['20260131', '2026-01-31'],
    ['2026-01-31 00:00:00', '2026-01-31'],
    [{ day: '2026-01-31' }, '2026-01-31'],
  ] as [Cell, string][])('accepts the day %j', (typed, day) =>
    expect(read({ establishedOn: typed })?.values['establishedOn']).toBe(day),
  );
});

test('suggests regions of the tenant first for a wrong region', () => {
  const own = regionFinder(paths, ended, new Set(['330106', '350102']));
  expect(own('杭州市')).toMatchObject({ remedy: expect.stringMatching(/如 浙江省杭州市西湖区（330106）、/) });
  expect(own('鼓楼区')).toMatchObject({ remedy: expect.stringMatching(/代码：福建省福州市鼓楼区/) });
  expect(own('330199')).toMatchObject({ remedy: expect.stringMatching(/是否为 浙江省杭州市西湖区/) });
});

describe('a wrong import cell', () => {
  const cases: [string, ImportColumn, Cell, RegExp, RegExp][] = [
    [
      'a number instead of a code',
      'creditCode',
      913_301_080_000_000_000,
      /变成了数字 9\.1330108E\+17.*丢失/,
      /文本格式/,
    ],
    ['a code in scientific notation', 'creditCode', '9.1330108E+17', /科学计数/, /文本格式/],
    ['a code that lost its last digits', 'creditCode', '913301080000000000', /校验位.*000/, /逐位核对/],
    ['letter O for 0', 'creditCode', '9133O108DEM000014W', /不允许的字符“O”/, /是否应为 91330108DEM000014W/],
    ['letter I for 1', 'creditCode', '9I330108DEM000014W', /“I”/, /91330108DEM000014W/],
    ['a wrong check digit', 'creditCode', '91330108DEM000014X', /校验位不正确/, /逐位核对/],
    ['blanks inside', 'creditCode', '9133 0108 DEM0 0001 4W', /空格/, /请改为 91330108DEM000014W/],
    [
      'an ambiguous region',
      'regionCode',
      '鼓楼区',
      /“鼓楼区”有 2 处/,
      /江苏省南京市鼓楼区（320106）、福建省福州市鼓楼区/,
    ],
    [
      'a city with districts',
      'regionCode',
      '浙江省杭州市',
      /“浙江省杭州市”下有 2 个区县/,
      /请填写到区县.*上城区（330102）/,
    ],
    ['the code of a city with districts', 'regionCode', '330100', /下有 2 个区县/, /西湖区（330106）/],
    ['an abolished region', 'regionCode', '杭州市江干区', /已经撤销/, /浙江省杭州市上城区（330102）/],
    ['an abolished code', 'regionCode', '330104', /已经撤销/, /330102/],
    ['an unknown region', 'regionCode', '西湖县', /没有名为“西湖县”/, /西湖区（330106）/],
    ['an unknown code', 'regionCode', '330199', /没有代码为 330199/, /330102/],
    ['an unknown industry', 'industryCode', '道路运输', /没有“道路运输”/, /G54 道路运输业、G55 水上运输业、G56/],
    ['an industry of another section', 'industryCode', 'A54', /没有“A54”/, /G54 道路运输业/],
    ['an unknown item', 'supervisionKind', '工业', /没有“工业”/, /工贸、交通运输/],
    ['one unknown of several', 'hazardFeatures', '粉尘涉爆；放射', /“放射”/, /多项用“；”隔开/],
    ['a day as a number', 'establishedOn', 45000, /变成了数字 45000/, /2023-03-15/],
    ['a day that does not exist', 'establishedOn', '2023.2.30', /“2023\.2\.30”不存在/, /2026-01-31/],
    ['a text instead of a day', 'establishedOn', '去年', /不是日期/, /格式/],
    ['a landline', 'safetyManagerPhone', '0571-88888888', /座机/, /11位手机/],
    ['a short phone', 'headPhone', '1380000000', /长度不为11位/, /11位/],
    ['a masked phone', 'headPhone', '138****0001', /隐藏/, /完整/],
    ['an approximate number', 'headcount', '50人左右', /“50人左右”不是数字/, /如 50/],
    ['half a person', 'headcount', 12.5, /不是整数/, /只填整数/],
    ['a long name', 'name', '安'.repeat(101), /超过 100 个字（现为 101 个字）/, /100/],
    ['a line break', 'name', '甲公司\n乙公司', /换行/, /一行/],
    ['a formula', 'legalPerson', { formula: true }, /公式/, /数值/],
    ['an error value', 'registeredAddress', { error: '#N/A' }, /#N\/A/, /实际内容/],
    ['an empty cell', 'legalPerson', ' ', /法定代表人不能为空/, /请填写法定代表人/],
    ['only invisible characters', 'legalPerson', '\u200b', /法定代表人不能为空/, /请填写/],
  ];
  test.each(cases)('is reported with cause and remedy: %s', (_, column, cell, cause, remedy) => {
    const readResult = read({ [column]: cell });
    expect(readResult?.problems).toEqual([
      {
        row: 2,
        column: importColumns.find(([name]) => name === column)?.[1],
        value: expect.any(String),
        cause: expect.stringMatching(cause),
        remedy: expect.stringMatching(remedy),
      },
    ]);
  });

  test('is not reported in empty rows and template examples', () => {
    expect(readRow({ no: 3, cells: [] }, columns, places)).toBeNull();
    expect(read({ name: '(示例)某公司' })).toBeNull();
  });
});
