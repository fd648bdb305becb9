import { callNames } from '@anlan/contract/labels';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { FilterText } from '#ui/list/filter-text.tsx';
import { filterOf, type ListFilter } from '#ui/list/list-filters.tsx';
import { DayFilter } from '#widgets/day-picker.tsx';
import type { LogFilter } from '../calls.ts';

const filter = filterOf<LogFilter>();
const calls = Object.entries(callNames).map(([value, label]) => ({ value, label }));

const address = filter({
  name: 'remoteAddr',
  label: '来源地址',
  control: (props) => <FilterText {...props} />,
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
    control: ({ value, onChange }) => <DayFilter label={label} value={value} onChange={onChange} />,
  });
const days = [bound('from', '开始日期'), bound('to', '结束日期')];

/** Which of the logs is shown. */
export type LogKind = 'acts' | 'signIns' | 'errors';

/** Filters of each kind of log. */
export const logFilters = (kind: LogKind): ListFilter<LogFilter>[] => [
  ...(kind === 'acts' ? [call] : []),
  ...(kind === 'errors' ? [] : [outcome]),
  address,
  ...days,
];
