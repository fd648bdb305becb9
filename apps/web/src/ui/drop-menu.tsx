import { cloneElement, Suspense, useState, type HTMLAttributes, type ReactElement } from 'react';
import type { MenuListProps } from './drop-menu-list.tsx';
import { later } from './later.tsx';

const load = async () => (await import('./drop-menu-list.tsx')).MenuList;
const MenuList = later(load);
// Whoever points at the button, or comes to it by key, is about to press it.
const soon = () => void load().catch(() => undefined);

/** Fetches the kit's menu ahead, which somebody may open without a network. */
export const fetchMenu = (): void => void MenuList.ahead();

interface Props extends Pick<MenuListProps, 'items' | 'within' | 'placement' | 'onChoose'> {
  /** What opens it: a press, or the right button anywhere on it. */
  by?: 'click' | 'contextMenu';
  children: ReactElement<HTMLAttributes<HTMLElement>>;
}

/** A drop-down menu, made for the keyboard; the kit's menu comes when somebody is about to open one. */
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
