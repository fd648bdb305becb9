/** danger: hidden dangers (隐患) from finding to closure, with rules for who must act next. */
import { dayOf } from '@anlan/contract/domain/instant';
import { dangerCalls, type OnSpotRepair } from '@anlan/contract/modules/danger/calls';
import { danger, type Danger, type DangerInput } from '@anlan/contract/modules/danger/resource';
import type { DangerStart } from '@anlan/contract/modules/danger/views';
import { invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { createNumbers as createSerials } from '#kit/number-store.ts';
import { openResource } from '#kit/service.ts';
import type { Values } from '#kit/references.ts';
import type { Tx } from '#platform/db/index.ts';
import { calendarModule } from '../calendar/index.ts';
import { requireVisible, enterpriseModule } from '../enterprise/index.ts';
import { fileModule } from '../file/index.ts';
import { settingModule, settingsOf } from '../setting/index.ts';
import { staffModule } from '../staff/index.ts';
import { stationModule } from '../station/index.ts';
import { userModule } from '../user/index.ts';
import { reopenedDanger } from './reopen-failed-sample.ts';
import { computedOf } from './computed-fields.ts';
import { conditionsOf, kindOfEnterprise, pointPlaces, unfinishedOf } from './danger-store.ts';
import { createReads, type DangerContext } from './danger-context.ts';
import { criteriaFor, standardsFor } from './standard-dangers.ts';
import { createLinks } from './repair-link.ts';
import { createMoveRules } from './move-rules.ts';
import { createNumbers } from './danger-counts.ts';
import { lateSince } from './waiting-by-party.ts';
import { countWaiting } from './danger-counts-store.ts';
import { createNightly } from './scheduled-jobs.ts';
import { deadlinesFrom, factsOf, mayChange, mayMove, type DangerRow } from './rules.ts';
import { createSavingRules, earlierOf, onWorkday, type SourceFields } from './save-rules.ts';
import { dangerSource } from './todo.ts';
import { seedDangers } from './seed.ts';
import { seedDangerDays } from './seed-days.ts';
import { createDangerNotifier } from './notify.ts';

export interface ReportedDanger extends Omit<DangerInput, 'photosBefore' | 'deadlineOn'> {
  /** Deadline; default: the usual deadline of the danger level. */
  deadlineOn?: string;
  /** Photos of the row in which the danger was found. That row and the danger show the photos. */
  photos: readonly { id: string; name: string }[];
  inspectionId?: string;
  inspectionNo?: string;
}

export const dangerModule = defineModule('danger', {
  needs: {
    enterprise: enterpriseModule,
    file: fileModule,
    user: userModule,
    calendar: calendarModule,
    setting: settingModule,
    station: stationModule,
    staff: staffModule,
  },
  open({ kit, enterprise, file, calendar, staff }) {
    const { db, clock } = kit;
    const serials = createSerials(db);
    const reads = createReads({ clock, people: staff });
    const notifier = createDangerNotifier(kit, staff);
    const dangers = openResource<
      'danger',
      typeof danger.fields,
      never,
      typeof danger.filters,
      NonNullable<typeof danger.states>['moves'],
      DangerContext
    >(danger, kit, {
      reads,
      conditions: async (tx, filter) => {
        const today = dayOf(clock.now());
        return conditionsOf(filter, today, {
          ...(filter['late'] !== undefined && {
            lateSince: await lateSince(tx, { today, workdayAfter: calendar.workdayAfter }),
          }),
          ...(filter['mine'] !== undefined && { employeeId: (await staff.postsOf(tx))?.employeeId ?? null }),
        });
      },
      mayMove: (move, row, scope, context) => mayMove(move, factsOf(row), context.actor, context.around(factsOf(row))),
      mayChange: (verb, row, scope, context) =>
        mayChange(verb, factsOf(row), context.actor, context.around(factsOf(row))),
      beforeMove: createMoveRules({ clock, people: staff }),
      compute: computedOf({ clock, people: staff, workdayAfter: calendar.workdayAfter }),
      ...createSavingRules({ clock, people: staff }),
      // This hook allocates the numbers. It runs after all checks that may refuse the form.
      numbers: serials,
      saved: async (tx, ids): Promise<void> => notifier.changed(tx, await dangers.rowsWhere(tx, { id: [...ids] })),
      moved: async (tx, move, row, input) => {
        if (move === 'urge') await notifier.notifyUrged(tx, row);
        if (move === 'sample' && input['sampleResult'] === 'fail') await reopen(tx, row, input);
        await notifier.changed(tx, [row]);
      },
    });
    const rows = (tx: Tx, ids: readonly string[]): Promise<DangerRow[]> =>
      ids.length === 0 ? Promise.resolve([]) : dangers.rowsWhere(tx, { id: [...ids] });
    const find = async (tx: Tx, id: string) => (await dangers.rowsWhere(tx, { id }, { limit: 1 }))[0];
    // Also stores fields that callers cannot send, because the call schema excludes them.
    const add = (tx: Tx, input: DangerInput & SourceFields & Partial<OnSpotRepair>, as?: string) =>
      dangers.add(tx, input, as, serials);
    /** Opens a new danger for one that failed its sample check, because a closed danger never changes. */
    const reopen = async (tx: Tx, row: DangerRow, input: Values) => {
      const duty = String(row.dutyPersonId ?? '');
      const { dangerInput: found, photos } = reopenedDanger(row, input, {
        hasLeft: duty !== '' && (await staff.people(tx, [duty])).get(duty)?.hasLeft !== false,
        now: clock.now(),
        by: tx.scope.userName,
        days: deadlinesFrom(dayOf(clock.now()), await settingsOf(tx)),
      });
      await dangers.addAll(tx, [found], undefined, serials, [{ photosBefore: photos }]);
    };
    /** Adds dangers in the caller's transaction. Returns their ids in the same order. */
    async function openAll(tx: Tx, all: readonly ReportedDanger[]): Promise<string[]> {
      if (all.length === 0) return [];
      const settings = await settingsOf(tx);
      return dangers.addAll(
        tx,
        all.map(({ photos: _photos, deadlineOn, ...dangerInput }) => {
          const days = deadlinesFrom(dayOf(dangerInput.foundAt), settings);
          const usual = dangerInput.level === 'major' ? days.majorDeadlineOn : days.generalDeadlineOn;
          return { ...dangerInput, photosBefore: [], deadlineOn: deadlineOn ?? usual };
        }),
        undefined,
        serials,
        all.map(({ photos }) => ({ photosBefore: photos })),
      );
    }
    const ownOr = async (tx: Tx, enterpriseId: string | undefined) => {
      const id = enterpriseId ?? tx.scope.enterpriseId;
      if (id === null) throw invalid({ field: 'enterpriseId', msg: '请选择企业' });
      await requireVisible(tx, enterprise, id);
      return id;
    };
    const library = {
      standards: (_scope: Scope, standardFilter: { keyword?: string | undefined; category?: string | undefined }) =>
        Promise.resolve(standardsFor(standardFilter)),
      criteria: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }) =>
        db.read(scope, async (tx) => {
          const id = enterpriseId ?? scope.enterpriseId;
          if (id !== null) await requireVisible(tx, enterprise, id);
          return criteriaFor(id === null ? null : await kindOfEnterprise(tx, id));
        }),
    };
    return {
      ...dangers,
      ...library,
      ...createNumbers({
        kit,
        enterprises: enterprise,
        dangers: { present: dangers.present, rows },
        workdayAfter: calendar.workdayAfter,
      }),
      ...createLinks({ kit, files: file, enterprises: enterprise, find, reads }),
      ...createNightly({ kit, rows, people: staff }),
      fixOnSpot: (scope: Scope, input: DangerInput & OnSpotRepair) =>
        db.scoped(scope, async (tx) => {
          if (input.level !== 'general') throw invalid({ field: 'level', msg: '只有一般隐患可以当场整改' });
          const now = clock.now();
          const fixed = { status: 'submitted', onSpot: true, fixedAt: now, submittedAt: now };
          return { id: await add(tx, { ...input, ...fixed }, 'danger.fixOnSpot'), version: 1 };
        }),
      start: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }) =>
        db.read(scope, async (tx) => {
          const id = await ownOr(tx, enterpriseId);
          const days = deadlinesFrom(dayOf(clock.now()), await settingsOf(tx));
          const posts = [
            'head',
            'safetyManager',
            'teamLeader',
            'equipmentOperator',
            'specialOperator',
            'driver',
            'dispatcher',
            'scheduler',
            'general',
            'contractor',
          ] as const;
          const people: DangerStart['people'] = [];
          for (const post of posts)
            for (const { id: personId, name, department, letters } of await staff.byPost(tx, id, [post]))
              people.push({ id: personId, name, post, department, letters });
          const workday = await onWorkday(tx, calendar, days.generalDeadlineOn);
          return {
            ...days,
            generalDeadlineOn: workday > days.generalLatestOn ? days.generalDeadlineOn : workday,
            majorDeadlineOn: await onWorkday(tx, calendar, days.majorDeadlineOn),
            places: await pointPlaces(tx, id),
            people: people.slice(0, 500),
          };
        }),
      earlier: (
        scope: Scope,
        { enterpriseId, category, place }: { enterpriseId?: string | undefined; category: string; place: string },
      ) =>
        db.read(scope, async (tx) => {
          const earlierDangers = await earlierOf(
            tx,
            { clock },
            { enterpriseId: await ownOr(tx, enterpriseId), category, place },
          );
          return {
            needsCause: earlierDangers.needsCause,
            rows: earlierDangers.rows.map(({ id, no, title, found_at: foundAt, verified_at: verifiedAt }) => ({
              id,
              no,
              title,
              foundOn: dayOf(foundAt),
              verifiedOn: verifiedAt === null ? null : dayOf(verifiedAt),
            })),
          };
        }),

      openAll,
      async open(tx: Tx, dangerInput: ReportedDanger): Promise<string> {
        const [id = ''] = await openAll(tx, [dangerInput]);
        return id;
      },
      shown: async (tx: Tx, ids: readonly string[]): Promise<Danger[]> => dangers.present(tx, await rows(tx, ids)),
      isAccepted: async (tx: Tx, id: string): Promise<boolean> => (await find(tx, id))?.['status'] === 'accepted',
      rows,
      rowsOfTodos: async (tx: Tx, ids: readonly string[]) => notifier.publishedRows(tx, ids) ?? rows(tx, ids),
      people: staff,
      workdayAfter: calendar.workdayAfter,
      clock,
      touched: kit.refreshTodos,
    };
  },
  calls: dangerCalls,
  todos: (module) => [
    dangerSource({
      clock: module.clock,
      people: module.people,
      rows: module.rowsOfTodos,
      workdayAfter: module.workdayAfter,
    }),
  ],
  counts: {
    unExp: (tx) => countWaiting(tx, tx.scope.userType === 'enterprise' ? 'enterprise' : 'regulator'),
  },
  on: {
    // Moves the to-dos of open dangers to the leads of the enterprise if the responsible person left.
    'employee.left': async (tx, { ids }, module) => module.touched(tx, 'danger', await unfinishedOf(tx, ids)),
  },
  ask: {
    'enterprise.removing': async (tx, { ids }, module) =>
      (await module.exists(tx, { enterpriseId: ids })) ? '名下还有隐患记录，不能删除' : null,
  },
  seed: seedDangers,
  seedDays: seedDangerDays,
  nightly: {
    remind: { at: '0 8 * * *', run: (module, scope) => module.remind(scope) },
    sample: { at: '20 2 1 * *', run: (module, scope) => module.sampleMonth(scope) },
    facts: { at: '*/3 * * * *', run: (module, scope) => module.foldFacts(scope) },
    recount: { at: '40 23 * * *', run: (module, scope) => module.recountFacts(scope) },
  },
});
