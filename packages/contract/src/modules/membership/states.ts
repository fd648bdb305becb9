/** States of a membership, derived from its dates (dictionary membershipStatus). */
export const membershipStates = ['none', 'trial', 'active', 'expiring', 'grace', 'expired'] as const;
export type MembershipStatus = (typeof membershipStates)[number];
