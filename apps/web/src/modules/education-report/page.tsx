import { dayOf } from '@anlan/contract/domain/instant';
import { periodBefore, periodWords } from '@anlan/contract/modules/report/period';
import { Select } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePerson } from '#lib/current-user.ts';
import { Firms } from './parts/enterprise-list.tsx';
import { Year } from './parts/year.tsx';
import './report.css';

const offered = 36;

/** 教育月报 (RT-26): for the user's own enterprise, or for all supervised enterprises. */
export function Screen() {
  const [params, say] = useSearchParams();
  const [now] = useState(() => dayOf(new Date()).slice(0, 7));
  const isStaff = usePerson((held) => held.info?.sysUser.type === 'enterprise');
  const requestedMonth = params.get('month') ?? '';
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(requestedMonth) && requestedMonth <= now ? requestedMonth : now;
  const selectedEnterpriseId = params.get('enterpriseId') ?? undefined;
  const months = Array.from({ length: offered }, (_, back) => periodBefore('month', now, back));
  const choice = (
    <Select
      aria-label="月份"
      className="education-month"
      value={month}
      options={(months.includes(month) ? months : [month, ...months]).map((value) => ({
        value,
        label: periodWords('month', value),
      }))}
      onChange={(next: string) => say((before) => ({ ...Object.fromEntries(before), month: next }), { replace: true })}
    />
  );
  if (!isStaff && selectedEnterpriseId === undefined) return <Firms key={month} month={month} choice={choice} />;
  return <Year enterpriseId={isStaff ? undefined : selectedEnterpriseId} month={month} choice={choice} />;
}
