import { Suspense } from 'react';
import { useCurrentUser } from '#lib/current-user.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useUnitName } from './use-brand-name.ts';

const EnterpriseMenu = lazyPart(async () => (await import('./enterprise-menu.tsx')).EnterpriseMenu);

/** Shows the current enterprise. With several enterprises it is a button that switches between them (LY-01). */
export function EnterpriseSwitcher() {
  const unit = useUnitName();
  const { enterpriseCount } = useCurrentUser();
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
