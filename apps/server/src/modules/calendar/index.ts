/** calendar: public holidays, and the weekend days worked to compensate them (工作日历). */
import { dayOf } from '@anlan/contract/domain/instant';
import { calendarCalls } from '@anlan/contract/modules/calendar/calls';
import { calendarDay } from '@anlan/contract/modules/calendar/resource';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { fillCalendar, knowsYear } from './published/service.ts';
import { createWorkdays } from './workdays/service.ts';
import { inYear } from './workdays/store.ts';
import { missingYear, wantedYear, yearId, yearOfId } from './missing-year-rules.ts';

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
