import { callNames } from '@anlan/contract/domain/call-names';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
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
  control: (props) => (
    <FilterChoice
      {...props}
      options={[
        { value: 'done', label: '成功' },
        { value: 'failed', label: '失败' },
      ]}
    />
  ),
});
const call = filter({
  name: 'call',
  label: '操作',
  control: (props) => <FilterChoice {...props} options={calls} showSearch={{ optionFilterProp: 'label' }} />,
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

/** Which of the logs is shown. */
export type LogKind = 'acts' | 'signIns' | 'errors';

/** Filters of each kind of log; `named` where one may look people up, as the filter by person does. */
export const logFilters = (kind: LogKind, named: boolean): ListFilter<LogFilter>[] => [
  ...(kind === 'acts' ? [call] : []),
  ...(named ? [person] : []),
  ...(kind === 'errors' ? [] : [outcome]),
  ...days,
];
