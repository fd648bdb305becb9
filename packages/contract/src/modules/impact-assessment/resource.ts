import { day, files, text } from '../../kit/field.ts';
import { resource } from '../../kit/resource.ts';

/**
 * Assessment of the effects of processing sensitive personal information (个人信息保护影响评估). It is valid until a certain
 * day.
 */
export const impactAssessment = resource('impactAssessment', {
  label: '影响评估',
  counter: '份',
  title: 'name',
  class: 'tenant',
  permits: 'sys:assessment',
  order: '-validTo',
  fields: {
    name: text(80, '评估名称').required().sortable().search('pinyin').example('如 培训人脸核验个人信息保护影响评估'),
    validTo: day('有效期至').required().sortable().help('到期后人脸核验自动停用；处理方式有变化时请重新评估'),
    papers: files('评估报告', { purpose: 'evidence', least: 1, most: 5 }).required(),
  },
});
