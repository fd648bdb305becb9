// Simulates the open platform of 天眼查, with two hundred companies that are the same at each start.
import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';

export interface Company {
  name: string;
  creditCode: string;
  legalPersonName: string;
  regStatus: string;
  regCapital: string;
  /** Founding time in milliseconds. The vendor misspells the field. */
  estiblishTime: number;
  regLocation: string;
  businessScope: string;
  industry: string;
  phoneNumber: string;
}

const letters = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const codeWeights = [1, 3, 9, 27, 19, 26, 16, 17, 20, 29, 25, 13, 8, 24, 10, 30, 28];
const bodyWeights = [3, 7, 9, 10, 5, 8, 4, 2];
const weighed = (text: string, weights: readonly number[], value: (letter: string) => number) =>
  [...text].reduce((sum, letter, at) => sum + value(letter) * (weights[at] ?? 0), 0);
/** A credit code with both check digits (GB 32100, GB 11714). */
function creditCode(region: string, serial: number): string {
  const body = `TY${String(serial).padStart(6, '0')}`;
  const rest = 11 - (weighed(body, bodyWeights, (letter) => Number.parseInt(letter, 36)) % 11);
  const first = `91${region}${body}${rest === 10 ? 'X' : rest === 11 ? '0' : rest}`;
  return first + letters.charAt((31 - (weighed(first, codeWeights, (letter) => letters.indexOf(letter)) % 31)) % 31);
}

const places = [
  ['330108', '浙江省杭州市滨江区江南大道'],
  ['330106', '浙江省杭州市西湖区文三路'],
  ['330204', '浙江省宁波市江北区环城北路'],
  ['330302', '浙江省温州市鹿城区车站大道'],
  ['330402', '浙江省嘉兴市南湖区中环南路'],
] as const;
const trades = [
  ['化工', '化学原料和化学制品制造业', '化工产品（不含危险化学品）的生产、销售；化工技术咨询服务。'],
  ['物流', '道路运输业', '道路普通货物运输；国内货运代理；仓储服务（不含危险化学品）。'],
  ['机械', '通用设备制造业', '通用机械设备及零部件的制造、加工、销售。'],
  ['建设', '房屋建筑业', '房屋建筑工程施工总承包；市政工程施工。'],
  ['食品', '食品制造业', '食品生产、销售；农副产品收购。'],
] as const;
const names = '瑞和 恒通 盛源 嘉禾 永康 天泽 启明 广润 博远 安泰 华丰 景澜 立新 同创 顺达 金汇 科润 东方 旭日 宏图';
const people = '陈思远 林安然 周明舟 何清和 许知行 顾长风 沈星河 温如玉 陆远山 江听雨';
const statuses = ['存续', '存续', '存续', '存续', '在业', '存续', '注销', '存续', '吊销', '存续'];

export const companies: readonly Company[] = Array.from({ length: 200 }, (_, at) => {
  const [region, road] = places[at % places.length] ?? places[0];
  const [trade, industry, businessScope] = trades[Math.floor(at / 5) % trades.length] ?? trades[0];
  const word = names.split(' ')[at % 20] ?? '';
  const city = /省(.+?)市/.exec(road)?.[1] ?? '';
  return {
    name: `${city}${word}${trade}${at < 100 ? '' : '科技'}有限公司`,
    creditCode: creditCode(region, at + 1),
    legalPersonName: people.split(' ')[at % 10] ?? '',
    regStatus: statuses[at % 10] ?? '存续',
    regCapital: `${(at % 9) * 250 + 500}万人民币`,
    estiblishTime: Date.UTC(2001 + (at % 22), at % 12, (at % 27) + 1) - 8 * 3_600_000,
    regLocation: `${road}${at + 10}号`,
    businessScope,
    industry,
    phoneNumber: `0571-8800${String(at).padStart(4, '0')}`,
  };
});

export const refusals = {
  none: '正常',
  token: '令牌错误',
  quota: '余额不足',
  frequent: '访问过于频繁',
} as const;
const refusalAnswers: Readonly<
  Record<Exclude<keyof typeof refusals, 'none'>, readonly [code: number, reason: string]>
> = {
  token: [300_002, '账号失效'],
  quota: [300_006, '余额不足'],
  frequent: [300_004, '访问频率过快'],
};
export const refusalInput = z.object({ refusal: z.enum(['none', 'token', 'quota', 'frequent']) });
const queryInput = z.object({ keyword: z._default(z.string(), '') });

export function openCompanies() {
  const token = randomBytes(18).toString('hex');
  let refusal: keyof typeof refusals = 'none';
  let hits = 0;
  const refused = (error_code: number, reason: string) => ({ error_code, reason, result: null });
  return {
    token,
    /** GET /services/open/ic/baseinfo/normal. */
    find(query: unknown, authorization: string | undefined) {
      if (authorization !== token) return refused(...refusalAnswers.token);
      if (refusal !== 'none') return refused(...refusalAnswers[refusal]);
      const { keyword } = queryInput.parse(query);
      if (keyword === '') return refused(300_008, '缺少必要参数');
      const company = companies.find((one) => one.name === keyword || one.creditCode === keyword);
      if (!company) return refused(300_000, '无数据');
      hits += 1;
      return { error_code: 0, reason: 'ok', result: { ...company, id: 1_000_000 + companies.indexOf(company) } };
    },
    look: () => ({ refusal, hits, companies }),
    refuse(next: keyof typeof refusals) {
      refusal = next;
    },
    clear() {
      refusal = 'none';
      hits = 0;
    },
  };
}
