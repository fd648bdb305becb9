/** impact-assessment: reports on handling sensitive personal information (个人信息保护影响评估), each in force until a day. */
import { dayOf } from '@anlan/contract/domain/instant';
import { impactAssessmentCalls } from '@anlan/contract/modules/impact-assessment/calls';
import { impactAssessment } from '@anlan/contract/modules/impact-assessment/resource';
import { defineModule } from '#kit/module.ts';
import { openResource } from '#kit/service.ts';
import type { Tx } from '#platform/db/index.ts';
import { isAnyInForce } from './store.ts';

/** The module impactAssessment. */
export const impactAssessmentModule = defineModule('impactAssessment', {
  needs: {},
  open: ({ kit }) => ({
    ...openResource(impactAssessment, kit),
    /** Whether one of the unit is in force today: asked each time, so that nothing goes on after its last day. */
    inForce: (tx: Tx): Promise<boolean> => isAnyInForce(tx, dayOf(kit.clock.now())),
  }),
  calls: impactAssessmentCalls,
});
