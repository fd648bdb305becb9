import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { lostCount, useLost } from '#lib/kept/owed.ts';
import { beginKeeping } from '#lib/kept/sending.ts';
import { useHolds, useWho } from '#lib/person.ts';
import { checkKey, keepDay } from '../calls.ts';

/** Keeps the day's checks on this phone, and says so; nothing where nobody fills them in here. */
export function DayKept() {
  const mayFill = useHolds('bus:riskcheck:check');
  const { nickName, username } = useWho().sysUser;
  const { data: count } = useQuery({
    queryKey: [...checkKey, 'day'],
    queryFn: async () => {
      await beginKeeping(nickName || username);
      return keepDay();
    },
    enabled: mayFill,
    staleTime: 60_000,
  });
  const lost = lostCount(useLost().lost);
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
