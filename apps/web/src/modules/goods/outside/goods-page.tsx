import { numberText } from '@anlan/contract/domain/number-text';
import type { PublicGoods } from '@anlan/contract/modules/goods/views';
import { useEffect, useState } from 'react';
import { messageOf } from '#lib/api-error.ts';
import { yuanText } from '#widgets/money.ts';
import { readGoods } from './calls.ts';
import '#widgets/outside.css';
import './goods-page.css';

/** /mall/goods/show: public page of one product with contact data of the shop. Nothing can be bought here. */
export function GoodsPage() {
  const [shown, setShown] = useState<PublicGoods>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    readGoods(location.search).then(setShown, (error: unknown) => setProblem(messageOf(error)));
  }, []);
  useEffect(() => {
    if (shown) document.title = `${shown.name} - ${shown.shop.name}`;
  }, [shown]);
  return (
    <main className="outside goods-page">
      <header>
        <b>{shown?.shop.name ?? '商品'}</b>
      </header>
      {problem !== undefined && (
        <section role="alert">
          <h1>打不开</h1>
          <p>{problem}</p>
        </section>
      )}
      {problem === undefined && shown === undefined && <p role="status">正在读取…</p>}
      {shown && <Goods goods={shown} />}
    </main>
  );
}

function Goods({ goods }: { goods: PublicGoods }) {
  const { name, priceFen, unit, spec, stock, detail, pictures, shop } = goods;
  const [at, setAt] = useState(0);
  // The dial link needs digits only. The displayed text is unchanged.
  const dialled = shop.serviceLine.replaceAll(/[^\d+]/g, '');
  return (
    <>
      <section aria-label="商品图片">
        <img className="goods-large" src={pictures[at]} alt={`${name}，第 ${at + 1} 张`} width={560} height={560} />
        {pictures.length > 1 && (
          <div className="goods-small">
            {pictures.map((picture, place) => (
              <button
                key={picture}
                type="button"
                aria-label={`看第 ${place + 1} 张图片`}
                aria-pressed={place === at}
                onClick={() => setAt(place)}
              >
                <img src={picture} alt="" width={64} height={64} loading="lazy" />
              </button>
            ))}
          </div>
        )}
      </section>
      <section>
        <p className="goods-price">
          {yuanText(priceFen)}
          <small> / {unit}</small>
        </p>
        <h1>{name}</h1>
        <p className="goods-facts">
          {spec !== null && <span>规格：{spec}</span>}
          <span>
            {stock > 0 ? (
              <>
                库存：{numberText(stock)} {unit}
              </>
            ) : (
              '暂时缺货'
            )}
          </span>
        </p>
        {detail !== null && <p className="goods-detail">{detail}</p>}
      </section>
      <section aria-label="联系店铺">
        <h2>联系店铺购买</h2>
        <p>本页只展示商品，请直接联系店铺。</p>
        <dl>
          <div>
            <dt>客服电话</dt>
            <dd>{shop.serviceLine}</dd>
          </div>
          <div>
            <dt>店铺地址</dt>
            <dd>{shop.address}</dd>
          </div>
          {shop.openHours && (
            <div>
              <dt>营业时间</dt>
              <dd>{shop.openHours}</dd>
            </div>
          )}
        </dl>
        {dialled !== '' && (
          <a className="btn main big" href={`tel:${dialled}`}>
            拨打电话
          </a>
        )}
      </section>
    </>
  );
}
