import { crud } from '../../kit/calls.ts';
import { calendarDay } from './resource.ts';

export const calendarCalls = crud(calendarDay, '/upms/calendar');
