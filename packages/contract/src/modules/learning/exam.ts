import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';
import { questionForms } from '../question/resource.ts';
import { learningStates } from './states.ts';

/** An exam question without its answer. */
export const paperQuestion = z.object({
  id,
  form: z.enum(questionForms),
  stem: z.string(),
  options: z.array(z.object({ letter: z.string(), text: z.string() })),
  points: z.int(),
});
export type PaperQuestion = z.output<typeof paperQuestion>;

export const examPaper = z.object({
  id,
  questions: z.array(paperQuestion),
  startedAt: instant,
  /** End of the exam, by the server's clock. */
  endsAt: instant,
  /** Seconds until the end, so that the display does not depend on the browser's clock. */
  secondsLeft: z.int(),
  passScore: z.int(),
});
export type ExamPaper = z.output<typeof examPaper>;

/** Answers to the questions: letters of the options, or 对 and 错. */
export const examAnswers = z.array(z.object({ id, answer: z.string().check(z.maxLength(8)) })).check(z.maxLength(200));
export type ExamAnswers = z.output<typeof examAnswers>;

const wrongAnswers = z.array(
  z.object({ stem: z.string(), given: z.string(), answer: z.string(), explanation: z.nullable(z.string()) }),
);
/** The last paper of a task, once the plan allows no further attempt or the exam is passed. */
export const examReview = z.object({
  score: z.int(),
  passed: z.boolean(),
  submittedAt: instant,
  questions: z.int(),
  wrong: wrongAnswers,
});
export type ExamReview = z.output<typeof examReview>;

export const examResult = z.object({
  score: z.int(),
  passed: z.boolean(),
  /** Whether the answers arrived after the end; then none of them counts. */
  late: z.boolean(),
  left: z.int(),
  status: z.enum(learningStates),
  certificateNo: z.nullable(z.string()),
  wrong: wrongAnswers,
});
export type ExamResult = z.output<typeof examResult>;
