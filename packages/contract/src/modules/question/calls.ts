import { crud } from '../../kit/calls.ts';
import { question } from './resource.ts';

export const questionCalls = crud(question, '/bus/question', { import: true, impersonation: false });
