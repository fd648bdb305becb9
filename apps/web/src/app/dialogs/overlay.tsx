import { useLayoutEffect, useRef, type ReactNode } from 'react';

interface Props {
  label: string;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

/** The browser's own dialog: over everything, with the keyboard kept inside until it closes. */
export function Overlay({ label, className, onClose, children }: Props) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    // A drawer below hears Esc on the window and would close as well.
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
    // A press beside it closes it, as Esc does.
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
