// Addresses of single rows on the home pages.
import { addressOf } from '@anlan/contract/kit/measure';
import { dangerList, warningList } from '../score/index.ts';

export const dangerHref = (id: string): string => dangerList({ id });
export const itemHref = (id: string): string => warningList({ id });
export const scoreHref = (id: string): string => addressOf('/bus/score/index', { id });
