import type { Wanted } from '#kit/todo.ts';

// The State Council publishes a year's days in the November before; whoever has none in December is told.
const toldFrom = '12';

/** The year whose days ought to be known by a day, or null before December. */
export const missingYear = (today: string): string | null =>
  today.slice(5, 7) >= toldFrom ? String(Number(today.slice(0, 4)) + 1) : null;

/** A year as the subject of a to-do. */
export const yearId = (year: string): string => `01a00000-0000-7000-8000-00000000${year}`;
/** The year of such a subject. */
export const yearOfId = (id: string): string => id.slice(-4);

/** What a year whose days nobody knows makes the tenant's administrator do. */
export const wantedYear = (year: string): Wanted => ({
  kind: 'confirm',
  title: `补充 ${year} 年的放假和补班安排：未公布前，期限只按周末推算`,
  subject: { type: 'calendarYear', id: yearId(year) },
  path: '/upms/calendar/index',
  dueOn: `${Number(year) - 1}-12-31`,
  owner: { userType: 'regulator', permit: 'sys:calendar:edit' },
});
