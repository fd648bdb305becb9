import { prose, text } from '@anlan/contract/kit/field';
import type { RefundView } from '@anlan/contract/modules/order/views';
import { vendorNames } from '@anlan/contract/modules/order/words';
import { AskDialog, CodeControl } from '#kit/ask-dialog.tsx';
import { yuanText } from '#widgets/money.ts';
import { orderKey, orders } from '../calls.ts';
import { FactorNote } from './factor-note.tsx';

const opinion = prose(200, '复核意见').required();
const refusal = { opinion: opinion.example('如 未到协议约定的退款条件') };
const approval = {
  opinion: opinion.example('如 已与企业电话核实'),
  code: text(20, '您的动态码').required().help('验证器上的 6 位动态码，或一个恢复码'),
};
const look = { controls: { code: CodeControl } };

/** The second person decides on a refund. Approval requires their own second-factor code (S50). */
export const DecideDialog = ({
  refund,
  agree,
  onClose,
}: {
  refund: RefundView;
  agree: boolean;
  onClose: () => void;
}) => (
  <AskDialog
    title={agree ? '同意退款' : '不同意退款'}
    verb={agree ? `同意退回 ${yuanText(refund.amount)}` : '不同意'}
    danger={!agree}
    fields={agree ? approval : refusal}
    look={look}
    act={(input) => orders.refundDecide({ id: refund.id, agree, ...input }, { quiet: true })}
    renews={[orderKey]}
    done={agree ? '已同意，正在原路退回' : '已不同意，会员和金额不变'}
    onClose={onClose}
  >
    <p className="sub order-decide">
      {refund.enterpriseName} · 订单 {refund.orderNo} · {vendorNames[refund.vendor]}原路退回 {yuanText(refund.amount)}
      ，收回 {refund.months} 个付费月{refund.giftMonth > 0 && `和 ${refund.giftMonth} 个赠送月`}。原因：
      {refund.reason}
    </p>
    {agree && <FactorNote />}
  </AskDialog>
);
