import type { Question, QuestionForm } from '@anlan/contract/modules/question/resource';
import { invalid } from '#kernel/errors.ts';

type Asked = Pick<Question, 'optionA' | 'optionB' | 'optionC' | 'optionD'>;
const letters = ['A', 'B', 'C', 'D'] as const;

/** The options of a question, by their letters. */
export const optionsOf = (asked: Asked) =>
  letters.flatMap((letter) => {
    const text = asked[`option${letter}`];
    return text === null || text === '' ? [] : [{ letter, text }];
  });

/** An answer as it is compared: letters in order without anything between them, or 对 and 错. */
export function plainAnswer(form: QuestionForm, answer: string): string {
  const said = answer
    .trim()
    .toUpperCase()
    .replace(/[\s,，、]/g, '');
  if (form !== 'judge') return [...new Set(said)].toSorted().join('');
  if (/^(?:对|正确|√|T|TRUE|是)$/.test(said)) return '对';
  return /^(?:错|错误|×|X|F|FALSE|否)$/.test(said) ? '错' : said;
}

/** Refuses an answer that its question does not have; gives it as it is kept. */
export function checkedAnswer(form: QuestionForm, asked: Asked, answer: string): string {
  const refuse = (msg: string) => invalid({ field: 'answer', msg });
  const said = plainAnswer(form, answer);
  if (form === 'judge') {
    if (said !== '对' && said !== '错') throw refuse('判断题的答案填“对”或“错”');
    return said;
  }
  const options = optionsOf(asked);
  if (options.length < 2) throw invalid({ field: 'optionA', msg: '选择题至少填写两个选项' });
  const unknown = [...said].find((letter) => !options.some((option) => option.letter === letter));
  if (said === '' || unknown !== undefined) throw refuse(`答案“${unknown ?? ''}”不在选项中`);
  if (form === 'single' && said.length !== 1) throw refuse('单选题只有一个答案');
  if (form === 'multiple' && said.length < 2) throw refuse('多选题至少有两个答案');
  return said;
}
