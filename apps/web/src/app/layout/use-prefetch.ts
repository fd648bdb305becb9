import { useEffect } from 'react';
import { isAway } from '#lib/connectivity.ts';
import { usePerson } from '#lib/person.ts';
import { menuOf } from '../menu-of.ts';
import { prefetch } from '../registry.ts';
import { destinationOf } from '../resolve.ts';

/** Fetches the page that a link leads to while somebody points at it, lays a finger on it or comes to it by key. */
export function usePrefetch(): void {
  useEffect(() => {
    let last: Element | null = null;
    const soon = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      // Without a network nothing is asked for, and the link is as good as never pointed at: it is asked for after it.
      if (link === null || link === last || link.origin !== location.origin || isAway()) return;
      last = link;
      prefetch(destinationOf(menuOf(usePerson.getState()), link.pathname, link.search)?.component ?? null);
    };
    addEventListener('pointerover', soon, { passive: true });
    addEventListener('focusin', soon);
    return () => {
      removeEventListener('pointerover', soon);
      removeEventListener('focusin', soon);
    };
  }, []);
}
