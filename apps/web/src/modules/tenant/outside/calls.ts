import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import { api } from '#lib/api.ts';

const { outsidePage } = api({ outsidePage: tenantCalls.outsidePage });

/** How many cards come at once. */
const cardsAtOnce = 12;

/** Units whose name contains a word, some at a time. */
export const listUnits = (name: string, page: number, signal: AbortSignal) =>
  outsidePage({ page, size: cardsAtOnce, sort: [], filter: name === '' ? {} : { name } }, { signal, quiet: true });
