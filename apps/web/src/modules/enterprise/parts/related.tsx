import type { Enterprise } from '@anlan/contract/modules/enterprise/enterprise';
import { Link } from 'react-router';
import { useHolds, useWho } from '#lib/person.ts';
import { Icon } from '#ui/icon.tsx';
import { Card } from '#ui/page-head.tsx';

/** Lists of other rooms, narrowed to the enterprise. */
export function Related({ row }: { row: Enterprise }) {
  const stations = useHolds('bus:station:index');
  // Whoever works in the enterprise sees no other one's.
  const own = useWho().sysUser.type === 'enterprise';
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
