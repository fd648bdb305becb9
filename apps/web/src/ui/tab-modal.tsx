import { Drawer, Modal, type DrawerProps, type ModalProps } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { focusOnClick } from './focus-on-click.ts';
import { useTabActive } from './tab-context.tsx';

// Restores the focus when a dialog is removed. antd restores it only after the closing animation, but a page removes
// its dialogs at once.
function RestoreFocus({ children }: { children: ReactNode }) {
  const [from] = useState(() => document.activeElement);
  useEffect(focusOnClick, []);
  useEffect(
    () => () => {
      const isLost = () => document.activeElement === null || document.activeElement === document.body;
      if (isLost() && from instanceof HTMLElement) from.focus({ preventScroll: true });
      // The action may have removed the element that had the focus before; then the focus goes to the main part of the
      // page.
      if (isLost()) document.querySelector('main')?.focus({ preventScroll: true });
    },
    [from],
  );
  return children;
}

// antd focuses the dialog itself, the drawer around it, or the close button. On the close button, Enter would close the dialog by mistake.
const nowhere = '[role=dialog], .ant-drawer, .ant-modal-close';
const fields = ':is(input, textarea):enabled:not([type=file], [type=hidden], [readonly])';

/**
 * Focuses the first field of a dialog, else the safe button. Does nothing on a touch device, because a focus opens the
 * keyboard.
 */
export function focusFirstField() {
  const at = document.activeElement;
  if (!at?.matches(nowhere) || matchMedia('(pointer: coarse)').matches) return;
  const dialog = at.closest('[role=dialog]') ?? at.querySelector('[role=dialog]');
  const all = [...(dialog?.querySelectorAll<HTMLElement>(`${fields}, .ant-modal-footer button:enabled`) ?? [])];
  all.find((one) => one.checkVisibility())?.focus({ preventScroll: true });
}

/**
 * A dialog that unmounts while its tab is in the background, because an antd dialog crashes when it is hidden and shown
 * again.
 */
export function TabModal({ afterOpenChange, ...props }: ModalProps) {
  return useTabActive() ? (
    <RestoreFocus>
      <Modal
        {...props}
        afterOpenChange={(open) => {
          if (open) focusFirstField();
          afterOpenChange?.(open);
        }}
      />
    </RestoreFocus>
  ) : null;
}

// The close button is at the end, as in every dialog.
const closing: DrawerProps['closable'] = { placement: 'end' };

export function TabDrawer(props: DrawerProps) {
  return useTabActive() ? (
    <RestoreFocus>
      <Drawer closable={closing} {...props} />
    </RestoreFocus>
  ) : null;
}
