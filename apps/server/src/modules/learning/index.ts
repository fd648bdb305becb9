/** learning: training plans (培训计划), the tasks of each person (学习任务), and the credit for learning. */
import { dayOf } from '@anlan/contract/domain/instant';
import { learningCalls, learningTaskCalls, trainingPlanCalls } from '@anlan/contract/modules/learning/calls';
import { trainingPlan, type PlannedLesson, type TrainingPlan } from '@anlan/contract/modules/learning/plan';
import { learningTask, type LearningTask } from '@anlan/contract/modules/learning/task';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule, externalDependency } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { courseModule } from '../course/index.ts';
import { areaPrefix, enterpriseModule } from '../enterprise/index.ts';
import { fileModule } from '../file/index.ts';
import { impactAssessmentModule } from '../impact-assessment/index.ts';
import { questionModule } from '../question/index.ts';
import { staffModule, type Caller } from '../staff/index.ts';
import { tenantModule } from '../tenant/index.ts';
import { conditionsOf } from './conditions-store.ts';
import { createCards } from './cards.ts';
import { createConfirming } from './sitting-confirmation.ts';
import { createFace, type FaceProvider } from './face.ts';
import { createCertificates } from './certificate.ts';
import { createExams } from './exam.ts';
import { createJoining } from './task-assignment.ts';
import { createLinks } from './learning-links.ts';
import { createLearner } from './learner.ts';
import { createOffline } from './offline-hours.ts';
import { createRecords } from './training-record.ts';
import { createSigning } from './signature.ts';
import { dueFor } from './rules.ts';
import { seedLearning } from './seed.ts';
import { seedLearningDays } from './seed-days.ts';
import { heldSource, learningSource } from './todo.ts';
import { countDue, countsOfPlans, livePlans, turnPlans } from './task-store.ts';

type TaskRow = RowOf<typeof learningTask>;

export { signaturesOf } from './cards.ts';
export { hourMinutes } from './rules.ts';
export { sheetPaper, type RecordSheet } from './record-sheet-pdf.ts';

const isOwn = (row: TaskRow, caller: Caller | null) => caller !== null && row.employeeId === caller.employeeId;

const providerModule = externalDependency<FaceProvider>('faceProvider');

export const trainingPlanModule = defineModule('trainingPlan', {
  needs: { course: courseModule, staff: staffModule },
  open({ kit, course, staff }) {
    const { db, clock } = kit;
    const { cards, planSheet } = createCards({ kit, tradeOf: staff.tradeOf });
    const joining = createJoining(kit);
    function checkDays(startOn: string, endOn: string): void {
      if (endOn < startOn) throw invalid({ field: 'endOn', msg: '截止日期不能早于开始日期' });
    }
    const plans = openResource(trainingPlan, kit, {
      beforeCreate: (_tx, { startOn, endOn }) => checkDays(startOn, endOn),
      beforeUpdate: (_tx, row, { startOn, endOn }) =>
        checkDays(startOn ?? dayText(row.startOn), endOn ?? dayText(row.endOn)),
      frozen: (row) => (row.status === 'archived' ? '培训计划已归档，不能修改' : null),
      // Only a draft can be edited, not a published plan.
      mayChange: (_verb, row) => row.status === 'draft',
      async compute(tx, rows) {
        const counts = await countsOfPlans(
          tx,
          rows.map(({ id }) => id),
        );
        return new Map(
          rows.map((row): [string, Partial<TrainingPlan>] => [row.id, counts.get(row.id) ?? { people: 0, passed: 0 }]),
        );
      },
      beforeMove: (tx, move, row) => (move === 'publish' ? published(tx, row) : undefined),
      async moved(tx, move, row) {
        if (move !== 'publish') return;
        await turnPlans(tx, dayOf(clock.now()), clock.now());
        for (const plan of await livePlans(tx, row.enterpriseId, dayOf(clock.now())))
          if (plan.id === row.id) await joining.fill(tx, plan);
      },
    });
    /** Publishes a plan. Copies the lessons, so that later changes of a course have no effect. */
    async function published(tx: Tx, row: RowOf<typeof trainingPlan>) {
      const named = row.courses;
      if (named.length === 0) throw invalid({ field: 'courses', msg: '请先选择课程再发布' });
      if (row.audience === null) throw invalid({ field: 'audience', msg: '请先选择培训对象再发布' });
      if (row.endOn < dayOf(clock.now())) throw new AppError('invalid', '截止日期已过，请先修改日期');
      const coursesById = await course.taken(
        tx,
        named.map(({ id }) => id),
      );
      const lessons: PlannedLesson[] = named.flatMap(({ id, title }, at) => {
        const takenCourse = coursesById.get(id);
        if (!takenCourse || takenCourse.lessons.length === 0)
          throw invalid({ field: 'courses', msg: `课程“${title}”已停用或没有课时，请重新选择` });
        return takenCourse.lessons.map((lesson) => ({ ...lesson, key: `${at + 1}.${lesson.key}`, courseId: id }));
      });
      return { lessons };
    }
    const links = createLinks({ kit, call: 'trainingPlan', kind: 'plan' });
    return {
      ...plans,
      ...links.kept(async (tx, id) => {
        const [row] = await plans.rowsWhere(tx, { id }, { limit: 1 });
        if (row?.status === 'draft') throw new AppError('invalid', '请先发布培训计划');
        return row && { enterpriseId: String(row.enterpriseId), subjectId: id };
      }),
      planLinks: links,
      cards,
      sheet: planSheet,
      take: joining.take,
      /** Starts and ends plans by date. */
      turnDay: (scope: Scope): Promise<string> =>
        db.scoped(scope, async (tx) => {
          const now = clock.now();
          await turnPlans(tx, dayOf(now), now);
          return dayOf(now);
        }),
      /** Nightly job: assigns tasks to new people. */
      joinAll: (scope: Scope) => db.scoped(scope, (tx) => joining.join(tx, null)),
    };
  },
  calls: trainingPlanCalls,
  on: { 'employee.changed': (tx, { ids, enterpriseIds }, plans) => plans.take(tx, enterpriseIds, ids) },
  daily: { turn: { at: '1 0 * * *', run: (plans, scope) => plans.turnDay(scope) } },
  nightly: { day: { at: '20 0 * * *', run: (plans, scope) => plans.joinAll(scope) } },
  ask: {
    'enterprise.removing': async (tx, { ids }, plans) =>
      (await plans.exists(tx, { enterpriseId: ids })) ? '名下还有培训计划，不能删除' : null,
  },
});

export const learningTaskModule = defineModule('learningTask', {
  needs: { trainingPlan: trainingPlanModule, staff: staffModule, enterprise: enterpriseModule, tenant: tenantModule },
  open({ kit, trainingPlan: plans, staff, enterprise, tenant }) {
    const { clock, events } = kit;
    async function changed(tx: Tx, rows: readonly TaskRow[]): Promise<void> {
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      const enterpriseIds = [...new Set(rows.map((row) => String(row.enterpriseId)))];
      await kit.refreshTodos(tx, 'learningTask', ids);
      await events.emit(tx, 'learning.changed', { ids, enterpriseIds });
    }
    const isMissed = (row: TaskRow) =>
      row.status !== 'passed' && row.status !== 'exempted' && dayText(row.dueOn) < dayOf(clock.now());
    const tasks = openResource(learningTask, kit, {
      // When enterprises are merged, progress, consents and links move together with their person.
      parts: ['learning_progress', 'learning_sitting', 'exam_paper', 'learning_face_consent', 'learning_link'],
      conditions: (_tx, filter) => conditionsOf(filter, dayOf(clock.now())),
      compute: (_tx, rows) =>
        Promise.resolve(
          new Map(rows.map((row): [string, Partial<LearningTask>] => [row.id, { overdue: isMissed(row) }])),
        ),
      async beforeCreate(tx, { planId, employeeId, dueOn }) {
        const [plan] = await plans.rowsWhere(tx, { id: planId }, { limit: 1 });
        const person = await staff.employee(tx, employeeId);
        if (!plan) throw invalid({ field: 'planId', msg: '没有这项培训计划' });
        if (!person || person.enterpriseId !== plan.enterpriseId)
          throw invalid({ field: 'employeeId', msg: '学员不是这家企业的人员' });
        if (await tasks.exists(tx, { planId: planId, employeeId: employeeId }))
          throw invalid({ field: 'employeeId', msg: '该学员已在这项计划中' });
        const latest = dueFor(dayText(plan.endOn), dayOf(clock.now()));
        if (dueOn > latest) throw invalid({ field: 'dueOn', msg: `应完成日期不能晚于培训计划结束（${latest}）` });
        return {
          enterpriseId: plan.enterpriseId,
          planTitle: plan.title,
          employeeName: person.name,
          department: person.department,
          hoursRequired: plan.hoursRequired,
        };
      },
      async beforeUpdate(tx, row, { dueOn }) {
        const before = dayText(row.dueOn);
        if (dueOn === undefined || dueOn === before) return;
        if (before < dayOf(clock.now()))
          throw invalid({ field: 'dueOn', msg: '应完成日期已过，不能再修改；请让学员尽快完成' });
        const [plan] = await plans.rowsWhere(tx, { id: row.planId }, { limit: 1 });
        const last = dayText(plan?.endOn);
        if (dueOn > before && dueOn > last)
          throw invalid({ field: 'dueOn', msg: `应完成日期不能推迟到培训计划结束（${last}）以后` });
      },
      saved: async (tx, ids): Promise<void> =>
        ids.length === 0 ? undefined : changed(tx, await tasks.rowsWhere(tx, { id: [...ids] })),
      reads: (tx): Promise<Caller | null> => staff.postsOf(tx),
      // An overdue task cannot be removed. It stays overdue until it is completed.
      mayChange: (verb, row) => verb === 'update' || !isMissed(row),
      mayMove: (move, row) =>
        move === 'exempt' ? !isMissed(row) : row.certificateNo !== null && row.revokedAt === null,
      // People may not exempt themselves, or remove or postpone their own tasks.
      refusalOf: (act, row, _scope, caller) =>
        act !== 'revoke' && isOwn(row, caller)
          ? '不能修改、删除或免修自己的学习任务，请由本企业其他管理人员办理'
          : null,
      beforeMove: (_tx, move) => (move === 'revoke' ? { revokedAt: clock.now() } : undefined),
      moved: (tx, _move, row) => changed(tx, [row]),
    });
    const certificates = createCertificates({ kit, enterprises: enterprise, tenant });
    const links = createLinks({ kit, call: 'learningTask', kind: 'person' });
    return {
      ...tasks,
      ...createConfirming(kit),
      certificates,
      ...links.kept(async (tx, id) => {
        const [row] = await tasks.rowsWhere(tx, { id }, { limit: 1 });
        return row && { enterpriseId: String(row.enterpriseId), subjectId: String(row.employeeId) };
      }),
      personLinks: links,
      certificatePdf: certificates.pdf,
      cards: plans.cards,
    };
  },
  calls: learningTaskCalls,
  seed: seedLearning,
  seedDays: seedLearningDays,
  todos: () => [learningSource, heldSource],
  ask: {
    'enterprise.removing': async (tx, { ids }, tasks) =>
      (await tasks.exists(tx, { enterpriseId: ids })) ? '名下还有学习记录，不能删除' : null,
  },
});

export const learningModule = defineModule('learning', {
  needs: {
    trainingPlan: trainingPlanModule,
    learningTask: learningTaskModule,
    staff: staffModule,
    enterprise: enterpriseModule,
    file: fileModule,
    question: questionModule,
    impactAssessment: impactAssessmentModule,
    source: providerModule,
  },
  open({ kit, staff, enterprise, file, question, trainingPlan: plans, learningTask: tasks, impactAssessment, source }) {
    const { db } = kit;
    const { certificates } = tasks;
    const learnerOf = async (tx: Tx): Promise<string | null> => (await staff.postsOf(tx))?.employeeId ?? null;
    const { isOn, isAsked, stateOf, consentedAt, objection, ...answers } = createFace({
      kit,
      source,
      inForce: impactAssessment.inForce,
      learnerOf,
      staff,
      openPhoto: file.openOf,
    });
    const { ownTaskOf, ...learner } = createLearner({
      kit,
      learnerOf,
      face: { isOn, isAsked, stateOf, consentedAt },
      enterprises: enterprise,
      lend: file.lend,
      certificateOf: certificates.of,
    });
    enterprise.countsLearning((tx, area, window) => countDue(tx, areaPrefix(area ?? ''), window));
    return {
      ...learner,
      ...answers,
      objection,
      ...createOffline(kit),
      ...createExams({ kit, ownTaskOf, drawable: question.drawable }),
      sign: createSigning({ kit, ownTaskOf }),
      certificateOpen: certificates.check,
      certificatePdf: async (scope: Scope, input: { id: string; at: string }) => {
        await db.read(scope, (tx) => ownTaskOf(tx, input.id));
        return certificates.pdf(scope, input);
      },
      ...createRecords({ kit, learnerOf, enterprises: enterprise, plan: plans.planLinks, person: tasks.personLinks }),
    };
  },
  calls: learningCalls,
  ask: { 'setting.saving': (tx, { values }, { objection }) => objection(tx, values) },
});

const dayText = (value: unknown): string => (value instanceof Date ? dayOf(value) : String(value));
