import { Activity, useInsertionEffect, useRef, type ReactNode } from 'react';

const forgetsNothing = CSS.supports('content-visibility', 'hidden');

/**
 * A page that falls asleep behind others and keeps its layout there: nobody comes to what it holds, by eye, by key or
 * by ear, and nothing of it is drawn, but it need not be laid out anew when it comes back.
 */
export function Kept({ front, children }: { front: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useInsertionEffect(() => {
    // React hides what sleeps with `display: none`, and the browser would forget all of its layout with the next
    // length that anything asks for. This is the only moment before that.
    const page = place.current?.firstElementChild;
    if (!front && forgetsNothing && page instanceof HTMLElement) page.style.removeProperty('display');
  }, [front]);
  return (
    <div className={front || !forgetsNothing ? 'kept' : 'kept behind'} ref={place}>
      <Activity mode={front ? 'visible' : 'hidden'}>{children}</Activity>
    </div>
  );
}
