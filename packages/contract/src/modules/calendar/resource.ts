import * as z from 'zod/mini';
import { day, oneOf, text } from '../../kit/field.ts';
import { resource, type Filter, type Row } from '../../kit/resource.ts';

/** A weekday without work (休息) or a weekend day with work (补班), as the State Council publishes them each year. */
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
    year: z.string().check(z.regex(/^20\d{2}$/, '请选择年份')),
  },
  filterLabels: { year: '年份' },
});
export type CalendarDay = Row<typeof calendarDay>;
export type CalendarDayFilter = Filter<typeof calendarDay>;
