/**
 * Token lifetime in seconds, used when a response has no `expires_in`. A test checks that our server always sends a
 * longer lifetime.
 */
export const tokenTimeSeconds = 6_000;
/** The access token is renewed when fewer than this many seconds of its lifetime are left (ST-02). */
const renewAtSeconds = 1000;
export const checkEveryMs = 10_000;
/**
 * How long a new browser tab waits for the session of another tab, in milliseconds. `unsure` applies in a browser
 * that cannot tell whether another tab has a session.
 */
export const handOverMs = { sure: 2_000, unsure: 150 };

/**
 * Whole seconds until the token expires. It uses the absolute end, so that sleep of the machine does not distort it.
 */
export const secondsLeft = (expiresAt: number, now: number): number => Math.floor((expiresAt - now) / 1000);

export const refreshDue = (expiresAt: number, now: number): boolean => secondsLeft(expiresAt, now) <= renewAtSeconds;
