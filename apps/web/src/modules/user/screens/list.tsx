import { approval } from '@anlan/contract/modules/user/admin';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useHolds } from '#lib/person.ts';
import { userCount } from '../calls.ts';
import { PeopleList } from '../parts/people-list.tsx';

/** 用户: everybody of the tenant. */
export function Screen() {
  return <PeopleList title="用户" staff={false} sub={() => <Summary />} />;
}

function Summary() {
  const decides = useHolds('sys:user:edit');
  const all = useQuery(userCount({}));
  const waiting = useQuery(userCount({ approval: 'pending' }));
  return (
    <>
      {all.data === undefined ? '　' : `共 ${all.data} 人`}
      {decides && waiting.data ? (
        <>
          {' · '}
          <Link className="link" to={`/upms/user/index?approval=${approval.pending}`}>
            待审核 {waiting.data} 人
          </Link>
        </>
      ) : null}
    </>
  );
}
