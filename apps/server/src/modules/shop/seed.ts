// Demo shops: the shop of the published account, other open shops, one closed and two waiting for review.
import { creditCodeCheckDigit } from '@anlan/contract/domain/credit-code';
import { dayOf } from '@anlan/contract/domain/instant';
import { shop } from '@anlan/contract/modules/shop/resource';
import { createRandom } from '#kernel/random.ts';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { demoPhone } from '#platform/demo/people.ts';
import { newShopNumber } from './rules.ts';
import { giveShop, keepSeedNumber } from './seed-store.ts';

const dayMs = 86_400_000;
/** `0` to `5` are the places of the tenant. */
const shops = [
  ['open', '安澜劳保用品店', '0安澜劳保用品有限公司', '陈佳宁', '0区5路 18 号', '手套、安全帽、反光衣，企业批量可开票'],
  ['open', '1消防器材行', '1消防器材有限公司', '赵启明', '0区1大道 206 号', '灭火器检修充装、消防柜、应急灯'],
  ['open', '2安全标识', '2标识制作有限公司', '钱思远', '0区2街 7 号', '四色图、告知牌、反光标识按图定制'],
  ['closed', '3检测仪器', '3仪器设备有限公司', '孙若溪', '3工业路 3 号', '气体检测仪、声级计'],
  ['applied', '4应急装备', '4应急装备有限公司', '李文博', '4街 52 号', '急救箱、担架、救生绳索'],
  ['applied', '0安全图书', '0文化传播有限公司', '周雅琴', '0路 88 号', '安全培训教材和挂图'],
] as const;
// Invented credit codes with a valid check character.
const codeOf = (at: number) => {
  const first = `91330108MA2DP${String(1_000 + at * 37)}`;
  return first + creditCodeCheckDigit(first);
};

export async function seedShops(tx: Tx, context: SeedContext): Promise<void> {
  const { now, accounts, seed, home } = context;
  const seeds = [];
  for (const [at, [status, name, company, contactName, address, intro]] of shops.entries()) {
    const local = (text: string) => text.replace(/^\d|(?<=区)\d/g, (place) => home.places[Number(place)] ?? '');
    const appliedAt = new Date(now.getTime() - (status === 'applied' ? 1 + at : 200 - at * 20) * dayMs);
    const applicationNo = newShopNumber(dayOf(appliedAt));
    await keepSeedNumber(tx, applicationNo);
    seeds.push({
      at: appliedAt,
      values: {
        status,
        name: local(name),
        company: local(company),
        contactName,
        creditCode: codeOf(at),
        phone: demoPhone(createRandom(seed, 0x5409, at)),
        serviceLine: `${home.areaCode}-8600${String(1000 + at * 7)}`,
        address: local(address),
        openHours: '每天 8:30–18:00',
        intro,
        applicationNo,
        appliedAt,
        openedOn: status === 'applied' ? null : dayOf(new Date(appliedAt.getTime() + 2 * dayMs)),
        decidedReason: status === 'closed' ? '店主申请停业' : null,
      },
    });
  }
  const [own] = await insertSeeds(tx, context, shop, seeds);
  const account = accounts.get(`shop${tx.scope.tenantId}`);
  if (own && account) await giveShop(tx, account, own);
}
