import { createContext, useCallback, useState } from 'react';

/** Told when a file of the form begins to be uploaded, and when that is over. */
export const Uploading = createContext<(isOnItsWay: boolean) => void>(() => undefined);

/** Whether files of a form are on their way: what is saved meanwhile would be saved without them. */
export function useUploading(): { isUploading: boolean; tell: (isOnItsWay: boolean) => void } {
  const [count, setCount] = useState(0);
  const tell = useCallback((isOnItsWay: boolean) => setCount((before) => before + (isOnItsWay ? 1 : -1)), []);
  return { isUploading: count > 0, tell };
}
