import { useEffect, useState } from 'react';
import { useQueries } from '@tanstack/react-query';
import { Icon } from '#ui/icon.tsx';
import { yuanText } from '#widgets/money.ts';
import { polledOrder, type VipInfo, type VipPrice } from '../calls.ts';
import { AlipayEntrance, WeChatEntrance } from './payment-options.tsx';
import { PhoneWays } from './phone-ways.tsx';
import { clockText, type Step } from './rules.ts';
import type { usePurchase } from './use-purchase.ts';

interface Words {
  title: string;
  text: string;
  bad?: true;
}
const words: Readonly<Partial<Record<Step, Words>>> = {
  opening: { title: '正在生成订单', text: '请稍候。' },
  waiting: { title: '等待支付', text: '扫一次即可，付款后这里自动显示结果，不用刷新。' },
  offline: {
    title: '网络断开，正在重新连接',
    text: '已经付的款不会丢失：网络恢复后这里自动显示结果，也可以稍后在“订单管理”查看。',
    bad: true,
  },
  over: { title: '二维码已过期', text: '订单已关闭，没有扣款。点击刷新，重新生成付款码。', bad: true },
};

/** The payment state. Screen readers announce changes. */
function StateLine({ step, note }: { step: Step; note?: string | undefined }) {
  const { title, text, bad } = words[step] ?? { title: '', text: '' };
  return (
    <div className={bad ? 'vip-state bad' : 'vip-state'} role="status" hidden={title === ''}>
      {bad ? <Icon name="alert" size={16} /> : <i className="vip-spin" aria-hidden />}
      <b>{title}</b>
      <small>{step === 'waiting' && '每秒核对一次'}</small>
      <p>{note ?? text}</p>
    </div>
  );
}

/** What became of the unpaid orders that the new choice closes. The vendors decide; the text follows their answers. */
function FormerOrders({ orders }: { orders: readonly { id: string; orderNo: string }[] }) {
  const states = useQueries({ queries: orders.map(({ id }) => polledOrder(id)) });
  return orders.map(({ id, orderNo }, index) => {
    const status = states[index]?.data?.status;
    return (
      <p key={id} className="vip-former" role="status">
        {status === 'closed'
          ? `原订单 ${orderNo} 已关闭，没有扣款。`
          : status === undefined || status === 'unpaid' || status === 'unknown'
            ? `改选后原订单 ${orderNo} 正在关闭，请不要再付它；再付会自动退回。`
            : `原订单 ${orderNo} 已经付款并生效，再付就是续费。`}
      </p>
    );
  });
}

interface Props {
  price: VipPrice | null;
  from: string;
  channels: VipInfo['channels'];
  purchase: ReturnType<typeof usePurchase>;
  /** Called when the user presses 去支付 although a required input is missing. Shows and focuses that input. */
  onBegin: () => void;
}

export function PayPane({ price, from, channels, purchase, onBegin }: Props) {
  const { step, order, problem, again, wechat, alipay, onPhone, former } = purchase;
  const left = useLeft(step === 'waiting' ? order?.expiresAt : undefined);
  return (
    <div>
      <div className="vip-pay-head">
        <span>应付金额</span>
        <span>{order && `订单 ${order.orderNo}`}</span>
        <b>{price ? yuanText(order?.price ?? price.transactionPrice) : <i>—</i>}</b>
        <span>
          {price && (
            <>
              会员 {from} → <b>{price.membershipTo}</b>
            </>
          )}
        </span>
      </div>
      {channels.length === 0 ? (
        <div className="vip-begin">
          <Icon name="info" size={32} />
          <p>本单位没有开通在线支付，请联系平台办理。</p>
        </div>
      ) : step === 'choosing' ? (
        <div className="vip-begin">
          <Icon name="yen" size={32} />
          <p>
            {price === null ? '选择年限并同意协议后' : '勾选“已阅读并同意本协议”后'}，这里显示
            {onPhone ? '付款方式' : '付款码'}。
          </p>
          <button type="button" className="btn main" onClick={onBegin}>
            去支付
          </button>
        </div>
      ) : step === 'refused' ? (
        <div className="vip-begin" role="alert">
          <Icon name="alert" size={32} />
          <p>{problem?.message}</p>
          <button type="button" className="btn" onClick={again}>
            重试
          </button>
        </div>
      ) : onPhone && step === 'over' ? (
        <div className="vip-begin" role="alert">
          <p>付款时间已过，订单已关闭。</p>
          <button type="button" className="btn" onClick={again}>
            重新下单
          </button>
        </div>
      ) : onPhone ? (
        order && (
          <PhoneWays
            key={order.id}
            orderId={order.id}
            channels={channels}
            note={left === null ? '　' : `${clockText(left)}内付款`}
          />
        )
      ) : (
        <div className="vip-vendors">
          {channels.includes('wechat') && (
            <WeChatEntrance code={wechat} note={left === null ? '　' : `${clockText(left)}后过期`} />
          )}
          {channels.includes('alipay') && <AlipayEntrance address={alipay} note="框内页面由支付宝提供" />}
        </div>
      )}
      {former.length > 0 && <FormerOrders orders={former} />}
      <StateLine
        step={onPhone && step === 'over' ? 'choosing' : step}
        note={onPhone && step === 'waiting' ? '选一种方式付款，付完回到安澜，这里自动显示结果。' : undefined}
      />
      <ul className="vip-rules">
        {onPhone && channels.length > 1 && <li>换一种方式付款：先关闭前一种的付款入口，关没关上这里会写明。</li>}
        {channels.length > 1 && <li>微信和支付宝都付了：多付的一笔自动原路退回。</li>}
        <li>改选套餐或年限：还没有付款的原订单随即关闭，请不要再付原来的付款码。</li>
        <li>付款后断网或关闭窗口：订单照常生效，可在“订单管理”查看。</li>
      </ul>
    </div>
  );
}

/** Milliseconds until `until`, updated each second; null if `until` is not set. */
function useLeft(until: Date | null | undefined): number | null {
  const [now, setNow] = useState(() => Date.now());
  const isRunning = Boolean(until);
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return until ? until.getTime() - now : null;
}
