import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import { useImperativeHandle, type Ref } from 'react';

/** The kit's menu at something that stands already. */
export interface MenuListProps extends Pick<DropdownProps, 'placement'> {
  /** The button that it belongs to, or where the right button was pressed and what had the keyboard then. */
  at: HTMLElement | { x: number; y: number; from: Element | null };
  open: boolean;
  items: NonNullable<MenuProps['items']>;
  /** Selector of the landmark around the trigger, in which the menu pops up. */
  within: string;
  onChoose: (key: string) => void;
  onClose: () => void;
  /** It did not come, and is not waited for. */
  onGone?: () => void;
}

// The arrow keys work at once: opening a menu takes the focus into it, closing gives it back.
const focusing: DropdownProps = { autoFocus: true };

/** The list of choices of a drop-down menu. */
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
          // Later than the key that chose, or that same key would press what has the keyboard then.
          domEvent.preventDefault();
          setTimeout(() => {
            // The kit gives it back to Esc alone, and to a button alone.
            giveBack();
            onChoose(key);
          });
        },
      }}
    >
      {at instanceof HTMLElement ? (
        <Standing element={at} />
      ) : (
        // The kit puts no menu at something without a size.
        <span key={`${at.x} ${at.y}`} style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
      )}
    </Dropdown>
  );
}

// The kit asks for an element of its own to hang a menu on; the button belongs to whoever drew it.
function Standing({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
