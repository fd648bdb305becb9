/** danger: hidden dangers (隐患) from their finding to their closure, and who is to do what about them. */
import { dayOf } from '@anlan/contract/domain/instant';
import { dangerCalls, type FixedOnSpot } from '@anlan/contract/modules/danger/calls';
import { danger, type Danger, type DangerInput } from '@anlan/contract/modules/danger/resource';
import { invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { createNumbers as createSerials } from '#kit/number-store.ts';
import { openResource } from '#kit/service.ts';
import type { Values } from '#kit/references.ts';
import type { StoredRow } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { calendarModule } from '../calendar/index.ts';
import { demandVisible, enterpriseModule } from '../enterprise/index.ts';
import { fileModule } from '../file/index.ts';
import { settingModule, settingsOf } from '../setting/index.ts';
import { staffModule } from '../staff/index.ts';
import { stationModule } from '../station/index.ts';
import { userModule } from '../user/index.ts';
import { againOf } from './again.ts';
import { computedOf } from './computed.ts';
import { conditionsOf, kindOfEnterprise, unfinishedOf } from './danger-store.ts';
import { createReads, type Known } from './known.ts';
import { criteriaFor, standardsFor } from './library.ts';
import { createLinks } from './link.ts';
import { createMoveRules } from './moves.ts';
import { createNumbers } from './numbers.ts';
import { lateSince } from './sides.ts';
import { countWaiting } from './numbers-store.ts';
import { createNightly } from './nightly.ts';
import { deadlinesFrom, factsOf, mayChange, mayMove } from './rules.ts';
import { createSavingRules, earlierOf, onWorkday, type Opened } from './saving.ts';
import { dangerSource } from './todo.ts';
import { seedDangers } from './seed.ts';
import { createTelling } from './telling.ts';

/** A danger that another module found. */
export interface FoundElsewhere extends Omit<DangerInput, 'photosBefore' | 'deadlineOn'> {
  /** The usual one where it is left out. */
  deadlineOn?: string;
  /** Photos that the finder's own row holds; both show them. */
  photos: readonly { id: string; name: string }[];
  inspectionId?: string;
  inspectionNo?: string;
}

/** The module danger. */
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
    const telling = createTelling(kit, staff);
    const dangers = openResource<
      'danger',
      typeof danger.fields,
      never,
      typeof danger.filters,
      NonNullable<typeof danger.states>['moves'],
      Known
    >(danger, kit, {
      reads,
      conditions: async (tx, filter) => {
        const today = dayOf(clock.now());
        return filter['late'] === undefined
          ? conditionsOf(filter, today)
          : conditionsOf(filter, today, await lateSince(tx, { today, workdayAfter: calendar.workdayAfter }));
      },
      mayMove: (move, row, scope, known) => mayMove(move, factsOf(row), known.actor, known.around(factsOf(row))),
      mayChange: (verb, row, scope, known) => mayChange(verb, factsOf(row), known.actor, known.around(factsOf(row))),
      beforeMove: createMoveRules({ clock, people: staff }),
      compute: computedOf({ clock, people: staff, workdayAfter: calendar.workdayAfter }),
      ...createSavingRules({ clock, people: staff }),
      // By then nothing is left that would refuse the form.
      numbers: serials,
      saved: async (tx, ids): Promise<void> => telling.changed(tx, await dangers.rowsWhere(tx, { id: [...ids] })),
      moved: async (tx, move, row, input) => {
        if (move === 'urge') await telling.urged(tx, row);
        if (move === 'sample' && input['sampleResult'] === 'fail') await reopen(tx, row, input);
        await telling.changed(tx, [row]);
      },
    });
    const rows = (tx: Tx, ids: readonly string[]): Promise<StoredRow[]> =>
      ids.length === 0 ? Promise.resolve([]) : dangers.rowsWhere(tx, { id: [...ids] });
    const find = async (tx: Tx, id: string) => (await dangers.rowsWhere(tx, { id }, { limit: 1 }))[0];
    // Fields that nobody types are stored as they are given; the schema of the call takes none of them.
    const add = (tx: Tx, input: DangerInput & Opened & Partial<FixedOnSpot>, as?: string) =>
      dangers.add(tx, input, as, serials);
    /** What does not hold is no longer put right: it goes on as a danger of its own, since what is closed stays closed. */
    const reopen = async (tx: Tx, row: StoredRow, input: Values) => {
      const duty = String(row.dutyPersonId ?? '');
      const { found, photos } = againOf(row, input, {
        hasLeft: duty !== '' && (await staff.people(tx, [duty])).get(duty)?.hasLeft !== false,
        now: clock.now(),
        by: tx.scope.userName,
        days: deadlinesFrom(dayOf(clock.now()), await settingsOf(tx)),
      });
      await dangers.addAll(tx, [found], undefined, serials, [{ photosBefore: photos }]);
    };
    /** Adds dangers that another module found, in its transaction; answers their ids in the same order. */
    async function openAll(tx: Tx, all: readonly FoundElsewhere[]): Promise<string[]> {
      if (all.length === 0) return [];
      const settings = await settingsOf(tx);
      return dangers.addAll(
        tx,
        all.map(({ photos: _photos, deadlineOn, ...found }) => {
          const days = deadlinesFrom(dayOf(found.foundAt), settings);
          const usual = found.level === 'major' ? days.majorDeadlineOn : days.generalDeadlineOn;
          return { ...found, photosBefore: [], deadlineOn: deadlineOn ?? usual };
        }),
        undefined,
        serials,
        all.map(({ photos }) => ({ photosBefore: photos })),
      );
    }
    const ownOr = async (tx: Tx, enterpriseId: string | undefined) => {
      const id = enterpriseId ?? tx.scope.enterpriseId;
      if (id === null) throw invalid({ field: 'enterpriseId', msg: '请选择企业' });
      await demandVisible(tx, enterprise, id);
      return id;
    };
    const library = {
      standards: (_scope: Scope, asked: { keyword?: string | undefined; category?: string | undefined }) =>
        Promise.resolve(standardsFor(asked)),
      criteria: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }) =>
        db.scoped(
          scope,
          async (tx) => {
            const id = enterpriseId ?? scope.enterpriseId;
            if (id !== null) await demandVisible(tx, enterprise, id);
            return criteriaFor(id === null ? null : await kindOfEnterprise(tx, id));
          },
          { readOnly: true },
        ),
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
      fixOnSpot: (scope: Scope, input: DangerInput & FixedOnSpot) =>
        db.scoped(scope, async (tx) => {
          if (input.level !== 'general') throw invalid({ field: 'level', msg: '只有一般隐患可以当场整改' });
          const now = clock.now();
          const fixed = { status: 'submitted', onSpot: true, fixedAt: now, submittedAt: now };
          return { id: await add(tx, { ...input, ...fixed }, 'danger.fixOnSpot'), version: 1 };
        }),
      start: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }) =>
        db.scoped(
          scope,
          async (tx) => {
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
            const people: { id: string; name: string; post: string; department: string | null }[] = [];
            for (const post of posts)
              for (const one of await staff.byPost(tx, id, [post]))
                people.push({ id: one.id, name: one.name, post, department: null });
            const workday = await onWorkday(tx, calendar, days.generalDeadlineOn);
            return {
              ...days,
              generalDeadlineOn: workday > days.generalLatestOn ? days.generalDeadlineOn : workday,
              majorDeadlineOn: await onWorkday(tx, calendar, days.majorDeadlineOn),
              people: people.slice(0, 500),
            };
          },
          { readOnly: true },
        ),
      earlier: (
        scope: Scope,
        { enterpriseId, category, place }: { enterpriseId?: string | undefined; category: string; place: string },
      ) =>
        db.scoped(
          scope,
          async (tx) => {
            const found = await earlierOf(
              tx,
              { clock },
              { enterpriseId: await ownOr(tx, enterpriseId), category, place },
            );
            return {
              needsCause: found.needsCause,
              rows: found.rows.map(({ id, no, title, found_at: foundAt, verified_at: verifiedAt }) => ({
                id,
                no,
                title,
                foundOn: dayOf(foundAt),
                verifiedOn: verifiedAt === null ? null : dayOf(verifiedAt),
              })),
            };
          },
          { readOnly: true },
        ),

      openAll,
      /** Adds a danger that another module found, in its transaction; answers its id. */
      async open(tx: Tx, found: FoundElsewhere): Promise<string> {
        const [id = ''] = await openAll(tx, [found]);
        return id;
      },
      /** Dangers visible as people see them. */
      shown: async (tx: Tx, ids: readonly string[]): Promise<Danger[]> => dangers.present(tx, await rows(tx, ids)),
      /** Whether a danger was accepted. */
      isAccepted: async (tx: Tx, id: string): Promise<boolean> => (await find(tx, id))?.['status'] === 'accepted',
      rows,
      /** The same for to-dos, which follow from a change at once. */
      rowsOfTodos: async (tx: Tx, ids: readonly string[]) => telling.known(tx, ids) ?? rows(tx, ids),
      people: staff,
      workdayAfter: calendar.workdayAfter,
      clock,
      touched: kit.touched,
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
    // Whoever left puts nothing right any more: their dangers wait for those who run the enterprise.
    'employee.left': async (tx, { ids }, module) => module.touched(tx, 'danger', await unfinishedOf(tx, ids)),
  },
  ask: {
    'enterprise.removing': async (tx, { ids }, module) =>
      (await module.exists(tx, { enterprise_id: ids })) ? '名下还有隐患记录，不能删除' : null,
  },
  seed: seedDangers,
  nightly: {
    remind: { at: '0 8 * * *', run: (module, scope) => module.remind(scope) },
    sample: { at: '20 2 1 * *', run: (module, scope) => module.sampleMonth(scope) },
    facts: { at: '*/3 * * * *', run: (module, scope) => module.foldFacts(scope) },
    recount: { at: '40 23 * * *', run: (module, scope) => module.recountFacts(scope) },
  },
});
