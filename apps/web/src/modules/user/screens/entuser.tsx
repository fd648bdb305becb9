import { numberText } from '@anlan/contract/domain/number-text';
import { staffListing } from '@anlan/contract/modules/user/listings';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { resourcePage, type PagePart } from '#kit/resource-page.tsx';
import { bindResource } from '#kit/resource.ts';
import { useHasPermit, useCurrentUser } from '#lib/current-user.ts';
import { ownSeats, staffReading, userListCalls } from '../calls.ts';
import { staffFilters } from '../parts/list-filters.tsx';
import { others, person, shared, standing } from '../parts/people-page.tsx';
import { newValuesOf, personForm } from '../parts/person-form.tsx';

const Summary: PagePart = ({ use: { state } }) => {
  const { sysUser } = useCurrentUser();
  const place = sysUser.type === 'enterprise' ? (sysUser.entName ?? '本企业') : '辖区企业';
  const asks = useHasPermit('bus:enterprise:pay') && sysUser.type === 'enterprise';
  const { data: seats } = useQuery({ ...ownSeats, enabled: asks });
  if (state.data === undefined) return '　';
  return (
    <>
      {place}的员工账号 {numberText(state.data.total)} 个
      {seats && (
        <>
          ，已启用 {numberText(seats.used)} / 名额 {numberText(seats.most)} 个
          {seats.used >= seats.most && (
            <>
              ，名额已用完，<Link to="/bus/membership/index">查看会员</Link>
            </>
          )}
        </>
      )}
    </>
  );
};

export const Screen = resourcePage(
  staffListing,
  userListCalls,
  {
    ...shared,
    heading: '企业员工',
    summary: Summary,
    columns: [person, standing, ...others],
    filters: staffFilters,
    form: personForm(bindResource(staffListing, userListCalls, staffReading), true),
    newValues: newValuesOf(true),
    empty: '还没有员工账号',
  },
  staffReading,
);
