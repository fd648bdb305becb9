import { crud } from '../../kit/calls.ts';
import { impactAssessment } from './resource.ts';

/** Calls of impact assessments (个人信息保护影响评估). */
export const impactAssessmentCalls = crud(impactAssessment, '/upms/assessment', { impersonation: false });
