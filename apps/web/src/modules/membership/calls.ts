import { membershipCalls } from '@anlan/contract/modules/membership/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const membership = api(membershipCalls);

export type { MembershipStatus, MyService } from '@anlan/contract/modules/membership/calls';

export const membershipKey = ['membership'] as const;

export const myService = queryOptions({
  queryKey: [...membershipKey, 'own'],
  queryFn: ({ signal }) => membership.myservice({}, { signal, quiet: true }),
});

export const beginTrial = () => membership.trial({}, { quiet: true });
