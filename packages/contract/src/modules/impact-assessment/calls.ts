import { crud } from '../../kit/calls.ts';
import { impactAssessment } from './resource.ts';

export const impactAssessmentCalls = crud(impactAssessment, '/upms/assessment', { impersonation: false });
