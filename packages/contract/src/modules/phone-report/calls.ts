import { crud } from '../../kit/calls.ts';
import { phoneReport } from './resource.ts';

export const phoneReportCalls = crud(phoneReport, '/bus/phonereport', { impersonation: false });
