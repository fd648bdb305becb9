/** A page still open after this time (milliseconds) was not left: the user cancelled, or the link was a download. */
const staysAfterMs = 5_000;

let leftAt = Number.NEGATIVE_INFINITY;

export function watchLeaving(): void {
  for (const name of ['beforeunload', 'pagehide'] as const) addEventListener(name, () => void (leftAt = Date.now()));
  // The browser restored the page from the back/forward cache, so the user is no longer leaving the page.
  addEventListener('pageshow', () => void (leftAt = Number.NEGATIVE_INFINITY));
}

/** Whether the user is leaving the page. Firefox then aborts requests and reports them as failed. */
export const isLeaving = (): boolean => Date.now() - leftAt < staysAfterMs;

/** Waits while the user is leaving the page. It never resolves when the page unloads. */
export async function waitWhileLeaving(): Promise<void> {
  while (isLeaving()) await new Promise((done) => setTimeout(done, 250));
}
