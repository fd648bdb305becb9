/** Labels of all permits; each module adds its own (modules/<module>/module.ts). */
export interface PermitLabels {}

/** A permission string (module:thing:verb); menus of type '1' and roles carry the same strings. */
export type Permit = keyof PermitLabels;

/** What a call demands: nothing, a signed-in person, or a permission. */
export type Demand = 'public' | 'signed-in' | Permit;
