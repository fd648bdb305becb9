import { formatInstant } from '@anlan/contract/domain/instant';
import { invoiceDays } from '@anlan/contract/modules/order/inputs';
import type { Order } from '@anlan/contract/modules/order/resource';
import { vendorNames } from '@anlan/contract/modules/order/words';
import { Button } from 'antd';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { yuanText } from '#widgets/money.ts';
import { ownInvoiceHead } from '../calls.ts';
import { orderPath } from '../paths.ts';
import { termText } from '../rules.ts';
import { useLiveBooks } from '../use-live-books.ts';
import './payment-confirmation.css';

/** Confirms the payment: the text of the specification, the new expiry date and the receipt (ER-04). */
export function PaymentConfirmation({ order, onClose }: { order: Order; onClose: () => void }) {
  const navigate = useNavigate();
  const done = useRef<HTMLButtonElement>(null);
  const { id, orderNo, enterpriseName, name, paid, payKind, paidAt, months, giftMonth } = order;
  const { membershipFrom, membershipTo } = order;
  const { data: books } = useLiveBooks(id);
  const mayApply = order.abilities.includes('applyInvoice');
  const { data: head } = useQuery({ ...ownInvoiceHead, enabled: mayApply });
  const extra = books?.refunds.filter(({ automatic }) => automatic) ?? [];
  const open = (search = '') => {
    onClose();
    void navigate(`${orderPath(id)}${search}`);
  };
  return (
    <TabModal
      open
      className="vip-modal"
      width={560}
      title={
        <span className="vip-title">
          开通会员<small>{enterpriseName}</small>
        </span>
      }
      footer={
        <div className="vip-foot">
          <button type="button" className="link" onClick={() => open()}>
            查看订单
          </button>
          {mayApply && <Button onClick={() => open('&invoice=apply')}>申请发票</Button>}
          <Button ref={done} type="primary" onClick={onClose}>
            完成
          </Button>
        </div>
      }
      afterOpenChange={(opened) => opened && done.current?.focus()}
      onCancel={onClose}
    >
      <div className="vip-paid" role="status">
        <i aria-hidden>
          <Icon name="tick" size={32} />
        </i>
        <h2>支付成功！ 感谢您的购买</h2>
        {membershipTo && (
          <p>
            会员已延长到 <b>{membershipTo}</b>
          </p>
        )}
        <dl className="vip-facts">
          <dt>套餐</dt>
          <dd>
            {name} · {termText(order)}
          </dd>
          <dt>实付</dt>
          <dd>
            <b>{yuanText(paid)}</b>
            {payKind && ` · ${vendorNames[payKind]}`}
          </dd>
          {paidAt && (
            <>
              <dt>支付时间</dt>
              <dd>{formatInstant(paidAt)}</dd>
            </>
          )}
          {membershipTo && (
            <>
              <dt>会员期限</dt>
              <dd>
                {membershipFrom && `${membershipFrom} → `}
                {membershipTo}（{months + giftMonth} 个月）
              </dd>
            </>
          )}
          <dt>订单号</dt>
          <dd>{orderNo}</dd>
        </dl>
        {extra.map(({ id: refundId, amount, state }) => (
          <p key={refundId}>
            又收到一笔付款 {yuanText(amount)}，{state === 'done' ? '已自动退回' : '正在自动退回'}
          </p>
        ))}
        <small>
          {payKind && `请不要再用${payKind === 'wechat' ? '支付宝' : '微信'}付款，再付会自动退回。`}
          {mayApply &&
            `可开发票 ${yuanText(paid)}${head?.title ? `，抬头“${head.title}”` : ''}，请在 ${invoiceDays} 天内申请。`}
        </small>
      </div>
    </TabModal>
  );
}
