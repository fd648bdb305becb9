/** Labels of all permits by permit. Each module extends this interface (modules/<module>/module.ts). */
export interface PermitLabels {}

/** A permit as text (module:thing:verb). Menu entries of type '1' and roles use it. */
export type Permit = keyof PermitLabels;

/** What a call requires: nothing, a signed-in person, or a permit. */
export type CallAccess = 'public' | 'signed-in' | Permit;
