import { membershipCalls } from '@anlan/contract/modules/membership/calls';
import { queryOptions } from '@tanstack/react-query';
import { api } from '#lib/api.ts';

const membership = api(membershipCalls);

export type { MembershipStatus, MyService } from '@anlan/contract/modules/membership/calls';

/** Everything that has been read of memberships. */
export const membershipKey = ['membership'] as const;

/** The membership of one's own enterprise in full. */
export const myService = queryOptions({
  queryKey: [...membershipKey, 'own'],
  queryFn: ({ signal }) => membership.myservice({}, { signal, quiet: true }),
});

/** Begins the one trial of an enterprise. */
export const beginTrial = () => membership.trial({}, { quiet: true });
