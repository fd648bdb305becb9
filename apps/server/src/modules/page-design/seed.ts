// Demo pages: the mall of the unit and the shop of the published account, both published.
import { pageDesign } from '@anlan/contract/modules/page-design/resource';
import { readDesign } from '@anlan/contract/modules/page-design/design';
import { walkParts } from '@anlan/contract/modules/page-design/parts';
import { ownTemplates } from '@anlan/contract/modules/page-design/templates';
import type { SeedContext } from '#kit/module.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import type { Tx } from '#platform/db/index.ts';
import { seededShops } from '../shop/index.ts';
import { addEdition, saveDraft, ofUnit, pageHead } from './page-store.ts';

export async function seedPages(tx: Tx, context: SeedContext): Promise<void> {
  const [own] = await seededShops(tx);
  const [shopHome, mallHome, campaign] = ownTemplates;
  const wanted = [
    { shopId: ofUnit, name: '商城首页', isHome: true, template: mallHome },
    ...(own === undefined ? [] : [{ shopId: own, name: '店铺首页', isHome: true, template: shopHome }]),
    { shopId: ofUnit, name: '安全生产月活动', isHome: false, template: campaign },
  ];
  const at = new Date(context.now.getTime() - 3 * 86_400_000);
  const ids = await insertSeeds(
    tx,
    context,
    pageDesign,
    wanted.map(({ shopId, name, isHome }) => ({ at, values: { shopId, name, isHome } })),
  );
  for (const [place, { template }] of wanted.entries()) {
    const head = await pageHead(tx, ids[place] ?? '');
    const design = template && readDesign(template.design).design;
    if (!head || !design) continue;
    await saveDraft(tx, head, template.design, at);
    const parts = [...walkParts(design.parts)].length;
    await addEdition(tx, head, { design: template.design, parts, note: null, goesAt: at, at });
  }
}
