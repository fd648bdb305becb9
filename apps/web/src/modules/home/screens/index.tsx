import { Suspense } from 'react';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { lazyComponent } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/page-states.tsx';
import '../parts/home.css';
import '../parts/tile.css';
import '../parts/today.css';
import { RegulatorHome } from '../parts/regulator-home.tsx';

// Most users are regulators, so their home page is bundled. Other home pages load on demand.
const EnterpriseHome = lazyComponent(async () => (await import('../parts/enterprise-home.tsx')).EnterpriseHome);
const PlatformHome = lazyComponent(async () => (await import('../parts/platform-home.tsx')).PlatformHome);
const ShopHome = lazyComponent(async () => (await import('../parts/shop-home.tsx')).ShopHome);
const OtherHome = lazyComponent(async () => (await import('../parts/other-home.tsx')).OtherHome);

export function Screen() {
  const { type, shopId } = useCurrentUser().sysUser;
  const runsShop = useHasPermit('mall:goods:index');
  const seesEnterprises = useHasPermit('bus:enterprise:index');
  if (type === 'regulator' && seesEnterprises) return <RegulatorHome />;
  const Home = type === 'platform' ? PlatformHome : seesEnterprises ? EnterpriseHome : OtherHome;
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      {type === 'shop' && shopId !== null && runsShop ? <ShopHome shopId={shopId} /> : <Home />}
    </Suspense>
  );
}
