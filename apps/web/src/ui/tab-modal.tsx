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

/** A dialog that goes with its tab: left open in a hidden one, the kit's own would crash when shown again. */
export function TabModal(props: ModalProps) {
  return useTabActive() ? (
    <GivesBack>
      <Modal {...props} />
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
