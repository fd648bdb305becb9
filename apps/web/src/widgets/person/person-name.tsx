import { Suspense, useEffect, useRef, useState, type PointerEvent } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { PersonOf } from './person-cell.tsx';
import './person.css';

const load = async () => (await import('./person-popover.tsx')).PersonPopover;
const PersonPopover = lazyPart(load);
const soon = () => void load().catch(() => undefined);
const openAfterMs = 300;
const closeAfterMs = 200;

export function PersonName({ kind, id, name }: PersonOf) {
  const [open, setOpen] = useState<false | 'pointed' | 'pressed'>(false);
  const button = useRef<HTMLButtonElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const then = (next: typeof open, ms: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setOpen((now) => (now === 'pressed' ? now : next)), ms);
  };
  const close = () => {
    clearTimeout(timer.current);
    setOpen(false);
  };
  const pointed = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    soon();
    then('pointed', openAfterMs);
  };
  return (
    <span className="person" onPointerEnter={pointed} onPointerLeave={() => then(false, closeAfterMs)}>
      <button
        ref={button}
        type="button"
        className="person-name"
        aria-haspopup="dialog"
        aria-expanded={open !== false}
        title={name}
        onFocus={soon}
        onClick={() => (open === 'pressed' ? close() : setOpen('pressed'))}
      >
        {name}
      </button>
      {open !== false && (
        <Suspense fallback={null}>
          <PersonPopover
            kind={kind}
            id={id}
            name={name}
            takesKeyboard={open === 'pressed'}
            onClose={(back) => {
              close();
              if (back) button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </span>
  );
}
