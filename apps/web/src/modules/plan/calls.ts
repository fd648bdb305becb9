import { planCalls } from '@anlan/contract/modules/plan/calls';
import { api } from '#lib/api.ts';

const plans = api({ shelf: planCalls.shelf });

export const planKey = ['plan'] as const;

export const setListed = (ids: string[], listed: boolean) => plans.shelf({ ids, shelf: listed ? '1' : '0' });
