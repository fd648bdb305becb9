import { cloneElement, Suspense, useState, type HTMLAttributes, type ReactElement } from 'react';
import type { MenuListProps } from './drop-menu-list.tsx';
import { lazyPart } from './lazy-part.tsx';

const load = async () => (await import('./drop-menu-list.tsx')).MenuList;
const MenuList = lazyPart(load);
// Hover or focus on the button usually precedes a click, so the menu is prefetched then.
const soon = () => void load().catch(() => undefined);

/** Prefetches the antd menu, because it may first be opened without a network. */
export const fetchMenu = (): void => void MenuList.ahead();

interface Props extends Pick<MenuListProps, 'items' | 'within' | 'placement' | 'onChoose'> {
  by?: 'click' | 'contextMenu';
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A drop-down menu with keyboard support. The antd menu loads when the user is about to open it. */
export function DropMenu({ by = 'click', children, ...menu }: Props) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState<MenuListProps['at'] | null>(null);
  const close = () => setOpen(false);
  const { onClick, onContextMenu, onPointerEnter, onFocus } = children.props;
  const opening: HTMLAttributes<HTMLElement> =
    by === 'click'
      ? {
          'aria-haspopup': 'menu',
          'aria-expanded': open,
          onClick: (event) => {
            onClick?.(event);
            setAt(event.currentTarget);
            setOpen(!open);
          },
        }
      : {
          onContextMenu: (event) => {
            onContextMenu?.(event);
            event.preventDefault();
            setAt({ x: event.clientX, y: event.clientY, from: document.activeElement });
            setOpen(true);
          },
        };
  return (
    <>
      {cloneElement(children, {
        ...opening,
        onPointerEnter: (event) => {
          onPointerEnter?.(event);
          soon();
        },
        onFocus: (event) => {
          onFocus?.(event);
          soon();
        },
      })}
      {at && (
        <Suspense fallback={null}>
          <MenuList {...menu} at={at} open={open} onClose={close} onGone={() => (close(), setAt(null))} />
        </Suspense>
      )}
    </>
  );
}
