import { crud } from '../../kit/calls.ts';
import { calendarDay } from './resource.ts';

/** Calls of the calendar of workdays (工作日历). */
export const calendarCalls = crud(calendarDay, '/upms/calendar');
