import { code, integer, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';

export const questionForms = ['single', 'multiple', 'judge'] as const;
export type QuestionForm = (typeof questionForms)[number];

export const question = resource('question', {
  label: '考题',
  counter: '道',
  title: 'stem',
  class: 'enterprise',
  permits: 'bus:question',
  importKey: ['enterpriseId', 'stem'],
  fields: {
    enterpriseId: ref('enterprise', '所属企业').immutable().own().filter(),
    kind: code('trainingKind', '培训类型').required().filter('many'),
    form: oneOf(questionForms, '题型').required().immutable().dictionary('questionForm').filter('many'),
    stem: text(300, '题干').required().search('contains'),
    optionA: text(100, '选项 A')
      .help('判断题不填写选项')
      .when('form', { not: ['judge'] }),
    optionB: text(100, '选项 B').when('form', { not: ['judge'] }),
    optionC: text(100, '选项 C').when('form', { not: ['judge'] }),
    optionD: text(100, '选项 D').when('form', { not: ['judge'] }),
    answer: text(8, '答案').required().immutable().help('单选填一个字母，多选如 ABD，判断填“对”或“错”；保存后不能修改'),
    explanation: prose(300, '解析'),
    points: integer('分值', { min: 1, max: 100, unit: '分' }).default(1),
    status: oneOf(['enabled', 'disabled'], '状态').default('enabled').dictionary('enableStatus').filter('many'),
  },
});
export type Question = Row<typeof question>;
