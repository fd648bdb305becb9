import { Suspense } from 'react';
import { useHolds, useWho } from '#lib/person.ts';
import { fetched } from '#ui/later.tsx';
import { Bones } from '#ui/states.tsx';
import '../parts/home.css';
import '../parts/today.css';
import { RegulatorHome } from '../parts/regulator-home.tsx';

// Most people who open a home page are regulators: theirs comes with it.
const EnterpriseHome = fetched(async () => (await import('../parts/enterprise-home.tsx')).EnterpriseHome);
const PlatformHome = fetched(async () => (await import('../parts/platform-home.tsx')).PlatformHome);
const ShopHome = fetched(async () => (await import('../parts/shop-home.tsx')).ShopHome);
const OtherHome = fetched(async () => (await import('../parts/other-home.tsx')).OtherHome);

/** 首页: each kind of person's workbench. */
export function Screen() {
  const { type, shopId } = useWho().sysUser;
  const runsShop = useHolds('mall:goods:index');
  const seesEnterprises = useHolds('bus:enterprise:index');
  if (type === 'regulator' && seesEnterprises) return <RegulatorHome />;
  const Home = type === 'platform' ? PlatformHome : seesEnterprises ? EnterpriseHome : OtherHome;
  return (
    <Suspense fallback={<Bones height={320} />}>
      {type === 'shop' && shopId !== null && runsShop ? <ShopHome shopId={shopId} /> : <Home />}
    </Suspense>
  );
}
