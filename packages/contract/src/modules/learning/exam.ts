import * as z from 'zod/mini';
import { id, instant } from '../../domain/fields.ts';
import { questionForms } from '../question/resource.ts';
import { learningStates } from './task.ts';

/** A question of a paper as the one sees it who sits the exam: without its answer. */
export const paperQuestion = z.object({
  id,
  form: z.enum(questionForms),
  stem: z.string(),
  options: z.array(z.object({ letter: z.string(), text: z.string() })),
  points: z.int(),
});
/** A question of a paper. */
export type PaperQuestion = z.output<typeof paperQuestion>;

/** A paper that is being filled in. */
export const examPaper = z.object({
  id,
  questions: z.array(paperQuestion),
  startedAt: instant,
  /** When it is over, by the server's clock. */
  endsAt: instant,
  /** Seconds that are left, whatever the clock of the browser says. */
  secondsLeft: z.int(),
  passScore: z.int(),
});
/** A paper that is being filled in. */
export type ExamPaper = z.output<typeof examPaper>;

/** What somebody answers: letters of a question, or 对 and 错. */
export const examAnswers = z.array(z.object({ id, answer: z.string().check(z.maxLength(8)) })).check(z.maxLength(200));
/** What somebody answers. */
export type ExamAnswers = z.output<typeof examAnswers>;

/** How an exam went. */
export const examResult = z.object({
  score: z.int(),
  passed: z.boolean(),
  /** Whether it came after its end, so that nothing counts. */
  late: z.boolean(),
  /** Times that are left. */
  left: z.int(),
  status: z.enum(learningStates),
  certificateNo: z.nullable(z.string()),
  /** What was wrong, with what is right. */
  wrong: z.array(
    z.object({ stem: z.string(), given: z.string(), answer: z.string(), explanation: z.nullable(z.string()) }),
  ),
});
/** How an exam went. */
export type ExamResult = z.output<typeof examResult>;
