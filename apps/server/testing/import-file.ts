// Spreadsheets of enterprises for import tests.
import { buffer } from 'node:stream/consumers';
import { importColumns, type ImportColumn } from '@anlan/contract/modules/enterprise/enterprise';
import { creditCodeBodyCheck, creditCodeCheckDigit } from '@anlan/contract/domain/credit-code';
import { writeXlsx } from 'hucre/xlsx';
import { writeWorkbook } from '#platform/sheets/index.ts';

/** Value of a cell. `formula` is written as a formula. */
export type MadeCell = string | number | Date | null | { formula: string };
export type MadeRow = Partial<Record<ImportColumn, MadeCell>>;

export function creditCodeAt(index: number): string {
  const body = `T${String(index).padStart(7, '0')}`;
  const first = `91330106${body}${creditCodeBodyCheck(body)}`;
  return first + creditCodeCheckDigit(first);
}

const regions = ['330106', '浙江省杭州市西湖区', '330102', '320106', '江苏省南京市鼓楼区'];
const industries = ['G54', 'C34 通用设备制造业', '建筑装饰、装修和其他建筑业', 'C26'];
const kinds = ['交通运输', '工贸', '建筑施工', 'hazchem'];

export function goodRow(index: number): MadeRow {
  return {
    name: `测试企业第${index}号有限公司`,
    creditCode: creditCodeAt(index),
    regionCode: regions[index % regions.length] ?? null,
    registeredAddress: `示例路 ${index} 号`,
    businessAddress: index % 3 === 0 ? `示例街 ${index} 号` : null,
    industryCode: industries[index % industries.length] ?? null,
    supervisionKind: kinds[index % kinds.length] ?? null,
    enterpriseSize: ['大型', '中型', '小型', '微型', null][index % 5] ?? null,
    economicType: '有限责任公司',
    headcount: index % 900,
    legalPerson: '王示例',
    headName: '赵示例',
    headPhone: `138${String(index).padStart(8, '0')}`,
    safetyManagerName: '李示例',
    safetyManagerPhone: 13_900_000_000 + index,
    establishedOn: index % 2 === 0 ? '2018-06-01' : '2019/7/2',
    standardLevel: '三级',
    hazardFeatures: ['无', '粉尘涉爆；有限空间'][index % 10] ?? null,
    carTypes: index % 20 === 0 ? '普通货车' : null,
    remark: '测试',
  };
}

/** Functions that make a row invalid in twenty different ways. */
export const wrongWays: ((row: MadeRow, index: number) => MadeRow)[] = [
  (row) => ({ ...row, creditCode: 9.13e17 }),
  (row) => ({ ...row, creditCode: '9.13E+17' }),
  (row) => ({ ...row, creditCode: String(row.creditCode).replace('0', 'O') }),
  (row) => ({
    ...row,
    creditCode: `${String(row.creditCode).slice(0, 17)}${String(row.creditCode).endsWith('0') ? '1' : '0'}`,
  }),
  (row) => ({ ...row, creditCode: null }),
  (row) => ({ ...row, creditCode: creditCodeAt(0) }),
  (row) => ({ ...row, regionCode: '鼓楼区' }),
  (row) => ({ ...row, regionCode: '江干区' }),
  (row) => ({ ...row, regionCode: '999999' }),
  (row) => ({ ...row, industryCode: '道路运' }),
  (row) => ({ ...row, supervisionKind: '未知行业' }),
  (row) => ({ ...row, establishedOn: 45_000 }),
  (row) => ({ ...row, establishedOn: '2023.2.30' }),
  (row) => ({ ...row, safetyManagerPhone: '0571-88888888' }),
  (row) => ({ ...row, safetyManagerPhone: '138****0001' }),
  (row) => ({ ...row, headcount: '50人左右' }),
  (row) => ({ ...row, name: '长'.repeat(101) }),
  (row) => ({ ...row, name: '甲公司\n乙公司' }),
  (row) => ({ ...row, legalPerson: { formula: 'A1&"x"' } }),
  (row) => ({ ...row, hazardFeatures: '粉尘涉爆；没有这一项' }),
];

const headings = importColumns.map(([, label]) => label);
const plain = (cell: MadeCell | undefined) =>
  cell === undefined || cell === null ? null : typeof cell === 'object' && 'formula' in cell ? null : cell;

/** Builds an .xlsx as other programs write it: with shared strings, numbers and formulas. */
export async function sheetOf(rows: MadeRow[]): Promise<Buffer> {
  const cells = new Map<string, { value: number; type: 'formula'; formula: string }>();
  const values = rows.map((row, index) =>
    importColumns.map(([column], place) => {
      const cell = row[column];
      if (typeof cell === 'object' && cell !== null && 'formula' in cell)
        cells.set(`${index + 1},${place}`, { value: 1, type: 'formula', formula: cell.formula });
      return plain(cell);
    }),
  );
  return Buffer.from(await writeXlsx({ sheets: [{ name: '企业', rows: [headings, ...values], cells }] }));
}

export const textSheetOf = (rows: MadeRow[]): Promise<Buffer> =>
  buffer(
    writeWorkbook([
      {
        name: '企业',
        columns: headings.map((heading) => ({ heading, kind: 'text' as const, width: 12 })),
        rows: [rows.map((row) => importColumns.map(([column]) => plain(row[column])))],
      },
    ]),
  );

export const tableOf = (rows: MadeRow[]): string =>
  [headings, ...rows.map((row) => importColumns.map(([column]) => String(plain(row[column]) ?? '')))]
    .map((line) => line.join(','))
    .join('\r\n');

/** Encodes text in GB18030, as older spreadsheet programs do. Node can only decode it. */
export function gbOf(text: string): Buffer {
  const decoder = new TextDecoder('gb18030');
  const bytesByCharacter = new Map<string, readonly number[]>();
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++)
      bytesByCharacter.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
  // Characters beyond two bytes have a four-byte code that numbers them in order.
  const rare = (code: number) => {
    const place = code - 0x10000 + 189_000;
    return [
      0x81 + Math.floor(place / 12_600),
      0x30 + (Math.floor(place / 1260) % 10),
      0x81 + (Math.floor(place / 10) % 126),
      0x30 + (place % 10),
    ];
  };
  return Buffer.from(
    [...text].flatMap((one) => {
      const code = one.codePointAt(0) ?? 0;
      return code > 0xffff ? rare(code) : (bytesByCharacter.get(one) ?? [code]);
    }),
  );
}
