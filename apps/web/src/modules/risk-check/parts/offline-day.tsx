import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { lostCount, useLostWork } from '#lib/offline/pending.ts';
import { startDelivery } from '#lib/offline/delivery.ts';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { checkKey, storeDay } from '../calls.ts';

/**
 * Stores the checks of the day on this phone if the user may fill them in. Shows the number of stored checks and of
 * lost items.
 */
export function OfflineDay() {
  const mayFill = useHasPermit('bus:riskcheck:check');
  const { nickName, username } = useCurrentUser().sysUser;
  const { data: count } = useQuery({
    queryKey: [...checkKey, 'day'],
    queryFn: async () => {
      await startDelivery(nickName || username);
      return storeDay();
    },
    enabled: mayFill,
    staleTime: 60_000,
  });
  const lost = lostCount(useLostWork().lost);
  return (
    <>
      {count ? <span className="check-kept"> · {count} 项已存本机，没有网络也能填写</span> : null}
      {lost > 0 && (
        <span role="alert">
          {' '}
          · <Link to="/bus/delivery/index">{lost} 项没有送出，且不在本机</Link>
        </span>
      )}
    </>
  );
}
