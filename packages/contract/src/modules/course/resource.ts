import { code, files, integer, json, oneOf, prose, ref, text } from '../../kit/field.ts';
import { resource, type Row } from '../../kit/resource.ts';
import { lessons } from './lesson.ts';

/** A course (课程): ordered lessons of one enterprise, or of the unit for all its enterprises. */
export const course = resource('course', {
  label: '课程',
  counter: '门',
  title: 'title',
  class: 'enterprise',
  permits: 'bus:course',
  fields: {
    enterpriseId: ref('enterprise', '所属企业').immutable().filter().help('不选择时为本单位通用课程，各企业都可以使用'),
    title: text(60, '课程名称').required().sortable().search('pinyin').example('如 发车前安全检查'),
    kind: code('trainingKind', '培训类型').required().filter('many'),
    teacher: text(30, '讲师'),
    intro: prose(500, '课程简介'),
    cover: files('封面', { purpose: 'photo', most: 1 }),
    lessons: json('课时', lessons).default([]).whole(),
    lessonCount: integer('课时数').serverSet().default(0),
    seconds: integer('总时长', { unit: '秒' }).serverSet().default(0),
    status: oneOf(['enabled', 'disabled'], '状态').default('enabled').dictionary('enableStatus').filter('many'),
  },
});
export type Course = Row<typeof course>;
