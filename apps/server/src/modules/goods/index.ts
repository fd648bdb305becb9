/** goods: offers of shops (商品), edited by the shop. Public while the offer is listed and its shop is open. */
import { goodsCalls } from '@anlan/contract/modules/goods/calls';
import { goods } from '@anlan/contract/modules/goods/resource';
import type { PublicGoods } from '@anlan/contract/modules/goods/views';
import { AppError } from '#kernel/errors.ts';
import { systemScope, type Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import { fileModule } from '../file/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { shopModule } from '../shop/index.ts';
import { seedGoods } from './seed.ts';
import { onlyId, shownGoods } from './store.ts';

export type { ShownFilter, ShownGoods } from './store.ts';

const pictureOf = (tenantId: string, of: string, id: string) =>
  `/mall/goods/picture?tenantId=${tenantId}&id=${of}&file=${id}`;

export const goodsModule = defineModule('goods', {
  needs: { shop: shopModule, tenant: tenantModule, file: fileModule },
  open({ kit, tenant, file }) {
    const rows = openResource(goods, kit, {
      conditions: (_tx, { id }) => onlyId(id),
      // Files belong to the shop, so its people also see pictures that the unit uploaded.
      filesOf: (_id, { shopId }) => (typeof shopId === 'string' ? shopId : null),
    });
    const missing = () => new AppError('notFound', '没有找到这件商品，可能已经下架');
    return {
      ...rows,
      async open(httpScope: Scope, { tenantId, id }: { tenantId: string; id: string }): Promise<PublicGoods> {
        if (!(await tenant.isOpen(tenantId))) throw missing();
        const scope = systemScope('goods page', tenantId, httpScope);
        const [one] = await kit.db.read(scope, (tx) => shownGoods(tx, { ids: [id], limit: 1 }));
        if (!one) throw missing();
        const { name, priceFen, unit, spec, stock, detail, pictures } = one;
        return {
          id,
          name,
          priceFen,
          unit,
          spec,
          stock,
          detail,
          pictures: pictures.map((picture) => pictureOf(tenantId, id, picture.id)),
          shop: {
            id: one.shopId,
            name: one.shopName,
            serviceLine: one.serviceLine,
            address: one.address,
            openHours: one.openHours,
          },
        };
      },
      async picture(httpScope: Scope, { tenantId, id, file: fileId }: { tenantId: string; id: string; file: string }) {
        const scope = systemScope('goods page', tenantId, httpScope);
        const [one] = (await tenant.isOpen(tenantId))
          ? await kit.db.read(scope, (tx) => shownGoods(tx, { ids: [id], limit: 1 }))
          : [];
        if (!one?.pictures.some((picture) => picture.id === fileId)) throw missing();
        return file.openOf(scope, fileId, 'photo');
      },
      shown: shownGoods,
    };
  },
  calls: goodsCalls,
  seed: seedGoods,
});
