import * as z from 'zod/mini';
import { day, oneOf, text } from '../../kit/field.ts';
import { resource, type Filter, type Input, type Patch, type Row, type Sort } from '../../kit/resource.ts';

/** A day that is off on a weekday (休息) or worked on a weekend (补班), as the State Council publishes them year by year. */
export const calendarDay = resource('calendarDay', {
  label: '放假安排',
  counter: '天',
  title: 'name',
  class: 'tenant',
  permits: 'sys:calendar',
  order: '-day',
  removal: 'hard',
  fields: {
    day: day('日期').required().unique().sortable(),
    kind: oneOf(['rest', 'work'], '安排').required().dictionary('calendarDayKind').filter(),
    name: text(20, '说明').required().example('如 国庆节'),
  },
  filters: {
    /** 年份 */
    year: z.string().check(z.regex(/^20\d{2}$/, '请选择年份')),
  },
  filterLabels: { year: '年份' },
});
/** A day of the calendar as people see it. */
export type CalendarDay = Row<typeof calendarDay>;
/** A new day. */
export type CalendarDayInput = Input<typeof calendarDay>;
/** Changes to a day. */
export type CalendarDayPatch = Patch<typeof calendarDay>;
/** What the list is narrowed by. */
export type CalendarDayFilter = Filter<typeof calendarDay>;
/** What the list is ordered by. */
export type CalendarDaySort = Sort<typeof calendarDay>;
