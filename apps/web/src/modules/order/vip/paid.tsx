import { formatInstant } from '@anlan/contract/domain/instant';
import type { Order } from '@anlan/contract/modules/order/resource';
import { Button } from 'antd';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import { TabModal } from '#ui/tab-modal.tsx';
import { yuanText } from '#widgets/money.ts';
import { orderPath } from '../places.ts';
import { termText, vendorNames } from '../rules.ts';
import './paid.css';

/** It is paid: the specified words, the new last day, and the proof (ER-04). */
export function Paid({ order, onClose }: { order: Order; onClose: () => void }) {
  const navigate = useNavigate();
  const done = useRef<HTMLButtonElement>(null);
  const { id, orderNo, enterpriseName, name, paid, payKind, paidAt, months, giftMonth } = order;
  const { membershipFrom, membershipTo } = order;
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
          <Button onClick={() => open('?invoice=apply')}>申请发票</Button>
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
        {payKind && <small>{payKind === 'wechat' ? '支付宝' : '微信'}的付款码已作废。</small>}
      </div>
    </TabModal>
  );
}
