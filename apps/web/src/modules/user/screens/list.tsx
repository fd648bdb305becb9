import { approval } from '@anlan/contract/modules/user/admin';
import { userListing } from '@anlan/contract/modules/user/listings';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tag } from '#kit/columns.tsx';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { bindResource } from '#kit/resource.ts';
import { useHasPermit } from '#lib/current-user.ts';
import { userCount, userListCalls, userReading } from '../calls.ts';
import { userFilters } from '../parts/list-filters.tsx';
import { BesideOrgans } from '../parts/organ-side.tsx';
import { others, person, shared, standing } from '../parts/people-page.tsx';
import { newValuesOf, personForm } from '../parts/person-form.tsx';

const Summary: PagePart = () => {
  const decides = useHasPermit('sys:user:edit');
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
};

export const Screen = resourcePage(
  userListing,
  userListCalls,
  {
    ...shared,
    heading: '用户',
    summary: Summary,
    columns: [person, standing, tag('type', { width: 100 }), ...others],
    filters: userFilters,
    list: BesideOrgans,
    form: personForm(bindResource(userListing, userListCalls, userReading), false),
    newValues: newValuesOf(false),
  },
  userReading,
);
