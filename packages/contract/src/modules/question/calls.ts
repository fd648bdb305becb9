import { crud } from '../../kit/calls.ts';
import { question } from './resource.ts';

/** Calls of the question bank (题库). */
export const questionCalls = crud(question, '/bus/question', { import: true, impersonation: false });
