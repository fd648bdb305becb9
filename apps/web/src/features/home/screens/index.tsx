import { useHolds, useWho } from '#lib/person.ts';
import '../parts/home.css';
import { EnterpriseHome } from '../parts/enterprise-home.tsx';
import { Greeting } from '../parts/greeting.tsx';
import { PlatformHome } from '../parts/platform-home.tsx';
import { RegulatorHome } from '../parts/regulator-home.tsx';

/** 首页: each kind of person's workbench. */
export function Screen() {
  const { type } = useWho().sysUser;
  const seesEnterprises = useHolds('bus:enterprise:index');
  if (type === 'platform') return <PlatformHome />;
  if (!seesEnterprises) return <Greeting />;
  return type === 'regulator' ? <RegulatorHome /> : <EnterpriseHome />;
}
