import { crud } from '../../kit/calls.ts';
import { hazardSource } from './resource.ts';

/** Calls of major hazard sources (重大危险源). */
export const hazardSourceCalls = crud(hazardSource, '/bus/hazardsource', { impersonation: false });
