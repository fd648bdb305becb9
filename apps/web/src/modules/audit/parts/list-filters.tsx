import { callNames } from '@anlan/contract/labels';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { DayFilter } from '#widgets/day-picker.tsx';
import type { LogFilter } from '../calls.ts';

const filter = filterOf<LogFilter>();
const calls = Object.entries(callNames).map(([value, label]) => ({ value, label }));

const call = filter({
  name: 'call',
  label: '操作',
  control: (props) => <FilterChoice {...props} options={calls} showSearch={{ optionFilterProp: 'label' }} />,
  words: (value) => calls.find((one) => one.value === value)?.label ?? value,
});
const bound = (name: 'from' | 'to', label: string) =>
  filter({
    name,
    label,
    more: true,
    control: ({ value, onChange }) => <DayFilter label={label} value={value} onChange={onChange} />,
    words: (day) => day,
  });
const days = [bound('from', '开始日期'), bound('to', '结束日期')];

export const logFilters = [call, 'outcome' as const, 'remoteAddr' as const, ...days];
