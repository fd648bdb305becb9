import { impactAssessmentCalls } from '@anlan/contract/modules/impact-assessment/calls';
import { impactAssessment } from '@anlan/contract/modules/impact-assessment/resource';
import { one, title } from '#kit/columns.tsx';
import { resourcePage } from '#kit/resource-page.tsx';
import { page } from './index.ts';

/** 影响评估: reports that must be in force before face checks are allowed. */
export const Screen = resourcePage(impactAssessment, impactAssessmentCalls, {
  ...page,
  columns: [title(), one('validTo')],
  filters: [],
  form: { rows: ['name', ['validTo'], 'papers'] },
  empty: '还没有影响评估。开启培训人脸核验之前，请先登记在有效期内的《个人信息保护影响评估》。',
  removing: '没有其他在有效期内的评估时，培训人脸核验随即停用。',
});
