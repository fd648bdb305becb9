import { membershipCalls } from '@anlan/contract/modules/membership/calls';
import { api } from '#lib/api.ts';
import { callQuery } from '#lib/call-query.ts';

const membership = api(membershipCalls);

export type { MembershipStatus, MyService } from '@anlan/contract/modules/membership/calls';

export const membershipKey = ['membership'] as const;

export const myService = callQuery([...membershipKey, 'own'], membership.myservice, {});

export const beginTrial = () => membership.trial({}, { quiet: true });
