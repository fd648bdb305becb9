import { Suspense, useRef, useState } from 'react';
import { useErrorLog } from '#lib/error-log.ts';
import { Icon } from '#ui/icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import './error-count-button.css';

const ErrorDialog = lazyPart(async () => (await import('./error-dialog.tsx')).ErrorDialog);

/** Button with the number of errors in this browser tab (LY-08). With no errors it shows only when `always` is set. */
export function ErrorBug({ always }: { always: boolean }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const count = useErrorLog().length;
  if (!always && count === 0 && !open) return null;
  const label = count > 0 ? `本地日志，${count} 条` : '本地日志';
  return (
    <>
      <button
        ref={button}
        type="button"
        className={count > 0 ? 'icon-btn bug' : 'icon-btn bug wide-only'}
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <Icon name="bug" />
        {count > 0 && (
          <sup className="bug-count" aria-hidden>
            {count > 99 ? '99+' : count}
          </sup>
        )}
      </button>
      {open && (
        <Suspense>
          <ErrorDialog
            onClose={() => {
              setOpen(false);
              button.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
