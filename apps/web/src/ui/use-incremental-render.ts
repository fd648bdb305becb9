import { startTransition, useEffect, useState } from 'react';

/**
 * Renders long content in steps: the first parts at once, the others when the browser is idle. `whole` renders all
 * parts at once. Returns the number of parts to render.
 */
export function useIncrementalRender(parts: number, first: number, whole = false): number {
  const [standing, setStanding] = useState(whole ? parts : first);
  useEffect(() => {
    if (standing < parts) startTransition(() => setStanding(standing + 1));
  }, [standing, parts]);
  return Math.min(standing, parts);
}
