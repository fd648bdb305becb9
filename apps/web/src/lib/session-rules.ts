/**
 * The token time setting of the specification (§9): for how long a token is taken to be good where an answer names no
 * lifetime. Ours names one with every token (`expires_in`), so nothing is counted by it; a test keeps ours the longer.
 */
export const tokenTimeSeconds = 6_000;
/** Seconds of life at which the access token is renewed (ST-02). */
const renewAtSeconds = 1000;
/** How often the remaining life is looked at. */
export const checkEveryMs = 10_000;
/** How long a new browser tab waits for another to hand its session over (decisions 28). */
export const handOverMs = 150;

/** Whole seconds of life left, counted from the absolute end so that a sleeping tab is not fooled. */
export const secondsLeft = (expiresAt: number, now: number): number => Math.floor((expiresAt - now) / 1000);

/** Whether it is time to renew. */
export const refreshDue = (expiresAt: number, now: number): boolean => secondsLeft(expiresAt, now) <= renewAtSeconds;
