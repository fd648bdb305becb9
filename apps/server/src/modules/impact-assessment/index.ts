/** impact-assessment: impact assessments for sensitive personal information (个人信息保护影响评估). Each is valid until a day. */
import { dayOf } from '@anlan/contract/domain/instant';
import { impactAssessmentCalls } from '@anlan/contract/modules/impact-assessment/calls';
import { impactAssessment } from '@anlan/contract/modules/impact-assessment/resource';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { isAnyInForce } from './store.ts';

export const impactAssessmentModule = defineModule('impactAssessment', {
  needs: {},
  open: ({ kit }) => ({
    ...openResource(impactAssessment, kit),
    /** Whether a valid assessment exists. Checked on each call, so that use stops after the last valid day. */
    inForce: (tx: Tx): Promise<boolean> => isAnyInForce(tx, dayOf(kit.clock.now())),
  }),
  calls: impactAssessmentCalls,
});
