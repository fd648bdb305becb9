import type { Question, QuestionForm } from '@anlan/contract/modules/question/resource';
import { invalid } from '#kernel/errors.ts';

type QuestionOptions = Pick<Question, 'optionA' | 'optionB' | 'optionC' | 'optionD'>;
const letters = ['A', 'B', 'C', 'D'] as const;

export const optionsOf = (question: QuestionOptions) =>
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
export function validateAnswer(form: QuestionForm, question: QuestionOptions, answer: string): string {
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
