// Exams: random questions, a time limit by the server clock, and limited attempts. A passed exam completes the plan.
import { randomInt } from 'node:crypto';
import type { ExamAnswers, ExamPaper, ExamResult, ExamReview } from '@anlan/contract/modules/learning/exam';
import { AppError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import type { Scope } from '#kernel/scope.ts';
import type { ModuleKit } from '#kit/module.ts';
import type { Tx } from '#platform/db/index.ts';
import { normalizeAnswer, type DrawnQuestion } from '../question/index.ts';
import { insertPaper, lastPaperOf, openPaperOf, paperOf, savePaper, saveTry, type StoredPaper } from './exam-store.ts';
import { passedAs } from './rules.ts';
import type { StoredTask } from './task-store.ts';

/** An exam paper may arrive this many milliseconds after its end without being late. */
const graceMs = 10_000;

/** Draws questions at random, without repeats. */
function drawn<T>(
  all: readonly T[],
  count: number,
  random: (below: number) => number = (below) => randomInt(below),
): T[] {
  const left = [...all];
  return Array.from({ length: Math.min(count, left.length) }, () => left.splice(random(left.length), 1)).flat();
}

function scoreOf(questions: readonly DrawnQuestion[], answers: ExamAnswers) {
  const answersById = new Map(answers.map(({ id, answer }) => [id, answer]));
  const marked = questions.map((one) => {
    const answerText = normalizeAnswer(one.form, answersById.get(one.id) ?? '');
    return { one, said: answerText, isRight: answerText !== '' && answerText === one.answer };
  });
  const sum = (some: typeof marked) => some.reduce((points, { one }) => points + one.points, 0);
  const all = sum(marked);
  return {
    score: all === 0 ? 0 : Math.floor((100 * sum(marked.filter(({ isRight }) => isRight))) / all),
    wrong: marked
      .filter(({ isRight }) => !isRight)
      .map(({ one, said: answerText }) => ({
        stem: one.stem,
        given: answerText,
        answer: one.answer,
        explanation: one.explanation,
      })),
  };
}

export interface ExamDeps {
  kit: Pick<ModuleKit, 'db' | 'clock' | 'events' | 'refreshTodos' | 'audit'>;
  ownTaskOf: (tx: Tx, id: string) => Promise<StoredTask>;
  drawable: (tx: Tx, enterpriseId: string, kind: string) => Promise<DrawnQuestion[]>;
}

export function createExams({
  kit: { db, clock, events, refreshTodos: touched, audit },
  ownTaskOf,
  drawable,
}: ExamDeps) {
  const leftOf = ({ retries, attempts }: StoredTask) => Math.max(0, retries + 1 - attempts);
  const shown = ({
    id,
    questions,
    pass_score: passScore,
    started_at: startedAt,
    ends_at: endsAt,
  }: StoredPaper): ExamPaper => ({
    id,
    questions: questions.map(({ id: question, form, stem, options, points }) => ({
      id: question,
      form,
      stem,
      options,
      points,
    })),
    startedAt,
    endsAt,
    secondsLeft: Math.max(0, Math.floor((endsAt.getTime() - clock.now().getTime()) / 1000)),
    passScore,
  });
  const traced = (tx: Tx, call: 'learning.examBegin' | 'learning.examSubmit', task: StoredTask, note: string) =>
    audit.record(tx, { call, objectType: 'learningTask', objectId: task.id, enterpriseId: task.enterprise_id, note });
  /** Ends an exam attempt. A late paper uses the attempt and scores 0. */
  async function end(tx: Tx, task: StoredTask, paper: StoredPaper, answers: ExamAnswers): Promise<ExamResult> {
    const at = clock.now();
    const late = at.getTime() > paper.ends_at.getTime() + graceMs;
    const { score, wrong } = late ? { score: 0, wrong: [] } : scoreOf(paper.questions, answers);
    const passed = score >= paper.pass_score;
    const left = Math.max(0, leftOf(task) - 1);
    const after = passed
      ? task.sign_required
        ? { status: 'signPending' as const }
        : { status: 'passed' as const, ...passedAs({ id: task.id, cycleMonths: task.cycle_months }, at) }
      : { status: left > 0 ? ('examPending' as const) : ('failed' as const) };
    await savePaper(tx, paper.id, answers, score, at);
    await saveTry(tx, task.id, score, after, at);
    await touched(tx, 'learningTask', [task.id]);
    await events.emit(tx, 'learning.changed', { ids: [task.id], enterpriseIds: [task.enterprise_id] });
    const certificateNo = 'certificateNo' in after ? after.certificateNo : null;
    // Show wrong answers only after a pass or the last attempt.
    return { score, passed, late, left, status: after.status, certificateNo, wrong: passed || left === 0 ? wrong : [] };
  }
  return {
    examBegin: (scope: Scope, { id }: { id: string }): Promise<ExamPaper> =>
      db.scoped(scope, async (tx) => {
        let task = await ownTaskOf(tx, id);
        const open = await openPaperOf(tx, id);
        await traced(tx, 'learning.examBegin', task, task.plan_title);
        if (open && clock.now() <= open.ends_at) return shown(open);
        if (open) {
          await end(tx, task, open, []);
          task = await ownTaskOf(tx, id);
        }
        if (task.status === 'failed') throw new AppError('invalid', '补考次数已用完，请联系安全管理人员');
        if (task.status !== 'examPending') throw new AppError('invalid', '学完全部课时、修满学时以后才能考试');
        const questions = drawn(await drawable(tx, task.enterprise_id, task.plan_kind), task.exam_count);
        if (questions.length < task.exam_count)
          throw new AppError('invalid', `题库里可用的考题不足 ${task.exam_count} 道，请联系安全管理人员`);
        const startedAt = clock.now();
        const paper = {
          id: newId(),
          enterpriseId: task.enterprise_id,
          task_id: id,
          questions,
          pass_score: task.pass_score,
          started_at: startedAt,
          ends_at: new Date(startedAt.getTime() + task.exam_minutes * 60_000),
        };
        await insertPaper(tx, paper);
        return shown({ ...paper, submitted_at: null });
      }),
    examReview: (scope: Scope, { id }: { id: string }): Promise<ExamReview | null> =>
      db.read(scope, async (tx) => {
        const task = await ownTaskOf(tx, id);
        const paper = await lastPaperOf(tx, id);
        if (!paper) return null;
        const passed = paper.score >= paper.passScore;
        // While another attempt is possible, the answers would help to pass it.
        if (!passed && leftOf(task) > 0) return null;
        const { score, submittedAt, questions, answers } = paper;
        return { score, passed, submittedAt, questions: questions.length, wrong: scoreOf(questions, answers).wrong };
      }),
    examSubmit: (scope: Scope, { id, answers }: { id: string; answers: ExamAnswers }): Promise<ExamResult> =>
      db.scoped(scope, async (tx) => {
        const paper = await paperOf(tx, id);
        if (!paper) throw new AppError('notFound');
        const task = await ownTaskOf(tx, paper.task_id);
        if (paper.submitted_at !== null) throw new AppError('conflict', '这份试卷已经交过');
        const result = await end(tx, task, paper, answers);
        await traced(tx, 'learning.examSubmit', task, `${result.score} 分`);
        return result;
      }),
  };
}
