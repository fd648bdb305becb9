import { Link } from 'react-router';
import { useIsReachable } from './use-in-menu.ts';

const entries = [
  { label: '上报隐患', to: '/bus/danger/report' },
  { label: '专项行动', to: '/bus/specialtopic/index' },
  { label: '监督检查', to: '/bus/inspection/index' },
  { label: '执法通知', to: '/bus/spot/index' },
  { label: '人员与证书', to: '/bus/emp/index' },
  { label: '安全评分', to: '/bus/score/index' },
] as const;

export function QuickEntries() {
  const reaches = useIsReachable();
  const shown = entries.filter(({ to }) => reaches(to));
  if (shown.length === 0) return null;
  return (
    <nav className="quick-entries" aria-label="快捷入口">
      {shown.map(({ label, to }) => (
        <Link key={to} className="btn" to={to}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
