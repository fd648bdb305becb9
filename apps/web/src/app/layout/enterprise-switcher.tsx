import { Suspense } from 'react';
import { useWho } from '#lib/person.ts';
import { later } from '#ui/later.tsx';
import { useUnitName } from './use-brand-name.ts';

const EnterpriseMenu = later(async () => (await import('./enterprise-menu.tsx')).EnterpriseMenu);

/** Where one works; with more than one enterprise, the way to another (LY-01). */
export function EnterpriseSwitcher() {
  const unit = useUnitName();
  const { enterpriseCount } = useWho();
  const here = unit ? (
    <span className="unit" title={unit}>
      {unit}
    </span>
  ) : null;
  if (enterpriseCount < 2) return here;
  return (
    <Suspense fallback={here}>
      <EnterpriseMenu here={unit ?? '选择企业'} />
    </Suspense>
  );
}
