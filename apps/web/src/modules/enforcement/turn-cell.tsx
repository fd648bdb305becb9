import type { Enforcement } from '@anlan/contract/modules/enforcement/resource';
import './notice.css';

const dayMs = 86_400_000;
const waiting = (since: Date | null) => {
  const days = since ? Math.floor((Date.now() - since.getTime()) / dayMs) : 0;
  return days > 0 ? `等待 ${days} 天` : '今天';
};

export function Turn({ row }: { row: Enforcement }) {
  const { status, issuedAt, receivedAt, repliedAt, unreceivedAt } = row;
  if (status === 'closed' || status === 'withdrawn') return <>—</>;
  const [who, since] =
    status === 'replied' ? ['监管', repliedAt] : ['企业', status === 'issued' ? issuedAt : receivedAt];
  return (
    <span className="spot-turn">
      {who}
      <small>
        {waiting(since)}
        {status === 'issued' && unreceivedAt && <em>超 24 小时未签收</em>}
      </small>
    </span>
  );
}
