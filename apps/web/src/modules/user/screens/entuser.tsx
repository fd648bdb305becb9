import { numberText } from '@anlan/contract/domain/number-text';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useHolds, useWho } from '#lib/person.ts';
import { ownSeats } from '../calls.ts';
import { PeopleList } from '../parts/people-list.tsx';

/** 企业员工: the staff of one's own enterprise, or of every enterprise of the tenant. */
export function Screen() {
  const { sysUser } = useWho();
  const place = sysUser.type === 'enterprise' ? (sysUser.entName ?? '本企业') : '辖区企业';
  const asks = useHolds('bus:enterprise:pay') && sysUser.type === 'enterprise';
  const { data: seats } = useQuery({ ...ownSeats, enabled: asks });
  return (
    <PeopleList
      staff
      title="企业员工"
      sub={(total) =>
        total === undefined ? (
          '　'
        ) : (
          <>
            {place}的员工账号 {numberText(total)} 个
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
        )
      }
    />
  );
}
