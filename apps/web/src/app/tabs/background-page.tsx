import { Activity, useInsertionEffect, useRef, type ReactNode } from 'react';

const forgetsNothing = CSS.supports('content-visibility', 'hidden');

/** A background page: inert and invisible. It keeps its layout, so that it shows quickly again. */
export function SleepingPage({ front, children }: { front: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useInsertionEffect(() => {
    // React hides a background page with `display: none`, which makes the browser drop its layout. This effect removes
    // that style in time.
    const page = place.current?.firstElementChild;
    if (!front && forgetsNothing && page instanceof HTMLElement) page.style.removeProperty('display');
  }, [front]);
  return (
    <div className={front || !forgetsNothing ? 'kept' : 'kept behind'} ref={place}>
      <Activity mode={front ? 'visible' : 'hidden'}>{children}</Activity>
    </div>
  );
}
