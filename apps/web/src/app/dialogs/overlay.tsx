import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface Props {
  label: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

/** A layer above the whole page. The native `dialog` element covers everything and traps the focus. */
export function Overlay({ label, className, onClose, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    // Stops Esc here: a drawer below listens for Esc on the window and would close too.
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape') event.stopPropagation();
    };
    dialog?.addEventListener('keydown', keep);
    dialog?.showModal();
    return () => {
      dialog?.removeEventListener('keydown', keep);
      dialog?.close();
    };
  }, []);
  return (
    // A click outside the dialog closes it, as Esc does.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={box}
      className={className}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onMouseDown={({ target }) => {
        if (target === box.current) onClose();
      }}
    >
      {children}
    </dialog>
  );
}
