import { planCalls } from '@anlan/contract/modules/plan/calls';
import { api } from '#lib/api.ts';

const plans = api({ shelf: planCalls.shelf });

/** Everything that has been read of plans. */
export const planKey = ['plan'] as const;

/** Puts plans up for sale, or takes them down. */
export const putOnShelf = (ids: string[], listed: boolean) => plans.shelf({ ids, shelf: listed ? '1' : '0' });
