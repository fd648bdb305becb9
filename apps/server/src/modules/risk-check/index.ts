/** riskCheck: checks (排查任务) of risk points. A failed check item becomes a hidden danger. */
import { dayOf, endOfDay, formatInstant } from '@anlan/contract/domain/instant';
import {
  findMissingInput,
  countResults,
  createUnansweredItem,
  type AnsweredItem,
} from '@anlan/contract/modules/checklist/check-item';
import { riskCheckCalls } from '@anlan/contract/modules/risk-check/calls';
import type { WorkBody } from '@anlan/contract/modules/delivery/offline-work';
import { presences, riskCheck, type RiskCheck } from '@anlan/contract/modules/risk-check/resource';
import type { ControlLayer } from '@anlan/contract/modules/risk-point/check-cycle';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { memoInTx } from '#platform/db/memo-in-tx.ts';
import { calendarModule } from '../calendar/index.ts';
import { checklistModule } from '../checklist/index.ts';
import { dangerModule } from '../danger/index.ts';
import { requireVisible, enterpriseModule } from '../enterprise/index.ts';
import { createItemWorks, createOnSite, enclosedTime, inspectionModule, type Arrival } from '../inspection/index.ts';
import { riskPointModule } from '../risk-point/index.ts';
import { settingModule, settingsOf } from '../setting/index.ts';
import { staffModule } from '../staff/index.ts';
import { createExchange } from './exchange-file.ts';
import { createPlanning } from './planning.ts';
import {
  isAdded,
  isLate,
  isMissed,
  itemsOfControls,
  mayCheck,
  mayPlan,
  presenceAfter,
  presenceOf,
  proofOf,
  type HowBegun,
  type Planner,
  type StoredPresence,
} from './rules.ts';
import { beginCheck, conditionsOf, countChecks, pointsById, saveItems, type PlannedPoint } from './store.ts';
import { seedRiskChecks } from './seed.ts';
import { forgetHandouts, noteHandouts } from './handout-store.ts';
import { createTodoRefresh } from './refresh-todos.ts';
import { noteOf, timesOf } from './completion-times.ts';
import { riskCheckSource } from './todo.ts';

type RiskCheckRow = RowOf<typeof riskCheck>;
const objectType = 'riskCheck';
const permit = 'bus:riskcheck:check';
/** Posts that may plan extra checks. A team leader may plan only for their own team. */
const planners = ['head', 'safetyManager', 'teamLeader'] as const;
const plannersText = '请由主要负责人、安全管理人员、本班组的班组长或风险点责任人安排检查';
const dayMost = 200;
const storedPresence = (row: RiskCheckRow): StoredPresence => ({
  presence: row.presence ?? 'none',
  metres: row.presenceMetres,
  far: row.far === true,
  presentAt: row.presentAt,
});
interface CheckContext {
  readonly checker: Planner;
  readonly points: ReadonlyMap<string, PlannedPoint>;
}

export const riskCheckModule = defineModule('riskCheck', {
  needs: {
    calendar: calendarModule,
    checklist: checklistModule,
    danger: dangerModule,
    enterprise: enterpriseModule,
    // Needed for answering check items on site; inspections use the same code.
    inspection: inspectionModule,
    riskPoint: riskPointModule,
    setting: settingModule,
    staff: staffModule,
  },
  open({ kit, calendar, checklist, danger, enterprise, riskPoint, staff }) {
    const { db, clock, events, audit } = kit;
    /** Reads the point of a check once per transaction; answering a check does not change it. */
    const pointOnce = memoInTx(async (tx, id) => (await pointsById(tx, [id])).get(id));
    const pointsOf = async (tx: Tx, rows: readonly RiskCheckRow[]) => {
      const ids = [...new Set(rows.map((row) => row.riskPointId))];
      const [only, ...more] = ids;
      if (only === undefined || more.length > 0) return pointsById(tx, ids);
      const point = await pointOnce(tx, only);
      return new Map(point ? [[only, point]] : []);
    };
    const checkerOf = async (tx: Tx): Promise<Planner> => {
      const caller = await staff.postsOf(tx);
      return caller
        ? { ...caller, isOfEnterprise: true }
        : { employeeId: null, posts: new Set(), department: null, isOfEnterprise: false };
    };
    const settle = createTodoRefresh(kit, objectType);
    const planning = createPlanning({ clock, isWorkday: calendar.isWorkday });
    /** Claimed and received time of an offline check, keyed by the transaction that stores it. */
    const arrivals = new WeakMap<Tx, Arrival>();
    const pointOf = (row: RiskCheckRow, context: CheckContext) => context.points.get(row.riskPointId);
    const mayFill = (row: RiskCheckRow, context: CheckContext) =>
      row.status === 'pending' && mayCheck(row.layer, pointOf(row, context)?.owner_id ?? null, context.checker);

    async function changed(tx: Tx, rows: readonly RiskCheckRow[]): Promise<void> {
      const enterpriseIds = [...new Set(rows.map((row) => row.enterpriseId))];
      settle(tx, enterpriseIds);
      await events.emit(tx, 'riskCheck.changed', { ids: rows.map(({ id }) => id), enterpriseIds });
    }
    const checks = openResource<
      'riskCheck',
      typeof riskCheck.fields,
      'answer',
      typeof riskCheck.filters,
      NonNullable<typeof riskCheck.states>['moves'],
      CheckContext
    >(riskCheck, kit, {
      async reads(tx, rows) {
        const [checker, points] = await Promise.all([checkerOf(tx), pointsOf(tx, rows)]);
        return { checker, points };
      },
      async createRefusal(tx) {
        const checker = await checkerOf(tx);
        const plans =
          !checker.isOfEnterprise ||
          planners.some((post) => checker.posts.has(post)) ||
          (checker.employeeId !== null &&
            (await riskPoint.exists(tx, { ownerId: checker.employeeId, status: 'inForce' })));
        return plans ? null : plannersText;
      },
      conditions: (_tx, filter) => conditionsOf(filter, clock.now(), dayOf(clock.now())),
      frozen(row) {
        if (row.status === 'done') return '检查已交表，不能修改';
        return row.status === 'pending' ? null : '风险点已停用或停用检修，不需要检查';
      },
      abilitiesOf: (row, scope, context) => (scope.permits.has(permit) && mayFill(row, context) ? ['answer'] : []),
      mayMove: (_move, row, _scope, context) => mayFill(row, context),
      mayChange: (_verb, row, _scope, context) =>
        isAdded(row, clock.now()) && mayPlan(row.layer, pointOf(row, context), context.checker),
      async beforeCreate(tx, { riskPointId, layer, dueOn }) {
        const point = (await pointsById(tx, [riskPointId])).get(riskPointId);
        if (!point || point.status !== 'inForce')
          throw invalid({ field: 'riskPointId', msg: '只有管控中的风险点可以检查' });
        await checkPlanner(tx, layer, point);
        checkDue(dueOn);
        return {
          enterpriseId: point.enterprise_id,
          pointName: point.name,
          opensAt: clock.now(),
          dueAt: endOfDay(dueOn),
        };
      },
      async beforeUpdate(tx, row, { layer, dueOn }) {
        const [point] = (await pointsOf(tx, [row])).values();
        if (layer) await checkPlanner(tx, layer, point);
        if (dueOn === undefined || dueOn === null) return undefined;
        checkDue(dueOn);
        return { dueAt: endOfDay(dueOn) };
      },
      async compute(tx, rows) {
        const now = clock.now();
        const points = await pointsOf(tx, rows);
        return new Map(
          rows.map((row): [string, Partial<RiskCheck>] => {
            const point = points.get(row.riskPointId);
            const { status, dueAt } = row;
            return [
              row.id,
              {
                level: (point?.level ?? null) as RiskCheck['level'],
                place: point?.place ?? null,
                ownerName: point?.owner_name ?? null,
                located: point !== undefined && point.lng !== null && point.lat !== null,
                proof: row.presence === null && row.far !== true ? null : proofOf(storedPresence(row)),
                missed: isMissed(status, dueAt, now),
                late: isLate(status, dueAt, row.doneAt),
                // The stored end belongs to the next day. Answers name its last second.
                dueAt: new Date(dueAt.getTime() - 1000),
              },
            ];
          }),
        );
      },
      beforeMove: (tx, _move, row, _input, context) => finishing(tx, row, context),
      noteOf: (_tx, _move, values) => noteOf(values),
      moved: (tx, _move, row) => changed(tx, [row]),
      saved: async (tx, ids): Promise<void> =>
        ids.length === 0 ? undefined : changed(tx, await checks.rowsWhere(tx, { id: [...ids] })),
    });

    async function checkPlanner(tx: Tx, layer: ControlLayer, point: PlannedPoint | undefined): Promise<void> {
      if (!mayPlan(layer, point, await checkerOf(tx)))
        throw invalid({ field: 'layer', msg: `您不能安排这个风险点这一层级的检查，${plannersText}` });
    }
    function checkDue(dueOn: string): void {
      if (dueOn < dayOf(clock.now())) throw invalid({ field: 'dueOn', msg: '应检日期不能早于今天' });
    }

    /** Finishes a check; throws when items are open. Failed items become dangers of the point. */
    async function finishing(tx: Tx, row: RiskCheckRow, context: CheckContext) {
      const times = await timesOf(tx, row, arrivals.get(tx), clock.now());
      // The cast is safe: the server made these items from a checklist or from controls.
      const storedItems = row.items as readonly AnsweredItem[];
      if (storedItems.length === 0) throw new AppError('invalid', '还没有开始检查');
      const open = storedItems.flatMap((one, at) => {
        const why = findMissingInput(one);
        return why === null ? [] : [`第 ${at + 1} 项${why}`];
      });
      if (open[0]) throw invalid({ field: 'items', msg: `${open[0]}，共有 ${open.length} 项未完成` });
      const caller = await staff.postsOf(tx);
      const point = pointOf(row, context);
      const foundBy = caller?.name ?? tx.scope.userName ?? '检查人员';
      const failed = storedItems.filter(({ result, dangerId }) => result === 'fail' && dangerId === null);
      const opened = await danger.openAll(
        tx,
        failed.map(({ item, note, amount, photos }) => {
          const measured = amount === null ? '' : `实测 ${amount}${item.unit ?? ''}`;
          return {
            enterpriseId: row.enterpriseId,
            riskPointId: row.riskPointId,
            title: `${row.pointName}：${item.text}`.slice(0, 60),
            description: [item.text, measured, note ?? ''].filter(Boolean).join('；'),
            level: 'general',
            category: item.category ?? 'other',
            source: 'self',
            place: point?.place ?? row.pointName,
            dutyPersonId: point?.owner_id ?? null,
            // The cause is analysed when the point is assessed again. A missing cause must not block the check.
            repeatCause: note ?? '排查再次发现，原因待分析',
            foundAt: times.doneAt,
            foundBy,
            photos,
          };
        }),
      );
      const dangerOf = new Map(failed.map((one, at) => [one, opened[at] ?? null]));
      const items = storedItems.map((one) => ({ ...one, dangerId: dangerOf.get(one) ?? one.dangerId }));
      const { total, done, fail } = countResults(items);
      return {
        items,
        itemCount: total,
        doneCount: done,
        failCount: fail,
        ...times,
        // Without a scanned QR code and without a position, the check does not prove presence.
        far: row.far === true || (row.presence !== 'qr' && row.presence !== 'position'),
        doneById: caller?.employeeId ?? null,
        doneByName: foundBy,
      };
    }

    const demandFilling = async (tx: Tx, row: RiskCheckRow): Promise<CheckContext> => {
      const context: CheckContext = { checker: await checkerOf(tx), points: await pointsOf(tx, [row]) };
      if (!mayFill(row, context)) throw new AppError('denied', '您不能填写这项排查任务');
      return context;
    };
    const lockOpen = async (tx: Tx, id: string) => {
      const row = await checks.lockRow(tx, id, undefined);
      await demandFilling(tx, row);
      return row;
    };
    const onSite = createOnSite(kit, lockOpen, {
      name: objectType,
      since: ({ opensAt }) => opensAt,
      save: saveItems,
    });
    const itemWorks = createItemWorks(permit, onSite);

    const itemsFor = async (tx: Tx, point: PlannedPoint, layer: ControlLayer) => {
      const list = point.checklist_id === null ? undefined : await checklist.forUse(tx, point.checklist_id);
      const items = list?.items ?? itemsOfControls(point.controls, point.control_layer, layer);
      return { items: items.map(createUnansweredItem), checklistName: list?.name ?? null };
    };
    /** Adds items to the given checks. A check that nobody has begun gets the items it would start with. */
    async function withFutureItems(tx: Tx, rows: readonly RiskCheck[]): Promise<RiskCheck[]> {
      const waiting = rows.filter(({ itemCount }) => itemCount === 0);
      const points = await pointsById(
        tx,
        waiting.map(({ riskPointId }) => riskPointId),
      );
      const all: RiskCheck[] = [];
      for (const row of rows) {
        const point = row.itemCount === 0 ? points.get(row.riskPointId) : undefined;
        all.push(point ? { ...row, ...(await itemsFor(tx, point, row.layer)) } : row);
      }
      return all;
    }
    const recordHandout = (scope: Scope, read: (tx: Tx) => Promise<RiskCheck[]> | RiskCheck[]) =>
      db.scoped(scope, async (tx) => {
        const rows = await withFutureItems(tx, await read(tx));
        await noteHandouts(
          tx,
          rows.map(({ id }) => id),
          clock.now(),
        );
        return rows;
      });
    async function beginIn(
      tx: Tx,
      id: string,
      how: HowBegun,
      arrival: Arrival | null,
    ): Promise<{ id: string; version: number }> {
      await onSite.store(tx, id);
      const row = await checks.lockRow(tx, id, undefined);
      const { opensAt } = row;
      const at = arrival === null ? clock.now() : await enclosedTime(tx, arrival, opensAt);
      const context = await demandFilling(tx, row);
      const point = pointOf(row, context);
      if (!point) throw new AppError('notFound');
      const provenPresence = presenceOf(point, how, (await settingsOf(tx))['risk.presenceMetres'], at);
      const version = await beginCheck(tx, id, {
        ...(await itemsFor(tx, point, row.layer)),
        ...presenceAfter(storedPresence(row), provenPresence),
        at,
      });
      await noteHandouts(tx, [id], clock.now());
      await audit.record(tx, {
        call: 'riskCheck.begin',
        objectType,
        objectId: id,
        enterpriseId: row.enterpriseId,
        note:
          provenPresence.presence === 'none' && !provenPresence.far
            ? row.pointName
            : `${formatInstant(at)} ${presences[proofOf(provenPresence)]}${provenPresence.far ? `，约 ${provenPresence.metres ?? '—'} 米` : ''}`,
      });
      return { id, version };
    }

    return {
      ...checks,
      ...onSite,
      /** Reads a check. A check that nobody has begun shows its future items. */
      get: async (scope: Scope, { id }: { id: string }): Promise<RiskCheck> => {
        const row = await checks.get(scope, { id });
        if (!row.abilities.includes('answer')) return row;
        return recordHandout(scope, () => [row]).then(([shown]) => shown ?? row);
      },
      day: (scope: Scope): Promise<RiskCheck[]> =>
        recordHandout(scope, async (tx) => {
          const filter = { today: true, status: ['pending'] as 'pending'[] };
          const ids = await checks.idsWhere(tx, filter, [{ by: 'dueOn', desc: false }], dayMost);
          const rows = ids.length === 0 ? [] : await checks.present(tx, await checks.rowsWhere(tx, { id: ids }));
          return rows.filter(({ abilities }) => abilities.includes('answer'));
        }),
      begin: (scope: Scope, { id, ...how }: { id: string } & HowBegun) =>
        db.scoped(scope, (tx) => beginIn(tx, id, how, null)),
      works: {
        'riskCheck.begin': {
          permit,
          take: async (tx: Tx, { id, ...how }: WorkBody<'riskCheck.begin'>, arrival: Arrival): Promise<void> => {
            await beginIn(tx, id, how, arrival);
          },
        },
        'riskCheck.answer': itemWorks.answer,
        'riskCheck.passRest': itemWorks.passRest,
        'riskCheck.undoRest': itemWorks.undoRest,
        'riskCheck.addItem': itemWorks.addItem,
        'riskCheck.finish': {
          permit,
          take: async (tx: Tx, { id }: WorkBody<'riskCheck.finish'>, arrival: Arrival): Promise<void> => {
            arrivals.set(tx, arrival);
            // `finish` writes the items too, so nothing is saved here.
            await checks.moveIn(tx, 'finish', { id }, onSite.release(tx, id));
          },
        },
      },
      counts: (scope: Scope, { enterpriseId }: { enterpriseId?: string | undefined }) =>
        db.read(scope, async (tx) => {
          if (enterpriseId !== undefined) await requireVisible(tx, enterprise, enterpriseId);
          return countChecks(tx, enterpriseId, clock.now(), dayOf(clock.now()));
        }),
      exchange: createExchange(kit, (tx, id) => requireVisible(tx, enterprise, id)),
      follow: planning.follow,
      plan: (scope: Scope) => db.scoped(scope, (tx) => planning.planAll(tx)),
      forgetHandouts: (scope: Scope) => db.scoped(scope, (tx) => forgetHandouts(tx, clock.now())),
      clock,
      byPost: staff.byPost,
    };
  },
  calls: riskCheckCalls,
  todos: (module) => [riskCheckSource({ clock: module.clock, byPost: module.byPost })],
  on: { 'riskPoint.changed': (tx, { ids }, module) => module.follow(tx, ids) },
  ask: {
    'enterprise.removing': async (tx, { ids }, module) =>
      (await module.exists(tx, { enterpriseId: ids })) ? '名下还有排查任务，不能删除' : null,
  },
  seed: seedRiskChecks,
  seedDays: seedRiskChecks,
  daily: { plan: { at: '5 0 * * *', run: (module, scope) => module.plan(scope) } },
  nightly: {
    forget: { at: '35 0 * * *', run: (module, scope) => module.forgetHandouts(scope) },
  },
});
