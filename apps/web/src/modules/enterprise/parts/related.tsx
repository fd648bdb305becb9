import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { Link } from 'react-router';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { Icon } from '#ui/icon.tsx';
import { Card } from '#ui/page-head.tsx';

export function Related({ row }: { row: Enterprise }) {
  const stations = useHasPermit('bus:station:index');
  // Enterprise staff have no access to other enterprises.
  const own = useCurrentUser().sysUser.type === 'enterprise';
  if (!stations) return null;
  return (
    <Card title="相关资料">
      <Link className="related link" to={`/bus/station/index${own ? '' : `?enterpriseId=${row.id}`}`}>
        <Icon name="place" size={18} />
        场站
        <small>车站、停车场、车间、仓库等场所</small>
      </Link>
    </Card>
  );
}
