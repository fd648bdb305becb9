/** calendar: public holidays, and the weekend days worked to compensate them (工作日历). */
import { dayOf } from '@anlan/contract/domain/instant';
import { calendarCalls } from '@anlan/contract/modules/calendar/calls';
import { calendarDay } from '@anlan/contract/modules/calendar/resource';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import type { OpenTask } from '#kit/todo.ts';
import type { Kit } from '#kit/ports.ts';
import { insertSeeds } from '#kit/direct-row-writes.ts';
import { createWorkdays } from './workdays/service.ts';
import { inYear, readDays } from './workdays/store.ts';
import { publishedDays, publishedYears, yearOf } from './published/rules.ts';

/** Adds the published days of each year for which the tenant has none. Returns the number of added days. */
async function fillCalendar(tx: Tx, kit: Pick<Kit, 'vault'>, now: Date): Promise<number> {
  const own = new Set((await readDays(tx)).map(({ day }) => yearOf(day)));
  const missing = publishedDays.filter(({ day }) => !own.has(yearOf(day)));
  if (missing.length > 0)
    await insertSeeds(
      tx,
      kit,
      calendarDay,
      missing.map((values) => ({ values: { ...values }, at: now })),
    );
  return missing.length;
}

const knowsYear = async (tx: Tx, year: string): Promise<boolean> =>
  publishedYears.has(year) || (await readDays(tx)).some(({ day }) => yearOf(day) === year);

// Month from which tenants are reminded of a missing year. The State Council publishes the days in November of the
// year before.
const toldFrom = '12';

const missingYear = (today: string): string | null =>
  today.slice(5, 7) >= toldFrom ? String(Number(today.slice(0, 4)) + 1) : null;

/** A fixed UUID that contains the year. To-dos need an id for their subject. */
const yearId = (year: string): string => `01a00000-0000-7000-8000-00000000${year}`;
const yearOfId = (id: string): string => id.slice(-4);

const wantedYear = (year: string): OpenTask => ({
  kind: 'confirm',
  act: 'calendarDay.create',
  title: `补充 ${year} 年的放假和补班安排：未公布前，期限只按周末推算`,
  subject: { type: 'calendarYear', id: yearId(year) },
  path: '/upms/calendar/index',
  dueOn: `${Number(year) - 1}-12-31`,
  owner: { userType: 'regulator', permit: 'sys:calendar:add' },
});

export type { Workdays } from './workdays/service.ts';

/** Workday counting is a separate module, because low-level modules need it. */
export const workdaysModule = defineModule('workdays', { needs: {}, open: ({ kit }) => createWorkdays(kit) });

export const calendarModule = defineModule('calendar', {
  needs: { workdays: workdaysModule },
  open({ kit, workdays }) {
    /**
     * The next year if the calendar has no days for it, otherwise null. Reads without the cache, because the caller
     * may just have added days.
     */
    const missing = async (tx: Tx) => {
      const year = missingYear(dayOf(kit.clock.now()));
      return year === null || (await knowsYear(tx, year)) ? null : year;
    };
    return {
      ...openResource(calendarDay, kit, {
        conditions: (_tx, { year }) => (typeof year === 'string' ? [inYear(year)] : []),
        // Fill the year with the published days first. Otherwise the day entered first would count as the whole
        // calendar of that year.
        beforeCreate: async (tx) => {
          await fillCalendar(tx, kit, kit.clock.now());
        },
        async saved(tx) {
          workdays.changed(tx);
          const year = missingYear(dayOf(kit.clock.now()));
          if (year !== null) await kit.refreshTodos(tx, 'calendarYear', [yearId(year)]);
        },
      }),
      workdayAfter: workdays.workdayAfter,
      workdaysBetween: workdays.workdaysBetween,
      isWorkday: workdays.isWorkday,
      isKnown: workdays.isKnown,
      missing,
      fill: (scope: Scope) =>
        kit.db.scoped(scope, async (tx) => {
          if ((await fillCalendar(tx, kit, kit.clock.now())) > 0) workdays.changed(tx);
        }),
    };
  },
  calls: calendarCalls,
  todos: ({ missing }) => [
    {
      type: 'calendarYear',
      async wanted(tx, ids) {
        const year = await missing(tx);
        return ids.filter((id) => yearOfId(id) === year).map(() => wantedYear(year ?? ''));
      },
      async after(tx, id) {
        const year = await missing(tx);
        return year !== null && yearId(year) > id ? [yearId(year)] : [];
      },
    },
  ],
  // The nightly job adds the days published with a new release, and the days of new tenants.
  nightly: { fill: { at: '40 3 * * *', run: ({ fill }, scope) => fill(scope) } },
  seed: (tx, context) => fillCalendar(tx, context, context.now),
});
