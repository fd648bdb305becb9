import { Drawer, Modal, type DrawerProps, type ModalProps } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { holdPresses } from './held-press.ts';
import { useTabActive } from './tab-scope.tsx';

// The kit gives the keyboard back when a dialog was told to close; a page takes its dialogs away at once.
function GivesBack({ children }: { children: ReactNode }) {
  const [from] = useState(() => document.activeElement);
  useEffect(holdPresses, []);
  useEffect(
    () => () => {
      const isLost = () => document.activeElement === null || document.activeElement === document.body;
      if (isLost() && from instanceof HTMLElement) from.focus({ preventScroll: true });
      // What opened it may be gone with what was done in it.
      if (isLost()) document.querySelector('main')?.focus({ preventScroll: true });
    },
    [from],
  );
  return children;
}

// Where the kit begins by itself: at the dialog as a whole, or at the cross, which takes away what was just asked for.
const nowhere = '[role=dialog], .ant-modal-close';
const fields = ':is(input, textarea):enabled:not([type=file], [type=hidden], [readonly])';

/** The keyboard begins at the first field, else at the safe button; a finger would only bring up the keys of a phone. */
function begin() {
  const at = document.activeElement;
  if (!at?.matches(nowhere) || matchMedia('(pointer: coarse)').matches) return;
  const dialog = at.closest('[role=dialog]');
  const all = [...(dialog?.querySelectorAll<HTMLElement>(`${fields}, .ant-modal-footer button:enabled`) ?? [])];
  all.find((one) => one.checkVisibility())?.focus({ preventScroll: true });
}

/** A dialog that goes with its tab: left open in a hidden one, the kit's own would crash when shown again. */
export function TabModal({ afterOpenChange, ...props }: ModalProps) {
  return useTabActive() ? (
    <GivesBack>
      <Modal
        {...props}
        afterOpenChange={(open) => {
          if (open) begin();
          afterOpenChange?.(open);
        }}
      />
    </GivesBack>
  ) : null;
}

// Where every dialog has it.
const closing: DrawerProps['closable'] = { placement: 'end' };

/** A drawer that goes with its tab. */
export function TabDrawer(props: DrawerProps) {
  return useTabActive() ? (
    <GivesBack>
      <Drawer closable={closing} {...props} />
    </GivesBack>
  ) : null;
}
