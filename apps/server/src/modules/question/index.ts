/** question: the question bank (题库) for exams. */
import { questionCalls } from '@anlan/contract/modules/question/calls';
import { question, type Question } from '@anlan/contract/modules/question/resource';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { RowOf } from '#kit/table.ts';
import type { Tx } from '#platform/db/index.ts';
import { validateAnswer, optionsOf } from './rules.ts';

type QuestionRow = RowOf<typeof question>;

export { normalizeAnswer } from './rules.ts';

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
