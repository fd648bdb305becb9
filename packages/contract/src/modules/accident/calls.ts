import { crud } from '../../kit/calls.ts';
import { accident } from './resource.ts';

/** Calls of accidents and near misses (事故). */
export const accidentCalls = crud(accident, '/bus/accident', { impersonation: false });
