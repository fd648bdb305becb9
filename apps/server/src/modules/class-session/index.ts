/** classSession: talks, meetings and classes (班前会、安全例会、集中培训) with a code on the wall and signatures. */
import { timingSafeEqual } from 'node:crypto';
import { classSessionCalls } from '@anlan/contract/modules/class-session/calls';
import { classSession, type ClassSession } from '@anlan/contract/modules/class-session/resource';
import { dayOf } from '@anlan/contract/domain/instant';
import type { Attendee, OwnAttendance } from '@anlan/contract/modules/class-session/views';
import { files, type StoredFile } from '@anlan/contract/kit/field';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { createFileKeeping } from '#kit/files.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { StoredRow } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { setPdf } from '#platform/pdf/index.ts';
import { learningModule, sheetPaper, signaturesOf, trainingPlanModule } from '../learning/index.ts';
import { staffModule } from '../staff/index.ts';
import { codeOf, isFresh, leftMs, partsOf, provable, slotAt } from './code.ts';
import { sessionFigures } from './figures.ts';
import { seedSessions } from './seed.ts';
import { sessionSheet } from './sheet.ts';
import * as store from './store.ts';

/** A signature is still taken so long after the end. */
const signMs = 10 * 60_000;
const signatureField = [{ key: 'signature', spec: files('签名', { purpose: 'evidence' }).spec }];
const holders = ['head', 'safetyManager', 'teamLeader'] as const;
const stale = () => new AppError('invalid', '二维码已更新，请重新扫描现场的二维码');

/** The module classSession. */
export const classSessionModule = defineModule('classSession', {
  needs: { staff: staffModule, trainingPlan: trainingPlanModule, learning: learningModule },
  open({ kit, staff, trainingPlan: plans, learning }) {
    const { db, clock, vault, audit } = kit;
    const keepFiles = createFileKeeping(kit);
    async function demandPlan(tx: Tx, planId: unknown, enterpriseId: unknown): Promise<void> {
      if (typeof planId !== 'string') return;
      const [plan] = await plans.rowsWhere(tx, { id: planId }, { limit: 1 });
      if (!plan || plan['enterprise_id'] !== enterpriseId)
        throw invalid({ field: 'planId', msg: '请选择所属企业的培训计划' });
    }
    const sessions = openResource(classSession, kit, {
      parts: ['class_attendance'],
      reads: (tx) => staff.mayActAs(tx, holders),
      frozen: (row, _scope, may) =>
        row['status'] === 'ended'
          ? '已结束，签到和学时不能再修改'
          : may === false
            ? '只有主要负责人、安全管理人员和班组长可以组织'
            : null,
      mayMove: (_move, _row, _scope, may) => may !== false,
      async beforeCreate(tx, input) {
        if (!(await staff.mayActAs(tx, holders)))
          throw new AppError('denied', '只有主要负责人、安全管理人员和班组长可以组织');
        await demandPlan(tx, input.planId, input.enterpriseId);
      },
      beforeUpdate: (tx, row, patch) => demandPlan(tx, patch.planId, row['enterprise_id']),
      beforeMove: (_tx, move) => (move === 'end' ? { endedAt: clock.now() } : undefined),
      moved: (tx, move, row) => (move === 'end' ? credit(tx, row) : Promise.resolve()),
      async compute(tx, rows) {
        const counts = await store.countsOf(
          tx,
          rows.map(({ id }) => id),
        );
        return new Map(
          rows.map((row): [string, Partial<ClassSession>] => [row.id, counts.get(row.id) ?? { people: 0, signed: 0 }]),
        );
      },
    });
    /** Credits people who were there and signed with the session's minutes, offline. */
    async function credit(tx: Tx, row: StoredRow): Promise<void> {
      const planId = row['plan_id'];
      if (typeof planId !== 'string') return;
      const there = (await store.attendeesOf(tx, row.id)).filter(({ signedAt }) => signedAt !== null);
      await creditTo(
        tx,
        { id: row.id, planId, minutes: Number(row['minutes']) },
        there.map(({ employeeId }) => employeeId),
      );
    }
    /** Credits people of a session by its plan. */
    async function creditTo(
      tx: Tx,
      { id, planId, minutes }: { id: string; planId: string; minutes: number },
      employeeIds: readonly string[],
    ): Promise<void> {
      const { hours, credited } = await learning.creditOffline(tx, planId, employeeIds, minutes);
      await store.keepHours(tx, id, credited, hours);
    }
    const sessionOf = async (tx: Tx, id: string): Promise<StoredRow> => {
      const [row] = await sessions.rowsWhere(tx, { id }, { limit: 1 });
      if (!row) throw new AppError('notFound');
      return row;
    };
    const proofOf = async (tx: Tx, id: string, slot: number) =>
      Buffer.from((await vault.of(tx)).index('classSession', provable(id, slot)))
        .toString('hex')
        .slice(-32);

    return {
      ...sessions,
      code: (scope: Scope, { id }: { id: string }) =>
        db.scoped(
          scope,
          async (tx) => {
            const row = await sessionOf(tx, id);
            if (row['status'] !== 'open') throw new AppError('invalid', '签到还没有开始或已经结束');
            const now = clock.now();
            const slot = slotAt(now);
            const counts = (await store.countsOf(tx, [id])).get(id) ?? { people: 0, signed: 0 };
            return { code: codeOf(id, slot, await proofOf(tx, id, slot)), leftMs: leftMs(now), ...counts };
          },
          { readOnly: true },
        ),
      roster: (scope: Scope, { id }: { id: string }): Promise<Attendee[]> =>
        db.scoped(
          scope,
          async (tx) => {
            await sessionOf(tx, id);
            return (await store.attendeesOf(tx, id)).map((one) => ({
              ...one,
              hours: one.hours === null ? null : Number(one.hours),
            }));
          },
          { readOnly: true },
        ),
      /** The record sheet, with the signatures of who was there. */
      sheet: async (scope: Scope, { id }: { id: string }) => {
        const { shown, people, kind } = await db.scoped(
          scope,
          async (tx) => {
            const row = await sessionOf(tx, id);
            const [one] = await sessions.present(tx, [row]);
            if (!one) throw new AppError('notFound');
            if (one.status === 'planned') throw new AppError('invalid', '还没有开始签到，没有培训记录');
            const items = await kit.dictionaries.itemsOf(tx, 'classSessionKind');
            return {
              shown: one,
              people: await store.attendeesOf(tx, id),
              kind: items.find(({ value }) => value === one.kind)?.label ?? one.kind,
            };
          },
          { readOnly: true },
        );
        const paper = sessionSheet(shown, people, { kind, madeOn: dayOf(clock.now()) });
        const body = await setPdf(sheetPaper(paper, await signaturesOf(kit.files, scope, people)), scope.tenantId);
        return { name: `培训记录表-${shown.topic}-${dayOf(shown.heldAt)}.pdf`, type: 'application/pdf', body };
      },
      enter: (scope: Scope, { id, employeeIds }: { id: string; employeeIds: string[] }): Promise<null> =>
        db.scoped(scope, async (tx) => {
          const row = await sessionOf(tx, id);
          if (!(await staff.mayActAs(tx, holders))) throw new AppError('denied');
          if (row['status'] !== 'open') throw new AppError('invalid', '签到还没有开始或已经结束');
          const enterpriseId = String(row['enterprise_id']);
          const people = await staff.people(tx, employeeIds);
          const named = [...new Set(employeeIds)].map((one) => {
            const person = people.get(one);
            if (!person || person.hasLeft || person.enterpriseId !== enterpriseId)
              throw invalid({ field: 'employeeIds', msg: '请选择本企业的在职人员' });
            return { id: one, name: person.name, department: person.department };
          });
          await store.addAttendees(tx, { sessionId: id, enterpriseId, way: 'keeper', at: clock.now() }, named);
          await audit.record(tx, {
            call: 'classSession.enter',
            objectType: 'classSession',
            objectId: id,
            enterpriseId,
            note: named
              .map(({ name }) => name)
              .join('、')
              .slice(0, 200),
          });
          return null;
        }),
      arrive: (scope: Scope, { code }: { code: string }): Promise<OwnAttendance> =>
        db.scoped(scope, async (tx) => {
          const { id, slot, proof } = partsOf(code);
          const at = clock.now();
          const made = Buffer.from(await proofOf(tx, id, slot));
          const given = Buffer.from(proof);
          if (given.length !== made.length || !timingSafeEqual(given, made) || !isFresh(slot, at)) throw stale();
          const [row] = await sessions.rowsWhere(tx, { id }, { limit: 1 });
          if (!row || row['status'] !== 'open') throw new AppError('invalid', '签到还没有开始或已经结束');
          const caller = await staff.postsOf(tx);
          const person = caller?.employeeId ? await staff.employee(tx, caller.employeeId) : undefined;
          if (!person) throw new AppError('invalid', '您的账号还没有绑定从业人员，请联系本企业的安全管理人员');
          const enterpriseId = String(row['enterprise_id']);
          if (person['enterprise_id'] !== enterpriseId) throw stale();
          await store.addAttendees(tx, { sessionId: id, enterpriseId, way: 'code', at }, [
            { id: person.id, name: String(person['name']), department: departmentOf(person) },
          ]);
          const own = (await store.attendeesOf(tx, id)).find(({ employeeId }) => employeeId === person.id);
          if (!own) throw new AppError('failed');
          await audit.record(tx, {
            call: 'classSession.arrive',
            objectType: 'classSession',
            objectId: id,
            enterpriseId,
            note: String(person['name']),
          });
          const kind = row['kind'];
          return {
            id: own.id,
            topic: String(row['topic']),
            kind: kind === 'meeting' || kind === 'class' ? kind : 'talk',
            trainer: String(row['trainer']),
            arrivedAt: own.arrivedAt,
            signed: own.signedAt !== null,
          };
        }),
      sign: (scope: Scope, { id, signature }: { id: string; signature: StoredFile }): Promise<null> =>
        db.scoped(scope, async (tx) => {
          const caller = await staff.postsOf(tx);
          const employeeId = caller?.employeeId ?? '';
          const own = employeeId === '' ? undefined : await store.attendanceOf(tx, id, employeeId);
          if (!own) throw new AppError('notFound');
          const at = clock.now();
          if (own.signed) throw new AppError('conflict', '您已经签名');
          const isLate = own.status === 'ended' && at.getTime() - (own.endedAt?.getTime() ?? 0) > signMs;
          if (own.status === 'planned' || isLate) throw new AppError('invalid', '已结束，不能再签名');
          await keepFiles(tx, signatureField, {}, { signature: [signature] }, own.enterpriseId);
          await store.keepSignature(tx, id, signature, at);
          // Who signs a little after the end is credited as those before it were.
          if (own.status === 'ended' && own.planId !== null)
            await creditTo(tx, { id: own.sessionId, planId: own.planId, minutes: own.minutes }, [employeeId]);
          await audit.record(tx, {
            call: 'classSession.sign',
            objectType: 'classSession',
            objectId: id,
            enterpriseId: own.enterpriseId,
          });
          return null;
        }),
    };
  },
  calls: classSessionCalls,
  seed: seedSessions,
  figures: () => [sessionFigures],
  ask: {
    'enterprise.removing': async (tx, { ids }, sessions) =>
      (await sessions.exists(tx, { enterprise_id: ids })) ? '名下还有班前会和培训记录，不能删除' : null,
  },
});

const departmentOf = (row: StoredRow): string | null =>
  typeof row['department'] === 'string' ? row['department'] : null;
