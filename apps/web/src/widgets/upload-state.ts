import { createContext, useCallback, useState } from 'react';

export const Uploading = createContext<(isOnItsWay: boolean) => void>(() => undefined);

/** Hook that reports whether files of a form are still uploading. Saving now would lose those files. */
export function useUploading(): { isUploading: boolean; tell: (isOnItsWay: boolean) => void } {
  const [count, setCount] = useState(0);
  const tell = useCallback((isOnItsWay: boolean) => setCount((before) => before + (isOnItsWay ? 1 : -1)), []);
  return { isUploading: count > 0, tell };
}
