import type { Order } from '@anlan/contract/modules/order/resource';
import type { OrderBooks, RefundPreview } from '@anlan/contract/modules/order/views';
import { vendorNames } from '@anlan/contract/modules/order/words';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, InputNumber, Segmented } from 'antd';
import { useState, type ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';
import { Skeleton, LoadFailed } from '#ui/page-states.tsx';
import { yuanText } from '#widgets/money.ts';
import { orderKey, orders, refundPreview } from '../calls.ts';
import { Months } from './months.tsx';

/** Form to request a refund. Shows the months, the calculation and who can approve it. */
export function RefundPanel({ order, books }: { order: Order; books: OrderBooks }) {
  const [part, setPart] = useState(false);
  const [months, setMonths] = useState(1);
  const preview = useQuery(refundPreview(order.id, part ? months : undefined));
  const { data, error } = preview;
  return (
    <section className="card order-refund" aria-label="退款预览">
      <header>
        <h2>退款预览</h2>
      </header>
      <div className="card-body">
        <Segmented
          block
          aria-label="退款范围"
          value={part ? 'part' : 'all'}
          options={[
            { value: 'all', label: '全额' },
            { value: 'part', label: '部分' },
          ]}
          onChange={(next) => {
            setPart(next === 'part');
            if (data) setMonths(Math.min(Math.max(1, months), Math.max(1, data.monthsMost)));
          }}
        />
        {part && (
          <div className="order-refund-months">
            <label htmlFor="refund-months">退回付费月数</label>
            <InputNumber
              id="refund-months"
              min={1}
              max={Math.max(1, data?.monthsMost ?? 1)}
              precision={0}
              value={months}
              onChange={(next) => setMonths(next ?? 1)}
            />
          </div>
        )}
        {data ? (
          <Preview key={order.version} order={order} books={books} preview={data} months={part ? months : undefined} />
        ) : error ? (
          <LoadFailed error={error} onRetry={() => void preview.refetch()} />
        ) : (
          <Skeleton height={280} />
        )}
      </div>
    </section>
  );
}

interface PreviewProps {
  order: Order;
  books: OrderBooks;
  preview: RefundPreview;
  months: number | undefined;
}

function Preview({ order, books, preview, months }: PreviewProps) {
  const { amount, parts, vendor, membershipFrom, membershipTo, left, leftMonths } = preview;
  const back = preview.months + preview.giftMonth;
  return (
    <>
      <Months
        paid={order.months}
        gift={order.giftMonth}
        paidBack={books.monthsBack + preview.months}
        giftBack={books.giftBack + preview.giftMonth}
      />
      <p className="sub">
        斜纹：收回 {preview.months} 个付费月{preview.giftMonth > 0 && `和 ${preview.giftMonth} 个赠送月`}
        {books.monthsBack > 0 && `，连同以前收回的 ${books.monthsBack + books.giftBack} 个月`}
      </p>
      <dl className="order-refund-facts">
        <dt>退款</dt>
        <dd>
          <strong>{yuanText(amount)}</strong>
        </dd>
        <dt>算法</dt>
        <dd>{parts.map(({ months: of, each }) => `${yuanText(each)} × ${of}`).join(' + ') || '—'}</dd>
        <dt>退回</dt>
        <dd>原路 · {vendorNames[vendor]}</dd>
        <dt>会员到期日</dt>
        <dd>
          {membershipFrom ?? '—'} → <b>{membershipTo ?? '—'}</b>
        </dd>
        <dt>本单剩余</dt>
        <dd>
          {yuanText(left)} · {leftMonths} 个月
        </dd>
      </dl>
      <ul className="order-checks">
        <Check ok={!preview.needsReversal}>
          {preview.needsReversal ? '发票已开，须先红冲' : '发票未开，不需要先红冲'}
        </Check>
        <Check ok={preview.refusal === null}>{preview.refusal ?? '渠道可退，金额不超过已付'}</Check>
        <Check ok={preview.reviewers.length > 0} waits>
          {preview.reviewers.length > 0
            ? `退款都要第二人复核：${preview.reviewers.map(({ name }) => name).join('、')}`
            : `现在没有可以复核的第二人，${helpOf(preview)}`}
        </Check>
        {preview.notReviewers.map(({ id, name, reason }) => (
          <Check key={id} ok waits>
            {name}暂不能复核：{reason}
          </Check>
        ))}
      </ul>
      {preview.refusal === null && back > 0 && preview.reviewers.length > 0 && (
        <AskForm order={order} months={months} amount={amount} />
      )}
    </>
  );
}

/** Names the people who can help when nobody has the right to approve. */
const helpOf = ({ helpers }: RefundPreview) =>
  helpers.length > 0
    ? `请联系${helpers.join('、')}，为申请人以外的同事分配“复核退款”权限，24 小时后再申请`
    : '请先由另一名管理员为同事分配“复核退款”权限；单位只有一名管理员的，请先添加一名';

const Check = ({ ok, waits = false, children }: { ok: boolean; waits?: boolean; children: ReactNode }) => (
  <li className={ok ? (waits ? 'waits' : 'ok') : 'bad'}>
    <i aria-hidden>
      <Icon name={ok ? (waits ? 'clock' : 'tick') : 'close'} size={14} />
    </i>
    <span>{children}</span>
  </li>
);

function AskForm({ order, months, amount }: { order: Order; months: number | undefined; amount: number }) {
  const [form] = Form.useForm<{ reason: string }>();
  const client = useQueryClient();
  const { message } = App.useApp();
  const ask = useMutation({
    mutationFn: ({ reason }: { reason: string }) =>
      orders.refundAsk({ orderId: order.id, months, reason }, { quiet: true }),
    onSuccess: () => void message.success(`已提交，等待第二人复核 ${yuanText(amount)}`),
    onSettled: () => client.invalidateQueries({ queryKey: orderKey }),
  });
  return (
    <Form form={form} name="refund-ask" layout="vertical" onFinish={(values) => ask.mutate(values)}>
      {ask.error && <Alert type="error" showIcon title={ask.error.message} />}
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写退款原因' }]}>
        <Input.TextArea rows={2} maxLength={200} placeholder="如 企业重复采购，协商退回第二年" />
      </Form.Item>
      <Button block type="primary" htmlType="submit" loading={ask.isPending}>
        提交复核
      </Button>
      <p className="sub order-refund-note">复核通过前，会员和金额都不变</p>
    </Form>
  );
}
