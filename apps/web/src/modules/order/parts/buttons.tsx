import { Button } from 'antd';
import { Link } from 'react-router';
import { useHolds, useWho } from '#lib/person.ts';
import { signal } from '#lib/signals.ts';
import { billsPath, invoicesPath, ordersPath, refundsPath } from '../places.ts';

/** Ways from the list of orders: invoices, refunds, bills; and for who buys, the price list. */
export function Buttons() {
  const who = useWho();
  const refunds = useHolds('bus:orderrecords:refund');
  const reviews = useHolds('bus:orderrecords:review');
  const settles = useHolds('bus:orderrecords:settle');
  const pays = useHolds('bus:enterprise:pay') && who.sysUser.shopId !== null;
  return (
    <>
      <Link className="btn" to={invoicesPath}>
        发票
      </Link>
      {(refunds || reviews) && (
        <Link className="btn" to={refundsPath}>
          退款复核
        </Link>
      )}
      {settles && (
        <Link className="btn" to={billsPath}>
          对账
        </Link>
      )}
      {pays && (
        <Button type="primary" onClick={() => signal('purchase', undefined)}>
          开通企业服务
        </Button>
      )}
    </>
  );
}

/** The way back from the invoices. */
export const InvoiceButtons = () => (
  <Link className="btn" to={ordersPath}>
    全部订单
  </Link>
);
