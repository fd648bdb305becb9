import { vehicleAlarmCalls } from '@anlan/contract/modules/vehicle-alarm/calls';
import { vehicleAlarm, type VehicleAlarm } from '@anlan/contract/modules/vehicle-alarm/resource';
import { formatInstant } from '@anlan/contract/domain/instant';
import type { ReactNode } from 'react';
import { column, one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

export const Screen = resourcePage(vehicleAlarm, vehicleAlarmCalls, {
  ...page,
  tabs: [
    { key: 'open', label: '待处理', filter: { status: ['open'] }, isAlarm: true },
    { key: 'all', label: '全部', filter: {} },
  ],
  columns: [
    title({ width: 120 }),
    tag('status', { width: 90 }),
    tag('kind', { width: 120 }),
    one('at', { width: 160 }),
    column<VehicleAlarm>('what', '情况', (row) => whatOf(row), { width: 150 }),
    one('place', { width: 150 }),
    one('driverId', { width: 100 }),
    column<VehicleAlarm>('handled', '处理', handledText, { width: 190 }),
    one('enterpriseId'),
  ],
  filters: ['kind', 'status', 'vehicleId', 'at', 'enterpriseId'],
  form: {
    rows: [
      'enterpriseId',
      ['vehicleId', 'kind'],
      ['at', 'driverId'],
      ['speed', 'speedLimit'],
      ['minutes', 'place'],
      'remark',
    ],
  },
  empty: '没有报警记录。从定位平台导出后，用“导入”上传，逐条处理。',
});

function whatOf({ speed, speedLimit, minutes }: VehicleAlarm): string {
  const fast = speed === null ? null : `${speed}${speedLimit === null ? '' : ` / 限 ${speedLimit}`} km/h`;
  return [fast, minutes === null ? null : `持续 ${minutes} 分钟`].filter(Boolean).join('，') || '—';
}

function handledText({ handlerName, handledAt, note }: VehicleAlarm): ReactNode {
  if (handledAt === null) return '—';
  return (
    <span className="list-two">
      <span>{note}</span>
      <small>
        {handlerName} · {formatInstant(handledAt).slice(5, 16)}
      </small>
    </span>
  );
}
