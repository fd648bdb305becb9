import { crud } from '../../kit/calls.ts';
import { hazardSource } from './resource.ts';

export const hazardSourceCalls = crud(hazardSource, '/bus/hazardsource', { impersonation: false });
