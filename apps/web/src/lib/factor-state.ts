import { secondFactorCalls } from '@anlan/contract/modules/session/second-factor-calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

const { factorState: read } = api({ factorState: secondFactorCalls.factorState });

export const ownKey = ['own'] as const;

/** Whether this person has two-step verification. */
export const factorState = queryOptions({
  queryKey: [...ownKey, 'factor'],
  queryFn: ({ signal }) => read({}, { signal, quiet: true }),
});
