import { dayOf } from '@anlan/contract/domain/instant';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RiskRule } from '@anlan/contract/modules/risk/rule';
import { PageHead } from '#ui/page-head.tsx';
import { Skeleton, Empty, LoadFailed } from '#ui/page-states.tsx';
import { riskRules } from '../calls.ts';
import { ExpiryDrawer } from '../parts/expiry-drawer.tsx';
import { PopupDrawer } from '../parts/popup-drawer.tsx';
import { RuleCard } from '../parts/rule-card.tsx';
import '../parts/risk.css';

export function Screen() {
  const { data, dataUpdatedAt, error, isPending, refetch } = useQuery(riskRules);
  // Use the fetch day: the page may stay open past midnight.
  const today = dayOf(new Date(dataUpdatedAt));
  const [edited, setEdited] = useState<RiskRule | null>(null);
  const close = () => setEdited(null);
  return (
    <>
      <PageHead title="风险规则" sub="保存后立即生效；本单位没有设置的，按平台规则执行" />
      {error && (
        <section className="card">
          <LoadFailed error={error} onRetry={() => void refetch()} />
        </section>
      )}
      {isPending && (
        <div className="risk-rules" role="status" aria-label="正在读取">
          <Skeleton height={320} />
          <Skeleton height={320} />
        </div>
      )}
      {data?.length === 0 && (
        <section className="card">
          <Empty icon="shield" title="还没有对您公开的风险规则" />
        </section>
      )}
      {data && data.length > 0 && (
        <div className="risk-rules">
          {data.map((rule) => (
            <RuleCard key={rule.type} rule={rule} today={today} onEdit={() => setEdited(rule)} />
          ))}
        </div>
      )}
      {edited?.type === 'popup' && <PopupDrawer rule={edited} onClose={close} />}
      {edited?.type === 'expiry' && <ExpiryDrawer rule={edited} onClose={close} />}
    </>
  );
}
