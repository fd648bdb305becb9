import { dayOf } from '@anlan/contract/domain/instant';
import { periodBefore, periodWords } from '@anlan/contract/modules/report/period';
import { Select } from 'antd';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePerson } from '#lib/person.ts';
import { Firms } from './parts/firms.tsx';
import { Year } from './parts/year.tsx';
import './report.css';

const offered = 36;

/** 教育月报 (RT-26): a month of learning of one's own enterprise, or of those that one oversees. */
export function Screen() {
  const [said, say] = useSearchParams();
  const [now] = useState(() => dayOf(new Date()).slice(0, 7));
  const isStaff = usePerson((held) => held.info?.sysUser.type === 'enterprise');
  const asked = said.get('month') ?? '';
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) && asked <= now ? asked : now;
  const chosen = said.get('enterpriseId') ?? undefined;
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
  if (!isStaff && chosen === undefined) return <Firms key={month} month={month} choice={choice} />;
  return <Year enterpriseId={isStaff ? undefined : chosen} month={month} choice={choice} />;
}
