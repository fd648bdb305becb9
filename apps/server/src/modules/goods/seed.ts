// Demo goods for each open shop.
import { goods } from '@anlan/contract/modules/goods/resource';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { seededShops } from '../shop/index.ts';

const shelves = [
  [
    ['protection', 'ABS 安全帽', '白色，带缓冲内衬', 2_800, '顶', 320],
    ['protection', '反光背心', '荧光黄，均码', 1_600, '件', 540],
    ['protection', '防割手套', '5 级防护，L 码', 1_990, '双', 880],
    ['protection', '防护眼镜', '防雾防冲击', 2_400, '副', 210],
    ['protection', '双钩五点式安全带', '带缓冲包', 26_800, '套', 46],
    ['protection', '防砸劳保鞋', '钢包头，42 码', 15_900, '双', 0],
  ],
  [
    ['fire', '手提式干粉灭火器', '4 kg，含年检标签', 6_500, '具', 160],
    ['fire', '消防应急照明灯', '双头，90 分钟', 7_800, '只', 95],
    ['fire', '灭火毯', '1.5 × 1.5 m', 3_200, '张', 240],
    ['rescue', '过滤式消防自救呼吸器', '30 型', 4_900, '具', 130],
  ],
  [
    ['sign', '风险告知牌', '600 × 900 mm，铝板反光', 9_800, '块', 60],
    ['sign', '安全出口标识', '夜光 PVC，含背胶', 600, '张', 1_200],
    ['sign', '四色图定制', '1.2 × 2 m，按图制作', 38_000, '幅', 20],
    ['training', '新员工三级教育挂图', '一套 8 张', 4_500, '套', 75],
  ],
] as const;

export async function seedGoods(tx: Tx, context: SeedContext): Promise<void> {
  const shops = await seededShops(tx);
  let place = 0;
  const seeds = shelves.flatMap((shelf, at) => {
    const shopId = shops[at];
    return shopId === undefined
      ? []
      : shelf.map(([category, name, spec, priceFen, unit, stock]) => ({
          at: new Date(context.now.getTime() - (place += 1) * 5_400_000),
          values: {
            shopId,
            category,
            name,
            spec,
            priceFen,
            unit,
            stock,
            shelf: 'listed',
            pictures: context.photos(shopId, 'goods', name),
            detail: `${name}（${spec}）。购买请致电店铺，工作日当天回复。`,
          },
        }));
  });
  await insertSeeds(tx, context, goods, seeds);
}
