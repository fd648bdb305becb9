import { dayOf } from '@anlan/contract/domain/instant';
import { calendarCalls } from '@anlan/contract/modules/calendar/calls';
import { calendarDay, type CalendarDayFilter } from '@anlan/contract/modules/calendar/resource';
import { one, tag, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { FilterChoice } from '#ui/list/filter-choice.tsx';
import { filterOf } from '#ui/list/list-filters.tsx';
import { page } from './index.ts';

/** First year with calendar data. */
const firstYear = 2025;
const years = () => {
  const last = Number(dayOf(new Date()).slice(0, 4)) + 1;
  return Array.from({ length: last - firstYear + 1 }, (_, index) => String(last - index)).map((year) => ({
    value: year,
    label: `${year} 年`,
  }));
};

export const Screen = resourcePage(calendarDay, calendarCalls, {
  ...page,
  summary: () => '期限按工作日推算；没有放假安排的年份，只按周末推算，公布后请在这里补充',
  columns: [one('day'), title(), tag('kind')],
  filters: [
    filterOf<CalendarDayFilter>()({
      name: 'year',
      label: '年份',
      control: (props) => <FilterChoice {...props} options={years()} />,
    }),
    'kind',
  ],
  form: { rows: [['day', 'kind'], 'name'] },
  empty: '还没有放假和补班安排，夜间会自动补上已公布的年份',
});
