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

const shopPath = '/mall/shopinfo/index';
const goodsPath = '/mall/goods/index';
const tiles: readonly { label: string; note: string; filter: GoodsFilter; to: string }[] = [
  {
    label: '已上架商品',
    note: '店铺页面上能看到的',
    filter: { shelf: ['listed'] },
    to: `${goodsPath}?shelf=listed`,
  },
  {
    label: '未上架商品',
    note: '只有本店能看到',
    filter: { shelf: ['delisted'] },
    to: `${goodsPath}?shelf=delisted`,
  },
  { label: '全部商品', note: '已上架和未上架的合计', filter: {}, to: goodsPath },
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
          <Count key={tile.label} {...tile} />
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

const Count = ({ label, note, filter, to }: (typeof tiles)[number]) => (
  <Tile label={label} unit="件" note={note} count={useQuery(goodsCount(filter))} to={to} />
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
