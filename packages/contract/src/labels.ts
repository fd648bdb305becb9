import { callNames, permitLabels } from './module-labels.ts';
import type { Permit } from './permits.ts';

export { callNames, permitLabels } from './module-labels.ts';

export const isPermit = (text: string): text is Permit => Object.hasOwn(permitLabels, text);

/** Label of a call; the name of the call if it has no label. */
export const callName = (call: string): string => callNames[call] ?? call;
