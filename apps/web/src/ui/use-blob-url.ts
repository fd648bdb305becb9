import { useSyncExternalStore, useRef, useCallback } from 'react';

const none = () => undefined;

/** Hook that returns an object URL for the blob. It is valid while the component is mounted. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const made = useRef<string>(undefined);
  const subscribe = useCallback(
    (notify: () => void) => {
      if (blob === undefined) return none;
      made.current = URL.createObjectURL(blob);
      notify();
      return () => {
        if (made.current) URL.revokeObjectURL(made.current);
        made.current = undefined;
      };
    },
    [blob],
  );
  return useSyncExternalStore(subscribe, () => made.current);
}
