import { callNames, permitLabels } from './module-labels.ts';
import type { Permit } from './permits.ts';

export { callNames, permitLabels } from './module-labels.ts';

/** Whether a string is one of the permissions that the server enforces. */
export const isPermit = (text: string): text is Permit => Object.hasOwn(permitLabels, text);

/** The label of a call; its own name where it has none. */
export const callName = (call: string): string => callNames[call] ?? call;
