/** calendar: which days are worked (工作日历): public holidays and the weekend days that make up for them. */
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
import { missingYear, wantedYear, yearId, yearOfId } from './missing-rules.ts';

export { createWorkdays, type Workdays } from './workdays/service.ts';

/** The counting of workdays, which modules below every module depend on too. */
export const workdaysModule = defineModule('workdays', { needs: {}, open: ({ kit }) => createWorkdays(kit) });

/** The module calendar. */
export const calendarModule = defineModule('calendar', {
  needs: { workdays: workdaysModule },
  open({ kit, workdays }) {
    /** The year that is about to begin, where nobody knows its days; read past what is kept, for whoever just added some. */
    const missing = async (tx: Tx) => {
      const year = missingYear(dayOf(kit.clock.now()));
      return year === null || (await knowsYear(tx, year)) ? null : year;
    };
    return {
      ...openResource(calendarDay, kit, {
        conditions: (_tx, { year }) => (typeof year === 'string' ? [inYear(year)] : []),
        // The first day that somebody enters must not stand for the whole of its year.
        beforeCreate: async (tx) => {
          await fillCalendar(tx, kit, kit.clock.now());
        },
        async saved(tx) {
          workdays.changed(tx);
          const year = missingYear(dayOf(kit.clock.now()));
          if (year !== null) await kit.touched(tx, 'calendarYear', [yearId(year)]);
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
  // Whatever a new release knows, and what a tenant has that was made since.
  nightly: { fill: { at: '40 3 * * *', run: ({ fill }, scope) => fill(scope) } },
  seed: (tx, context) => fillCalendar(tx, context, context.now),
});
