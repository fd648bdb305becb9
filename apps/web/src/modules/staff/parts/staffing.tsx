import { dayOf } from '@anlan/contract/domain/instant';
import { staffMeasures } from '@anlan/contract/modules/staff/measures';
import { useQuery } from '@tanstack/react-query';
import type { PagePart } from '#kit/resource-page.tsx';
import { textOf } from '#kit/resource.ts';
import { usePerson } from '#lib/current-user.ts';
import { Overseen } from '#widgets/overseen-regions.tsx';
import { MeasuredCount } from '#widgets/measured.tsx';
import { staffingOf } from '../calls.ts';

const today = () => dayOf(new Date());

/** Shows the number of employees and how many required safety staff are missing. This is only a warning. */
export const Staffing: PagePart = ({ use: { bound, asked: request } }) => {
  const own = usePerson((held) => held.info?.sysUser.type === 'enterprise');
  const whose = textOf(request.filter['enterpriseId']) || undefined;
  const { data: count } = useQuery(bound.count({}));
  const { data } = useQuery({ ...staffingOf(whose), enabled: own || whose !== undefined });
  if (count === undefined) return '　';
  return (
    <>
      {own ? '本企业' : '辖区'}从业人员 <MeasuredCount measure={staffMeasures.all} value={count} today={today()} /> 人
      <Overseen />
      {data && (
        <span title={data.basis}>
          {' '}
          · 安全管理人员{' '}
          <MeasuredCount
            measure={staffMeasures.managers}
            value={data.managers}
            today={today()}
            more={own ? {} : { enterpriseId: whose }}
          />{' '}
          人（应{data.fullTime ? '专职' : '专职或兼职'} ≥ {data.needed}）
          {data.gaps.length > 0 && <b className="red"> {data.gaps.join('；')}</b>}
        </span>
      )}
    </>
  );
};
