/** classSession: talks, meetings and classes (班前会、安全例会、集中培训), with a QR code in the room and signatures. */
import { classSessionCalls } from '@anlan/contract/modules/class-session/calls';
import { classSession, type ClassSession } from '@anlan/contract/modules/class-session/resource';
import { dayOf } from '@anlan/contract/domain/instant';
import type { Attendee } from '@anlan/contract/modules/class-session/views';
import { isSame } from '#kernel/changes.ts';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { setPdf } from '#platform/pdf/index.ts';
import { counted, type CountedFigure, type FigureSource } from '#kit/figures.ts';
import { learningModule, sheetPaper, signaturesOf, trainingPlanModule } from '../learning/index.ts';
import { settingModule, settingsOf } from '../setting/index.ts';
import { staffModule } from '../staff/index.ts';
import { createAttending } from './attendance.ts';
import { codeOf, leftMs, provable, slotAt } from './attendance-code.ts';
import { isLeader, seesRoster, type Holder } from './rules.ts';
import { seedSessions } from './seed.ts';
import { sessionSheet } from './record-sheet.ts';
import * as store from './store.ts';
import { heldIn } from './store.ts';

const kinds = [
  ['meeting', 'meetingsHeld', '安全例会'],
  ['talk', 'talksHeld', '班前会'],
] as const;

const sessionFigures: FigureSource = {
  about: 'rest',
  async count(tx, enterpriseIds, { from, to }) {
    const held = await heldIn(tx, enterpriseIds, { from, to });
    return new Map(
      enterpriseIds.map((id): [string, CountedFigure[]] => [
        id,
        kinds.map(([kind, key, label]) => {
          const { sessions = 0, people = 0 } = held.find((row) => row.id === id && row.kind === kind) ?? {};
          return counted(key, sessions, `已结束的${label}，${people} 人次签名`);
        }),
      ]),
    );
  },
};

type SessionRow = RowOf<typeof classSession>;

const holders = ['head', 'safetyManager', 'teamLeader'] as const;
const heads = ['head', 'safetyManager'] as const;
/** Fields that decide the credited hours and the report month. They cannot change after the first arrival. */
const fixed = { heldAt: '开始时间', minutes: '时长', planId: '计入培训计划', kind: '形式' } as const;

export const classSessionModule = defineModule('classSession', {
  needs: { setting: settingModule, staff: staffModule, trainingPlan: trainingPlanModule, learning: learningModule },
  open({ kit, staff, trainingPlan: plans, learning }) {
    const { db, clock, vault } = kit;
    const holderOf = async (tx: Tx): Promise<Holder> => ({
      mayHold: await staff.mayActAs(tx, holders),
      leadsAll: await staff.mayActAs(tx, heads),
    });
    async function demandPlan(tx: Tx, planId: unknown, enterpriseId: unknown): Promise<void> {
      if (typeof planId !== 'string') return;
      const [plan] = await plans.rowsWhere(tx, { id: planId }, { limit: 1 });
      if (!plan || plan.enterpriseId !== enterpriseId)
        throw invalid({ field: 'planId', msg: '请选择所属企业的培训计划' });
    }
    const sessions = openResource(classSession, kit, {
      parts: ['class_attendance'],
      reads: holderOf,
      frozen: (row, _scope, holder) =>
        row.status === 'ended'
          ? '已结束，签到和学时不能再修改'
          : holder.mayHold
            ? null
            : '只有主要负责人、安全管理人员和班组长可以组织',
      abilitiesOf: (row, scope, holder) => [
        ...(row.status === 'open' && scope.permits.has('bus:classsession:hold') && isLeader(row, scope, holder)
          ? (['lead'] as const)
          : []),
        ...(seesRoster(row, scope, holder) ? (['roster'] as const) : []),
      ],
      mayChange: (_verb, row, scope, holder) => row.status !== 'open' || isLeader(row, scope, holder),
      mayMove: (move, row, scope, holder) => (move === 'begin' ? holder.mayHold : isLeader(row, scope, holder)),
      createRefusal: async (tx) =>
        (await staff.mayActAs(tx, holders)) ? null : '只有主要负责人、安全管理人员和班组长可以组织',
      async beforeCreate(tx, input) {
        await demandPlan(tx, input.planId, input.enterpriseId);
      },
      async beforeUpdate(tx, row, patch) {
        await demandPlan(tx, patch.planId, row.enterpriseId);
        if (row.status !== 'open') return;
        const before: Record<keyof typeof fixed, unknown> = {
          heldAt: row.heldAt,
          minutes: row.minutes,
          planId: row.planId,
          kind: row.kind,
        };
        for (const key of Object.keys(before) as (keyof typeof fixed)[])
          if (patch[key] !== undefined && !isSame(patch[key], before[key]))
            throw invalid({ field: key, msg: `已经开始签到，${fixed[key]}不能再改` });
      },
      beforeMove(tx, move, row) {
        const now = clock.now();
        if (move === 'end') return { endedAt: now };
        const heldOn = row.heldAt instanceof Date ? dayOf(row.heldAt) : '';
        if (heldOn !== dayOf(now))
          throw invalid({
            field: 'heldAt',
            msg: `这一场定在 ${heldOn}，只能在当天开始签到。今天要开的，请先把开始时间改为今天`,
          });
        return { begunAt: now, begunById: tx.scope.userId };
      },
      async moved(tx, move, row) {
        if (move !== 'end') return;
        await store.keepMinutes(tx, row.id);
        await attending.credit(tx, row.id, row.planId);
      },
      async compute(tx, rows) {
        const counts = await store.countsOf(
          tx,
          rows.map(({ id }) => id),
        );
        const planIds = rows.flatMap(({ planId, expected }) => (planId && expected === null ? [planId] : []));
        const learners = planIds.length > 0 ? await store.learnersOf(tx, planIds) : new Map<string, number>();
        return new Map(
          rows.map((row): [string, Partial<ClassSession>] => [
            row.id,
            {
              ...(counts.get(row.id) ?? { people: 0, signed: 0 }),
              expectedTotal: row.expected ?? learners.get(row.planId ?? '') ?? null,
            },
          ]),
        );
      },
    });
    const sessionOf = async (tx: Tx, id: string): Promise<SessionRow> => {
      const [row] = await sessions.rowsWhere(tx, { id }, { limit: 1 });
      if (!row) throw new AppError('notFound');
      return row;
    };
    /** The session if the caller leads it. Throws otherwise, even if the caller has all permits. */
    const ledBy = async (tx: Tx, id: string): Promise<SessionRow> => {
      const row = await sessionOf(tx, id);
      if (!isLeader(row, tx.scope, await holderOf(tx)))
        throw new AppError('denied', '只有这一场的组织者、主要负责人和安全管理人员可以查看签到二维码和补登人员');
      return row;
    };
    const codeProof = async (tx: Tx, id: string, slot: number) =>
      Buffer.from((await vault.of(tx)).index('classSession', provable(id, slot)))
        .toString('hex')
        .slice(-32);
    const attending = createAttending({ kit, staff, learning, sessionOf, ledBy, codeProof });
    const { credit: _credit, ...attendingCalls } = attending;

    return {
      ...sessions,
      ...attendingCalls,
      code: (scope: Scope, { id }: { id: string }) =>
        db.read(scope, async (tx) => {
          const row = await ledBy(tx, id);
          if (row.status !== 'open') throw new AppError('invalid', '签到还没有开始或已经结束');
          const now = clock.now();
          const seconds = (await settingsOf(tx))['learning.codeSeconds'];
          const slot = slotAt(now, seconds);
          const counts = (await store.countsOf(tx, [id])).get(id) ?? { people: 0, signed: 0 };
          return {
            code: codeOf(id, slot, await codeProof(tx, id, slot)),
            leftMs: leftMs(now, seconds),
            seconds,
            located: (await store.placeOf(tx, id)) !== null,
            ...counts,
          };
        }),
      roster: (scope: Scope, { id }: { id: string }): Promise<Attendee[]> =>
        db.read(scope, async (tx) => {
          const row = await sessionOf(tx, id);
          const attendees = await store.attendeesOf(tx, id);
          const isWhole = seesRoster(row, scope, await holderOf(tx));
          const own = isWhole ? null : (await staff.postsOf(tx))?.employeeId;
          return attendees
            .filter(({ employeeId }) => isWhole || employeeId === own)
            .map((one) => ({ ...one, hours: one.hours === null ? null : Number(one.hours) }));
        }),
      sheet: async (scope: Scope, { id }: { id: string }) => {
        const { shown, people, kind } = await db.read(scope, async (tx) => {
          const row = await sessionOf(tx, id);
          if (!seesRoster(row, scope, await holderOf(tx)))
            throw new AppError('denied', '培训记录表有全体参加人员的签名，请向组织者索取');
          const [one] = await sessions.present(tx, [row]);
          if (!one) throw new AppError('notFound');
          if (one.status === 'planned') throw new AppError('invalid', '还没有开始签到，没有培训记录');
          const items = await kit.dictionaries.itemsOf(tx, 'classSessionKind');
          return {
            shown: one,
            people: await store.attendeesOf(tx, id),
            kind: items.find(({ value }) => value === one.kind)?.label ?? one.kind,
          };
        });
        const paper = sessionSheet(shown, people, { kind, madeOn: dayOf(clock.now()) });
        const body = await setPdf(sheetPaper(paper, await signaturesOf(kit.files, scope, people)), scope.tenantId);
        return { name: `培训记录表-${shown.topic}-${dayOf(shown.heldAt)}.pdf`, type: 'application/pdf', body };
      },
    };
  },
  calls: classSessionCalls,
  seed: seedSessions,
  seedDays: seedSessions,
  figures: () => [sessionFigures],
  ask: {
    'enterprise.removing': async (tx, { ids }, sessions) =>
      (await sessions.exists(tx, { enterpriseId: ids })) ? '名下还有班前会和培训记录，不能删除' : null,
  },
});
