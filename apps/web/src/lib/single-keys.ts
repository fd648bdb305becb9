import * as z from 'zod/mini';
import { keep, recall } from './storage.ts';

/** Whether single-letter shortcuts are on; people who use speech input turn them off (WCAG 2.1.4). */
export const singleKeys = (): boolean => recall('local', 'singleKeys', z.boolean()) ?? true;
/** Turn single letters on or off. */
export const setSingleKeys = (on: boolean): void => keep('local', 'singleKeys', on);
