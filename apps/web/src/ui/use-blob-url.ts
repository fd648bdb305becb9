import { useSyncExternalStore, useRef, useCallback } from 'react';

const none = () => undefined;

/** An address of bytes that stands as long as this page shows them. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const made = useRef<string>(undefined);
  const subscribe = useCallback(
    (told: () => void) => {
      if (blob === undefined) return none;
      made.current = URL.createObjectURL(blob);
      told();
      return () => {
        if (made.current) URL.revokeObjectURL(made.current);
        made.current = undefined;
      };
    },
    [blob],
  );
  return useSyncExternalStore(subscribe, () => made.current);
}
