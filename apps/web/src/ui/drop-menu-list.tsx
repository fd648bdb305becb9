import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { useImperativeHandle, type Ref } from 'react';

export interface MenuListProps extends Pick<DropdownProps, 'placement'> {
  /**
   * Where the menu opens: at its button, or at the point of a right click. `from` is the element that had the focus at
   * that click.
   */
  at: HTMLElement | { x: number; y: number; from: Element | null };
  open: boolean;
  items: NonNullable<MenuProps['items']>;
  within: string;
  onChoose: (key: string) => void;
  onClose: () => void;
  /** Called when the code of the menu failed to load. */
  onGone?: () => void;
}

// An open menu gets the focus, so that the arrow keys work; closing it restores the focus.
const focusing: DropdownProps = { autoFocus: true };

export function MenuList({ at, open, items, within, onChoose, onClose, onGone: _onGone, ...props }: MenuListProps) {
  const owner = at instanceof HTMLElement ? at : at.from;
  const giveBack = () => owner instanceof HTMLElement && owner.focus({ preventScroll: true });
  return (
    <Dropdown
      {...focusing}
      {...props}
      open={open}
      trigger={['click']}
      onOpenChange={(next) => {
        if (next) return;
        if (owner !== at) giveBack();
        onClose();
      }}
      getPopupContainer={(trigger) => trigger.closest<HTMLElement>(within) ?? document.body}
      menu={{
        items,
        onClick: ({ key, domEvent }) => {
          // Deferred by `setTimeout`: otherwise the same key press would also activate the newly focused element.
          domEvent.preventDefault();
          setTimeout(() => {
            // antd restores the focus only after Esc and only to a button, so this code restores it.
            giveBack();
            onChoose(key);
          });
        },
      }}
    >
      {at instanceof HTMLElement ? (
        <Standing element={at} />
      ) : (
        // The position of a right click as an element of one pixel: antd cannot place a menu at an element without a
        // size.
        <span key={`${at.x} ${at.y}`} style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
      )}
    </Dropdown>
  );
}

// antd places the menu at its own child element. The button belongs to another component, so this component passes the
// button to antd as a ref.
function Standing({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
