import { useEffect } from 'react';
import { isAway } from '#lib/connectivity.ts';
import { usePerson } from '#lib/current-user.ts';
import { menuOf } from '../use-menu.ts';
import { prefetch } from '../registry.ts';
import { destinationOf } from '../resolve.ts';

export function usePrefetch(): void {
  useEffect(() => {
    let last: Element | null = null;
    const soon = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null;
      // Without a network nothing is prefetched. `last` stays unset, so that the link is prefetched when the network is
      // back.
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
