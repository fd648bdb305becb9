import { Dropdown, type DropdownProps, type MenuProps } from 'antd';
import type { ReactNode } from 'react';

// The arrow keys work at once: opening a menu takes the focus into it, closing gives it back.
const focusing: DropdownProps = { autoFocus: true };

interface Props extends Pick<DropdownProps, 'trigger' | 'placement'> {
  items: NonNullable<MenuProps['items']>;
  onChoose: (key: string) => void;
  /** Selector of the landmark around the trigger, in which the menu pops up. */
  within: string;
  children: ReactNode;
}

/** The kit's drop-down menu, made for the keyboard. */
export function DropMenu({ items, onChoose, within, ...props }: Props) {
  return (
    <Dropdown
      {...focusing}
      {...props}
      getPopupContainer={(trigger) => trigger.closest<HTMLElement>(within) ?? document.body}
      // Later than the key that chose, or that same key would press the button of a dialog that opens.
      menu={{ items, onClick: ({ key }) => setTimeout(() => onChoose(key)) }}
    />
  );
}
