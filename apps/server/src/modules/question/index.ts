/** question: the question bank (题库) for exams. */
import { questionCalls } from '@anlan/contract/modules/question/calls';
import { question, type Question, type QuestionForm } from '@anlan/contract/modules/question/resource';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { invalid } from '#kernel/errors.ts';

type QuestionOptions = Pick<Question, 'optionA' | 'optionB' | 'optionC' | 'optionD'>;
const letters = ['A', 'B', 'C', 'D'] as const;

const optionsOf = (question: QuestionOptions) =>
  letters.flatMap((letter) => {
    const text = question[`option${letter}`];
    return text === null || text === '' ? [] : [{ letter, text }];
  });

/** Normalizes an answer for comparison: sorted option letters without separators, or 对 or 错. */
export function normalizeAnswer(form: QuestionForm, answer: string): string {
  const normalizedAnswer = answer
    .trim()
    .toUpperCase()
    .replace(/[\s,，、]/g, '');
  if (form !== 'judge') return [...new Set(normalizedAnswer)].toSorted().join('');
  if (/^(?:对|正确|√|T|TRUE|是)$/.test(normalizedAnswer)) return '对';
  return /^(?:错|错误|×|X|F|FALSE|否)$/.test(normalizedAnswer) ? '错' : normalizedAnswer;
}

/** Returns the normalized answer. Throws when the answer is not possible for this question. */
function validateAnswer(form: QuestionForm, question: QuestionOptions, answer: string): string {
  const refuse = (msg: string) => invalid({ field: 'answer', msg });
  const normalizedAnswer = normalizeAnswer(form, answer);
  if (form === 'judge') {
    if (normalizedAnswer !== '对' && normalizedAnswer !== '错') throw refuse('判断题的答案填“对”或“错”');
    return normalizedAnswer;
  }
  const options = optionsOf(question);
  if (options.length < 2) throw invalid({ field: 'optionA', msg: '选择题至少填写两个选项' });
  const unknown = [...normalizedAnswer].find((letter) => !options.some((option) => option.letter === letter));
  if (normalizedAnswer === '' || unknown !== undefined) throw refuse(`答案“${unknown ?? ''}”不在选项中`);
  if (form === 'single' && normalizedAnswer.length !== 1) throw refuse('单选题只有一个答案');
  if (form === 'multiple' && normalizedAnswer.length < 2) throw refuse('多选题至少有两个答案');
  return normalizedAnswer;
}

type QuestionRow = RowOf<typeof question>;

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
const askedOf = (row: QuestionRow) => ({
  optionA: textOf(row.optionA),
  optionB: textOf(row.optionB),
  optionC: textOf(row.optionC),
  optionD: textOf(row.optionD),
});

export interface DrawnQuestion {
  id: string;
  form: Question['form'];
  stem: string;
  options: { letter: string; text: string }[];
  answer: string;
  explanation: string | null;
  points: number;
}

export const questionModule = defineModule('question', {
  needs: {},
  open({ kit }) {
    const questions = openResource(question, kit, {
      beforeCreate: (_tx, { form, answer, optionA = null, optionB = null, optionC = null, optionD = null }) => ({
        answer: validateAnswer(form, { optionA, optionB, optionC, optionD }, answer),
      }),
      beforeUpdate(_tx, row, patch) {
        const optionTexts = { ...askedOf(row) };
        for (const key of ['optionA', 'optionB', 'optionC', 'optionD'] as const)
          if (patch[key] !== undefined) optionTexts[key] = patch[key];
        // The stored form passed its schema. This check refuses to remove an option that the answer refers to.
        validateAnswer(row.form as Question['form'], optionTexts, row.answer);
      },
    });
    return {
      ...questions,
      async drawable(tx: Tx, enterpriseId: string, kind: string): Promise<DrawnQuestion[]> {
        const rows = await questions.rowsWhere(
          tx,
          { enterpriseId: enterpriseId, kind, status: 'enabled' },
          { order: 'id', limit: 2_000 },
        );
        return rows.map((row) => ({
          id: row.id,
          form: row.form as Question['form'],
          stem: row.stem,
          options: optionsOf(askedOf(row)),
          answer: row.answer,
          explanation: textOf(row.explanation),
          points: row.points,
        }));
      },
    };
  },
  calls: questionCalls,
  ask: {
    'enterprise.removing': async (tx, { ids }, questions) =>
      (await questions.exists(tx, { enterpriseId: ids })) ? '名下还有考题，请先删除这些考题' : null,
  },
});
