import { sql } from 'kysely';
import type { ExamAnswers } from '@anlan/contract/modules/learning/exam';
import { firstOf, type Tx } from '#platform/db/index.ts';
import type { DrawnQuestion } from '../question/index.ts';

export interface StoredPaper {
  id: string;
  task_id: string;
  questions: DrawnQuestion[];
  pass_score: number;
  started_at: Date;
  ends_at: Date;
  submitted_at: Date | null;
}
const columns = sql`id, task_id, questions, pass_score, started_at, ends_at, submitted_at`;

export async function openPaperOf(tx: Tx, taskId: string): Promise<StoredPaper | undefined> {
  return firstOf<StoredPaper>(tx)`select ${columns} from exam_paper
    where tenant_id = ${tx.scope.tenantId} and task_id = ${taskId} and submitted_at is null for update`;
}
export async function paperOf(tx: Tx, id: string): Promise<StoredPaper | undefined> {
  return firstOf<StoredPaper>(tx)`select ${columns} from exam_paper
    where tenant_id = ${tx.scope.tenantId} and id = ${id} for update`;
}
export async function lastPaperOf(tx: Tx, taskId: string) {
  return firstOf<{
    questions: DrawnQuestion[];
    answers: ExamAnswers;
    score: number;
    passScore: number;
    submittedAt: Date;
  }>(tx)`select questions, coalesce(answers, '[]') as answers, score, pass_score as "passScore",
      submitted_at as "submittedAt" from exam_paper
    where tenant_id = ${tx.scope.tenantId} and task_id = ${taskId} and submitted_at is not null
    order by submitted_at desc, id desc limit 1`;
}
export const insertPaper = (tx: Tx, paper: Omit<StoredPaper, 'submitted_at'> & { enterpriseId: string }) =>
  sql`insert into exam_paper (tenant_id, id, enterprise_id, task_id, questions, pass_score, started_at, ends_at)
    values (${tx.scope.tenantId}, ${paper.id}, ${paper.enterpriseId}, ${paper.task_id},
      ${JSON.stringify(paper.questions)}, ${paper.pass_score}, ${paper.started_at}, ${paper.ends_at})`.execute(
    tx.kysely,
  );
export const savePaper = (tx: Tx, id: string, answers: ExamAnswers, score: number, at: Date) =>
  sql`update exam_paper set answers = ${JSON.stringify(answers)}, score = ${score}, submitted_at = ${at}
    where tenant_id = ${tx.scope.tenantId} and id = ${id}`.execute(tx.kysely);
export const saveTry = (
  tx: Tx,
  taskId: string,
  score: number,
  after: { status: string; passedAt?: Date; certificateNo?: string; validTo?: string | null },
  at: Date,
) =>
  sql`update learning_task set attempts = attempts + 1, score = greatest(coalesce(score, 0), ${score}),
      status = ${after.status}, passed_at = coalesce(passed_at, ${after.passedAt ?? null}),
      certificate_no = coalesce(certificate_no, ${after.certificateNo ?? null}),
      valid_to = coalesce(valid_to, ${after.validTo ?? null}), version = version + 1, updated_at = ${at}
    where tenant_id = ${tx.scope.tenantId} and id = ${taskId}`.execute(tx.kysely);
