import { useEffect, useState, type RefObject } from 'react';
import type { Tab } from './rules.ts';

export function useScrolled(list: RefObject<HTMLDivElement | null>, front: Tab | undefined, count: number) {
  const [over, setOver] = useState(false);

  useEffect(() => {
    const strip = list.current;
    if (!strip) return undefined;
    const look = () => setOver(strip.scrollWidth > strip.clientWidth + 1);
    const turn = (event: WheelEvent) => {
      if (event.deltaX !== 0 || strip.scrollWidth <= strip.clientWidth) return;
      event.preventDefault();
      strip.scrollBy(event.deltaY, 0);
    };
    const watch = new ResizeObserver(look);
    watch.observe(strip);
    for (const tab of strip.children) watch.observe(tab);
    strip.addEventListener('wheel', turn, { passive: false });
    look();
    return () => {
      watch.disconnect();
      strip.removeEventListener('wheel', turn);
    };
  }, [list, count]);

  useEffect(() => {
    // Measures in the next frame: measuring now would force a second layout of the new page.
    const frame = requestAnimationFrame(() => {
      const strip = list.current;
      const shown = strip?.querySelector('.tab.on')?.getBoundingClientRect();
      if (!strip || !shown) return;
      // Not scrollIntoView: it would also move the start of Tab navigation.
      const { left, right } = strip.getBoundingClientRect();
      strip.scrollBy(Math.min(0, shown.left - left - 8) + Math.max(0, shown.right - right + 8), 0);
    });
    return () => cancelAnimationFrame(frame);
  }, [list, front?.id, front?.label, count, over]);

  return {
    over,
    turn: (by: 1 | -1) => list.current?.scrollBy({ left: by * list.current.clientWidth * 0.7, behavior: 'smooth' }),
  };
}
