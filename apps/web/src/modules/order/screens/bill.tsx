import { Segmented } from 'antd';
import { useLocation, useNavigate } from 'react-router';
import { PageHead } from '#ui/page-head.tsx';
import { useTabId } from '#ui/tab-context.tsx';
import { BalanceCard } from '../parts/balance-card.tsx';
import { BillDays } from '../parts/bill-days.tsx';
import { Differences } from '../parts/differences.tsx';
import '../order.css';

export function Screen() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const tab = useTabId();
  const view = new URLSearchParams(search).get('view') === 'days' ? 'days' : 'differences';
  const show = (next: Record<string, string>) =>
    void navigate({ pathname, search: new URLSearchParams(next).toString() }, { state: { tab } });
  return (
    <>
      <PageHead
        title="对账"
        sub="与微信支付、支付宝的账单逐笔核对；有差异用按钮处理，不改数据"
        end={
          <Segmented
            aria-label="查看方式"
            value={view}
            options={[
              { value: 'differences', label: '差异' },
              { value: 'days', label: '账单' },
            ]}
            onChange={(next) => show(next === 'days' ? { view: 'days' } : {})}
          />
        }
      />
      <BalanceCard />
      {view === 'days' ? <BillDays /> : <Differences />}
    </>
  );
}
