import { Button } from 'antd';
import { Link } from 'react-router';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { signal } from '#lib/app-events.ts';
import { billsPath, invoicesPath, membershipPath, ordersPath, refundsPath } from '../paths.ts';
import { Acts, type Act } from './page-actions.tsx';

export function Buttons() {
  const who = useCurrentUser();
  const refunds = useHasPermit('bus:orderrecords:refund');
  const settles = useHasPermit('bus:orderrecords:settle');
  const pays = useHasPermit('bus:enterprise:pay') && who.sysUser.shopId !== null;
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

export const InvoiceButtons = () => (
  <Link className="btn" to={ordersPath}>
    全部订单
  </Link>
);
