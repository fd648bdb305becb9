import { crud } from '../../kit/calls.ts';
import { phoneReport } from './resource.ts';

/** Calls of the log of reports by telephone (电话报告). */
export const phoneReportCalls = crud(phoneReport, '/bus/phonereport', { impersonation: false });
