import { crud } from '../../kit/calls.ts';
import { accident } from './resource.ts';

export const accidentCalls = crud(accident, '/bus/accident', { impersonation: false });
