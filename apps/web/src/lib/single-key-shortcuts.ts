import * as z from 'zod/mini';
import { saveItem, loadItem } from './storage.ts';

/** Whether shortcuts of a single letter are on. Users of speech input need to turn them off (WCAG 2.1.4). */
export const singleKeys = (): boolean => loadItem('local', 'singleKeys', z.boolean()) ?? true;
export const setSingleKeys = (on: boolean): void => saveItem('local', 'singleKeys', on);
