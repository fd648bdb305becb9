/** healthTask: health tasks for staff (健康检测任务). Each has rounds, with one record per person and round. */
import { addDays, dayOf } from '@anlan/contract/domain/instant';
import { healthRecordCalls, healthTaskCalls } from '@anlan/contract/modules/health-task/calls';
import { healthRecord, healthTask } from '@anlan/contract/modules/health-task/resource';
import { AppError, invalid } from '#kernel/errors.ts';
import type { Scope } from '#kernel/scope.ts';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { holderOf, type TodoSource } from '#kit/todo.ts';
import { staffModule } from '../staff/index.ts';
import { begunOn, dueOf } from './rules.ts';
import { seedHealthTasks } from './seed.ts';
import { addRound, dropPending, forgetBefore, keepRounds, roundsOf, runningOn, sumsOf } from './store.ts';
import { waitingAfter, waitingTasks } from './todo-store.ts';

interface TodoDeps {
  byPost: (
    tx: Tx,
    enterpriseId: string,
    posts: readonly 'safetyManager'[],
  ) => Promise<readonly { userId: string | null }[]>;
}

const healthSource = ({ byPost }: TodoDeps): TodoSource => ({
  type: 'healthTask',
  async wanted(tx, ids) {
    const wanted = [];
    for (const row of await waitingTasks(tx, ids)) {
      const userIds = (await byPost(tx, row.enterpriseId, ['safetyManager'])).flatMap(({ userId }) => userId ?? []);
      wanted.push({
        kind: 'confirm' as const,
        act: 'healthRecord.pass' as const,
        title: `登记检测结果：${row.title}`,
        subject: { type: 'healthTask', id: row.id },
        path: `/bus/nucleintask/info/people?taskId=${row.id}`,
        dueOn: row.dueOn,
        owner: holderOf(userIds, 'bus:nucleinrecord:edit', row.enterpriseId),
      });
    }
    return wanted;
  },
  after: waitingAfter,
});

const keepersText = '只有主要负责人和安全管理人员可以维护健康检测任务';
/** Personal results are deleted this many days after the end of the task (S81). */
const keptDays = 90;

export const healthTaskModule = defineModule('healthTask', {
  needs: { staff: staffModule },
  open({ kit, staff }) {
    const { db, clock } = kit;
    const today = () => dayOf(clock.now());
    const keeps = (tx: Tx) => staff.mayActAs(tx, ['head', 'safetyManager']);

    /** Adds the records of rounds that have started. New staff take part from the next round. */
    async function begin(tx: Tx, ids?: readonly string[]): Promise<number> {
      let added = 0;
      for (const task of await runningOn(tx, today(), ids)) {
        const begun = begunOn(task, today());
        for (let round = task.rounds + 1; round <= begun; round += 1)
          added += await addRound(tx, task, round, dueOf(task, round), clock.now());
        if (begun > task.rounds) {
          await keepRounds(tx, task.id, begun);
          await kit.refreshTodos(tx, 'healthTask', [task.id]);
        }
      }
      return added;
    }
    function demandDays({ startOn, endOn }: { startOn: string; endOn: string }): void {
      if (endOn < startOn) throw invalid({ field: 'endOn', msg: '截止日期不能早于开始日期' });
    }

    const tasks = openResource(healthTask, kit, {
      reads: keeps,
      frozen: (_row, _scope, isKeeper) => (isKeeper === false ? keepersText : null),
      createRefusal: async (tx) => ((await keeps(tx)) ? null : keepersText),
      async beforeCreate(tx, input) {
        demandDays(input);
      },
      async beforeUpdate(tx, row, patch) {
        const startOn = patch.startOn ?? row.startOn;
        demandDays({ startOn, endOn: patch.endOn ?? row.endOn });
        if (patch.startOn === undefined || patch.startOn === row.startOn) return;
        if (((await sumsOf(tx, [row.id], today())).get(row.id)?.expected ?? 0) > 0)
          throw invalid({ field: 'startOn', msg: '任务已经开始，不能修改开始日期' });
      },
      async beforeRemove(tx, row) {
        const sums = (await sumsOf(tx, [row.id], today())).get(row.id);
        if ((sums?.done ?? 0) > 0) throw new AppError('invalid', '任务已有检测记录，不能删除');
        await dropPending(tx, row.id);
        await kit.refreshTodos(tx, 'healthTask', [row.id]);
      },
      saved: (tx, ids) => begin(tx, ids),
      async compute(tx, rows) {
        const sums = await sumsOf(
          tx,
          rows.map(({ id }) => id),
          today(),
        );
        const none = { expected: 0, done: 0, abnormal: 0, exempted: 0, overdue: 0 };
        return new Map(rows.map(({ id }) => [id, sums.get(id) ?? none]));
      },
    });
    return {
      ...tasks,
      source: healthSource(staff),
      /** Nightly job: starts the rounds of the day and deletes old results. */
      turn: (scope: Scope): Promise<number> =>
        db.scoped(
          scope,
          async (tx) => {
            await forgetBefore(tx, addDays(today(), -keptDays));
            return begin(tx);
          },
          { statementMs: 300_000 },
        ),
    };
  },
  calls: healthTaskCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, rows) =>
      (await rows.exists(tx, { enterpriseId: ids })) ? '名下还有健康检测任务，请先删除' : null,
  },
  nightly: { turn: { at: '20 0 * * *', run: (rows, scope) => rows.turn(scope) } },
  todos: ({ source }) => [source],
  seed: seedHealthTasks,
});

export const healthRecordModule = defineModule('healthRecord', {
  needs: { healthTask: healthTaskModule, staff: staffModule },
  open({ kit, healthTask: tasks, staff }) {
    const keeps = (tx: Tx) => staff.mayActAs(tx, ['head', 'safetyManager']);
    const touch = async (tx: Tx, ids: readonly string[]): Promise<void> => {
      const rows = await records.rowsWhere(tx, { id: [...ids] });
      await kit.refreshTodos(tx, 'healthTask', [...new Set(rows.map((row) => row.taskId))]);
    };
    const records = openResource(healthRecord, kit, {
      reads: keeps,
      frozen: (_row, _scope, isKeeper) => (isKeeper === false ? keepersText : null),
      createRefusal: async (tx) => ((await keeps(tx)) ? null : keepersText),
      async beforeCreate(tx, input) {
        const [task] = await tasks.rowsWhere(tx, { id: input.taskId }, { limit: 1 });
        const person = await staff.employee(tx, input.employeeId);
        if (task === undefined || task.enterpriseId !== input.enterpriseId)
          throw invalid({ field: 'taskId', msg: '请选择所属企业的任务' });
        if (person === undefined || person.enterpriseId !== input.enterpriseId)
          throw invalid({ field: 'employeeId', msg: '请选择所属企业的人员' });
        const round = Math.max(1, Number(task.rounds));
        if ((await roundsOf(tx, input.taskId, input.employeeId)).includes(round))
          throw invalid({ field: 'employeeId', msg: '这名人员已在本轮任务中' });
        return {
          holderName: person.name,
          department: person.department,
          round,
          dueOn: dueOf(
            {
              startOn: String(task.startOn),
              endOn: String(task.endOn),
              everyDays: task.everyDays === null ? null : Number(task.everyDays),
            },
            round,
          ),
        };
      },
      beforeMove(_tx, move, _row, input) {
        const { sampledAt } = input;
        if (sampledAt instanceof Date && sampledAt > kit.clock.now())
          throw invalid({ field: 'sampledAt', msg: '检测时间不能晚于现在' });
        return { note: input['reason'] ?? null, ...(move === 'exempt' ? {} : { image: input['image'] ?? [] }) };
      },
      saved: touch,
      moved: (tx, _move, row) => touch(tx, [row.id]),
    });
    return records;
  },
  calls: healthRecordCalls,
});
