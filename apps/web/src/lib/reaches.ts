/**
 * Whether the site behind a frame answers, asked from the document that holds the frame: its policy names that site
 * alone, ours names nobody. A browser says of a frame that failed only that it has loaded.
 */
export async function answersPings(frame: HTMLIFrameElement, address: string, signal: AbortSignal): Promise<boolean> {
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
