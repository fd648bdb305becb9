import { dayOf } from '@anlan/contract/domain/instant';
import { addressesOf, type Measure } from '@anlan/contract/kit/measure';
import { goodsMeasures } from '@anlan/contract/modules/goods/measures';
import type { GoodsFilter } from '@anlan/contract/modules/goods/resource';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { goodsCount, ownShop } from '../shop/calls.ts';
import { Greeting } from './greeting.tsx';
import { HomeCard } from './home-card.tsx';
import { LatestNotices } from './latest-notices.tsx';
import { OwnTodos } from './own-todos.tsx';
import { Tile } from './tile.tsx';
import './shop-home.css';

const today = () => dayOf(new Date());

const shopPath = '/mall/shopinfo/index';
const goodsPath = '/mall/goods/index';
const tiles: readonly { measure: Measure; filter: GoodsFilter }[] = [
  { measure: goodsMeasures.listed, filter: { shelf: ['listed'] } },
  { measure: goodsMeasures.delisted, filter: { shelf: ['delisted'] } },
  { measure: goodsMeasures.all, filter: {} },
];

export function ShopHome({ shopId }: { shopId: string }) {
  const isTold = useHasPermit('bus:notice:index');
  const { entName } = useCurrentUser().sysUser;
  return (
    <>
      <Greeting
        end={
          <Link className="btn main" to={goodsPath}>
            管理商品
          </Link>
        }
      >
        {entName}
      </Greeting>
      <div className="tiles">
        {tiles.map((tile) => (
          <Count key={tile.measure.key} {...tile} />
        ))}
      </div>
      <OwnShop id={shopId} />
      <div className="halves even">
        <OwnTodos />
        {isTold && <LatestNotices />}
      </div>
    </>
  );
}

const Count = ({ measure, filter }: (typeof tiles)[number]) => (
  <Tile
    measure={measure}
    note={measure.definition}
    count={useQuery(goodsCount(filter))}
    to={addressesOf(measure, { today: today() })?.rows ?? goodsPath}
  />
);

function OwnShop({ id }: { id: string }) {
  return (
    <HomeCard
      title="我的店铺"
      height={120}
      of={useQuery(ownShop(id))}
      more={() => (
        <Link className="link" to={shopPath}>
          店铺资料
        </Link>
      )}
    >
      {({ name, serviceLine, address, openHours }) => (
        <dl className="own-shop">
          <div>
            <dt>店铺</dt>
            <dd>{name}</dd>
          </div>
          <div>
            <dt>客服电话</dt>
            <dd>{serviceLine}</dd>
          </div>
          <div>
            <dt>店铺地址</dt>
            <dd>{address}</dd>
          </div>
          <div>
            <dt>营业时间</dt>
            <dd>{openHours ?? '没有填写'}</dd>
          </div>
        </dl>
      )}
    </HomeCard>
  );
}
