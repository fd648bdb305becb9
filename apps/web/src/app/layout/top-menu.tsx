import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { useLayoutEffect, useRef, useState } from 'react';
import { DropMenu } from '#ui/drop-menu.tsx';
import { Icon } from '#ui/icon.tsx';
import { addressOf, firstLeaf } from '../menu-rules.ts';
import { prefetch } from '../registry.ts';
import { EntryDot } from './entry-dot.tsx';
import { chooseRoot } from './use-roots.ts';

interface Props {
  roots: MenuEntry[];
  root: MenuEntry | undefined;
  onGo: (address: string) => void;
}

/** The top-level menus in a row. Menus that do not fit go into an overflow menu. */
export function TopMenu({ roots, root, onGo }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(roots.length);
  useLayoutEffect(() => {
    const box = row.current;
    if (!box) return undefined;
    // Entries that do not fit wrap into a second line, which CSS hides.
    const look = () => {
      const all = [...box.children].filter((one) => one instanceof HTMLElement);
      setRoom(all.filter(({ offsetTop }) => offsetTop === all[0]?.offsetTop).length);
    };
    const watch = new ResizeObserver(look);
    watch.observe(box);
    look();
    return () => watch.disconnect();
  }, [roots]);
  const go = (entry: MenuEntry | undefined) => {
    if (!entry) return;
    const leaf = firstLeaf(entry);
    chooseRoot(entry.id);
    if (leaf) onGo(addressOf(leaf));
  };
  const soon = (entry: MenuEntry) => prefetch(firstLeaf(entry)?.component ?? null);
  const folded = roots.slice(room);
  return (
    <nav className="top-menu" aria-label="顶部菜单">
      <div className="top-row" ref={row}>
        {roots.map((entry, index) => (
          <button
            key={entry.id}
            type="button"
            className={`${entry.id === root?.id ? 'on' : ''}${index >= room ? ' beyond' : ''}`}
            aria-current={entry.id === root?.id ? 'true' : undefined}
            onClick={() => go(entry)}
            onPointerEnter={() => soon(entry)}
            onFocus={() => soon(entry)}
          >
            {entry.label}
            {entry.id !== root?.id && <EntryDot mark entries={[entry]} />}
          </button>
        ))}
      </div>
      {folded.length > 0 && (
        <DropMenu
          within=".top"
          items={folded.map(({ id, label }) => ({
            key: id,
            label: (
              <>
                {label}
                <EntryDot mark entries={folded.filter((entry) => entry.id === id)} />
              </>
            ),
            icon: id === root?.id ? <Icon name="right" size={16} /> : <span className="top-blank" />,
          }))}
          onChoose={(key) => go(folded.find(({ id }) => id === key))}
        >
          <button type="button" className={folded.some(({ id }) => id === root?.id) ? 'top-more on' : 'top-more'}>
            更多
            <EntryDot mark entries={folded.filter(({ id }) => id !== root?.id)} />
            <Icon name="down" size={14} />
          </button>
        </DropMenu>
      )}
    </nav>
  );
}
