import { callNames } from '@anlan/contract/domain/call-names';
import { Select } from 'antd';
import { filterOf, type ListFilter } from '#ui/list/list-filters.tsx';
import { DayPicker } from '#widgets/day-picker.tsx';
import { OfficerSelect } from '#widgets/officer-select.tsx';
import type { LogFilter } from '../calls.ts';

const filter = filterOf<LogFilter>();
const calls = Object.entries(callNames).map(([value, label]) => ({ value, label }));

const person = filter({
  name: 'userId',
  label: '监管人员',
  control: ({ value, onChange, label }) => (
    <OfficerSelect aria-label={label} placeholder={label} value={value} onChange={(id) => onChange(id ?? undefined)} />
  ),
});
const outcome = filter({
  name: 'outcome',
  label: '结果',
  control: ({ value, onChange, label }) => (
    <Select
      allowClear
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      options={[
        { value: 'done' as const, label: '成功' },
        { value: 'failed' as const, label: '失败' },
      ]}
      onChange={(next: 'done' | 'failed' | undefined) => onChange(next)}
    />
  ),
});
const call = filter({
  name: 'call',
  label: '操作',
  control: ({ value, onChange, label }) => (
    <Select
      allowClear
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      options={calls}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(next: string | undefined) => onChange(next)}
    />
  ),
});
const bound = (name: 'from' | 'to', label: string) =>
  filter({
    name,
    label,
    more: true,
    control: ({ value, onChange }) => (
      <DayPicker aria-label={label} placeholder={label} value={value} onChange={(day) => onChange(day ?? undefined)} />
    ),
  });
const days = [bound('from', '开始日期'), bound('to', '结束日期')];

/** Filters of each kind of log. */
export const logFilters: Record<'acts' | 'signIns' | 'errors', ListFilter<LogFilter>[]> = {
  acts: [call, person, outcome, ...days],
  signIns: [person, outcome, ...days],
  errors: [person, ...days],
};
