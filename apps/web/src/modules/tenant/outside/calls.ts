import { tenantCalls } from '@anlan/contract/modules/tenant/calls';
import { api } from '#lib/api.ts';

const { outsidePage } = api({ outsidePage: tenantCalls.outsidePage });

const cardsAtOnce = 12;

export const listUnits = (name: string, page: number, signal: AbortSignal) =>
  outsidePage({ page, size: cardsAtOnce, sort: [], filter: name === '' ? {} : { name } }, { signal, quiet: true });
