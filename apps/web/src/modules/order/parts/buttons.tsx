import { Button } from 'antd';
import { Link } from 'react-router';
import { useHolds, useWho } from '#lib/person.ts';
import { signal } from '#lib/signals.ts';
import { billsPath, invoicesPath, membershipPath, ordersPath, refundsPath } from '../places.ts';
import { Acts, type Act } from './acts.tsx';

/** Ways from the list of orders: invoices, refunds, bills; and for who buys, the membership and the price list. */
export function Buttons() {
  const who = useWho();
  const refunds = useHolds('bus:orderrecords:refund');
  const settles = useHolds('bus:orderrecords:settle');
  const pays = useHolds('bus:enterprise:pay') && who.sysUser.shopId !== null;
  const when = (may: boolean, act: Act) => (may ? [act] : []);
  return (
    <>
      <Acts
        acts={[
          ...when(pays, { key: 'membership', label: '我的会员', to: membershipPath }),
          { key: 'invoices', label: '发票', to: invoicesPath },
          ...when(refunds, { key: 'refunds', label: '退款复核', to: refundsPath }),
          ...when(settles, { key: 'bills', label: '对账', to: billsPath }),
        ]}
      />
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
