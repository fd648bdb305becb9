import { dayOf, formatInstant } from '@anlan/contract/domain/instant';
import { healthRecord, type HealthRecord } from '@anlan/contract/modules/health-task/resource';
import { column, one, tag, title } from '#kit/columns.tsx';
import { useState } from 'react';
import { resourcePage } from '#kit/resource-page.tsx';
import { healthRecordCalls } from '../calls.ts';

export const Screen = resourcePage(healthRecord, healthRecordCalls, {
  heading: '检测记录',
  icon: 'check',
  tabs: [
    { key: 'pending', label: '待检', filter: { result: ['pending'] }, isAlarm: true },
    { key: 'abnormal', label: '异常', filter: { result: ['abnormal'] } },
    { key: 'all', label: '全部', filter: {} },
  ],
  columns: [
    title({ width: 110 }),
    one('department', { width: 110 }),
    tag('result', { width: 90 }),
    one('taskId', { width: 170 }),
    column<HealthRecord, 'dueOn'>('dueOn', '截止', (row) => <Due row={row} />, { width: 120, sort: 'dueOn' }),
    column<HealthRecord>(
      'sampled',
      '检测',
      ({ sampledAt, org }) => (
        <span className="list-two">
          <span>{sampledAt ? formatInstant(sampledAt).slice(0, 16) : '—'}</span>
          {org && <small>{org}</small>}
        </span>
      ),
      { width: 150 },
    ),
  ],
  filters: ['taskId', 'department', 'result', 'dueOn', 'employeeId'],
  moves: {
    pass: { rows: [['sampledAt', 'org'], 'image'] },
    fail: { rows: [['sampledAt', 'org'], 'image', 'reason'] },
  },
  empty: '没有检测记录',
});

function Due({ row: { dueOn, result } }: { row: HealthRecord }) {
  const [today] = useState(() => dayOf(new Date()));
  const late = result === 'pending' && dueOn < today;
  return (
    <span className="list-two">
      <span>{dueOn}</span>
      {late && <small className="red">逾期</small>}
    </span>
  );
}
