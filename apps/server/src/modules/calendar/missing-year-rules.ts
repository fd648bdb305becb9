import type { OpenTask } from '#kit/todo.ts';

// Month from which tenants are reminded of a missing year. The State Council publishes the days in November of the
// year before.
const toldFrom = '12';

export const missingYear = (today: string): string | null =>
  today.slice(5, 7) >= toldFrom ? String(Number(today.slice(0, 4)) + 1) : null;

/** A fixed UUID that contains the year. To-dos need an id for their subject. */
export const yearId = (year: string): string => `01a00000-0000-7000-8000-00000000${year}`;
export const yearOfId = (id: string): string => id.slice(-4);

export const wantedYear = (year: string): OpenTask => ({
  kind: 'confirm',
  act: 'calendarDay.create',
  title: `补充 ${year} 年的放假和补班安排：未公布前，期限只按周末推算`,
  subject: { type: 'calendarYear', id: yearId(year) },
  path: '/upms/calendar/index',
  dueOn: `${Number(year) - 1}-12-31`,
  owner: { userType: 'regulator', permit: 'sys:calendar:add' },
});
