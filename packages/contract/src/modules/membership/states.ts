/** States of a membership, by date: items of the dictionary membershipStatus. */
export const membershipStates = ['none', 'trial', 'active', 'expiring', 'grace', 'expired'] as const;
/** State of a membership. */
export type MembershipStatus = (typeof membershipStates)[number];
