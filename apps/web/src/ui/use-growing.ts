import { startTransition, useEffect, useState } from 'react';

/**
 * How many parts of something long stand so far: the first ones at once, the others one after the other as the page has
 * time, so that opening it never holds the page. `whole` leaves out the waiting.
 */
export function useGrowing(parts: number, first: number, whole = false): number {
  const [standing, setStanding] = useState(whole ? parts : first);
  useEffect(() => {
    if (standing < parts) startTransition(() => setStanding(standing + 1));
  }, [standing, parts]);
  return Math.min(standing, parts);
}
