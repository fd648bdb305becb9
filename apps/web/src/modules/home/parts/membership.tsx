import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { signal } from '#lib/app-events.ts';
import { boughtMembership, type MembershipStatus } from '../calls.ts';
import './membership.css';

const ownPage = '/bus/membership/index';
const states: Readonly<Record<MembershipStatus, { label: string; tone: string; verb: string }>> = {
  none: { label: '未开通', tone: 'grey', verb: '开通企业服务' },
  trial: { label: '试用', tone: 'blue', verb: '开通企业服务' },
  active: { label: '会员', tone: 'green', verb: '续费' },
  expiring: { label: '即将到期', tone: 'orange', verb: '续费' },
  grace: { label: '宽限期', tone: 'orange', verb: '续费' },
  expired: { label: '已到期', tone: 'red', verb: '续费' },
};

const usePays = () => {
  const may = useHasPermit('bus:enterprise:pay');
  return useCurrentUser().sysUser.shopId !== null && may;
};

/** The membership in the enterprise card, with a purchase link (RP-03). */
export function MembershipLine() {
  const pays = usePays();
  const { data } = useQuery({ ...boughtMembership, enabled: pays });
  if (!pays || !data) return null;
  const { label, tone, verb } = states[data.status];
  return (
    <p className="own-member">
      <Link to={ownPage}>会员服务</Link>
      <span className={`tag tone-${tone}`}>{label}</span>
      {data.expireTime && <small>{data.expireTime} 到期</small>}
      <button type="button" className="link" onClick={() => signal('purchase', undefined)}>
        {verb}
      </button>
    </p>
  );
}

export function MembershipNote({ text }: { text: string | null }) {
  const pays = usePays();
  if (text === null) return null;
  return (
    <p className="own-note" role="note">
      {text}
      {pays ? (
        <>
          {' '}
          <button type="button" className="link" onClick={() => signal('purchase', undefined)}>
            续费
          </button>
        </>
      ) : (
        '续费请联系本企业管理员。'
      )}
    </p>
  );
}
