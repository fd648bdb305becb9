/**
 * Whether the site shown in a frame answers. A browser fires `load` even for a failed frame, so a request checks the
 * site. The request runs in the parent document of the frame, whose CSP allows the site.
 */
export async function isFrameReachable(
  frame: HTMLIFrameElement,
  address: string,
  signal: AbortSignal,
): Promise<boolean> {
  const realm = frame.contentWindow;
  if (realm === null) return false;
  try {
    await realm.fetch(address, {
      method: 'HEAD',
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    });
    return true;
  } catch {
    return signal.aborted;
  }
}
