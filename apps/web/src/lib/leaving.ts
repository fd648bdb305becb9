/** A page that is still here so long after somebody set out to leave it stays: they said no, or it was a download. */
const staysAfterMs = 5_000;

let leftAt = Number.NEGATIVE_INFINITY;

/** Listen for whoever leaves the page, as long as it lives. */
export function watchLeaving(): void {
  for (const name of ['beforeunload', 'pagehide'] as const) addEventListener(name, () => void (leftAt = Date.now()));
  // It came back from the browser's memory as it was.
  addEventListener('pageshow', () => void (leftAt = Number.NEGATIVE_INFINITY));
}

/** Whether the page is being left: Firefox breaks off what is under way, and calls it failed. */
export const isLeaving = (): boolean => Date.now() - leftAt < staysAfterMs;

/** Waits while the page is being left; whoever waits on a page that goes is never heard again. */
export async function stays(): Promise<void> {
  while (isLeaving()) await new Promise((done) => setTimeout(done, 250));
}
