import type { MenuEntry } from '@anlan/contract/domain/access';
import { useState } from 'react';
import { Link } from 'react-router';
import { Icon, isIconName } from '#ui/icon.tsx';
import { addressOf, trailTo } from '../menu-rules.ts';
import { activeOf, useTabs } from '../tabs/state.ts';

interface Props {
  entries: readonly MenuEntry[];
  /** Only icons show. */
  folded: boolean;
  /** After an entry was opened; a small screen closes its drawer (LY-18). */
  onGone: () => void;
}

/** The tree of pages below a top menu; one branch is open at a time. */
export function SideMenu({ entries, folded, onGone }: Props) {
  const path = useTabs((tabs) => activeOf(tabs)?.path ?? '');
  const trail = trailTo(entries, path).map(({ id }) => id);
  return (
    <nav aria-label="菜单">
      <Branch entries={entries} trail={trail} folded={folded} onGone={onGone} depth={0} />
    </nav>
  );
}

function Branch({ entries, trail, folded, onGone, depth }: Props & { trail: string[]; depth: number }) {
  const here = entries.find(({ id, children }) => trail.includes(id) && children.length > 0)?.id ?? null;
  const [open, setOpen] = useState(here);
  const [seen, setSeen] = useState(here);
  if (here !== seen) {
    // Standing on a page of another branch opens that one.
    setSeen(here);
    if (here !== null) setOpen(here);
  }
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id}>
          {entry.children.length === 0 ? (
            <Link
              to={addressOf(entry)}
              className={trail.at(-1) === entry.id ? 'on' : ''}
              aria-current={trail.at(-1) === entry.id ? 'page' : undefined}
              title={folded ? entry.label : undefined}
              onClick={onGone}
            >
              <Mark entry={entry} depth={depth} />
              <span className="text">{entry.label}</span>
            </Link>
          ) : (
            <>
              <button
                type="button"
                className={trail.includes(entry.id) ? 'within' : ''}
                aria-expanded={open === entry.id}
                title={folded ? entry.label : undefined}
                onClick={() => setOpen(open === entry.id ? null : entry.id)}
              >
                <Mark entry={entry} depth={depth} />
                <span className="text">{entry.label}</span>
                <span className={open === entry.id ? 'turn open' : 'turn'}>
                  <Icon name="down" size={14} />
                </span>
              </button>
              {open === entry.id && (
                <Branch entries={entry.children} trail={trail} folded={folded} onGone={onGone} depth={depth + 1} />
              )}
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const Mark = ({ entry, depth }: { entry: MenuEntry; depth: number }) =>
  isIconName(entry.icon) ? <Icon name={entry.icon} /> : depth === 0 ? <Icon name="file" /> : <span className="point" />;
