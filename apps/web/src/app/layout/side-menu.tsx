import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { memo, useCallback, useEffect, useRef, useState, type MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { restoresState } from '#lib/tab-navigation-state.ts';
import { Icon, isIconName } from '#ui/icon.tsx';
import { missingPath } from '../guard-rules.ts';
import { addressOf } from '../menu-rules.ts';
import { trailOf } from '../resolve.ts';
import { placeOf } from '../tabs/rules.ts';
import { activeOf, useTabs } from '../tabs/state.ts';
import { EntryDot } from './entry-dot.tsx';

interface Props {
  entries: readonly MenuEntry[];
  folded: boolean;
  /** Called after the user opened an entry. A small screen then closes the menu drawer (LY-18). */
  onGone: () => void;
}

export function SideMenu({ entries, folded, onGone }: Props) {
  const navigate = useNavigate();
  const missing = useLocation().pathname === missingPath;
  const place = useTabs((tabs) => {
    const front = missing ? undefined : activeOf(tabs);
    return front ? placeOf(front) : '';
  });
  const trail = trailOf(entries, place).map(({ id }) => id);
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  }, [onGone]);
  // Plain links, not router links: a router link re-renders at every navigation, and a menu may have hundreds.
  const go = useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!plain) return;
      event.preventDefault();
      void navigate(event.currentTarget.getAttribute('href') ?? '/', { state: restoresState });
      gone.current();
    },
    [navigate],
  );
  return (
    <nav className="menu" aria-label="菜单">
      <Branch entries={entries} trail={trail} folded={folded} depth={0} onGo={go} />
    </nav>
  );
}

type Going = (event: MouseEvent<HTMLAnchorElement>) => void;
type BranchProps = Pick<Props, 'entries' | 'folded'> & { trail: string[]; depth: number; onGo: Going };

// From this number of menu entries, collapsed branches are not laid out by the browser.
const manyFrom = 60;

function Branch({ entries, trail, folded, depth, onGo }: BranchProps) {
  const here = entries.find(({ id, children }) => trail.includes(id) && children.length > 0)?.id ?? null;
  const [open, setOpen] = useState(here);
  const [seen, setSeen] = useState(here);
  if (here !== seen) {
    // Navigation to a page in another branch opens that branch.
    setSeen(here);
    if (here !== null) setOpen(here);
  }
  return (
    <ul className={entries.length >= manyFrom ? 'many' : undefined}>
      {entries.map((entry) =>
        entry.children.length === 0 ? (
          <Leaf key={entry.id} entry={entry} on={trail.at(-1) === entry.id} folded={folded} depth={depth} onGo={onGo} />
        ) : (
          <li key={entry.id}>
            <button
              type="button"
              className={trail.includes(entry.id) ? 'within' : ''}
              aria-expanded={open === entry.id}
              title={folded ? entry.label : undefined}
              onClick={() => setOpen(open === entry.id ? null : entry.id)}
            >
              <Mark entry={entry} depth={depth} />
              <span className="text">{entry.label}</span>
              {open !== entry.id && <EntryDot entries={[entry]} />}
              <span className={open === entry.id ? 'turn open' : 'turn'}>
                <Icon name="down" size={14} />
              </span>
            </button>
            {open === entry.id && (
              <Branch entries={entry.children} trail={trail} folded={folded} depth={depth + 1} onGo={onGo} />
            )}
          </li>
        ),
      )}
    </ul>
  );
}

interface LeafProps {
  entry: MenuEntry;
  on: boolean;
  folded: boolean;
  depth: number;
  onGo: Going;
}

const Leaf = memo(function Leaf({ entry, on, folded, depth, onGo }: LeafProps) {
  return (
    <li>
      <a
        href={addressOf(entry)}
        className={on ? 'on' : ''}
        aria-current={on ? 'page' : undefined}
        title={folded ? entry.label : undefined}
        onClick={onGo}
      >
        <Mark entry={entry} depth={depth} />
        <span className="text">{entry.label}</span>
        {entry.redDot !== null && <EntryDot entries={[entry]} />}
      </a>
    </li>
  );
});

const Mark = ({ entry, depth }: Pick<LeafProps, 'entry' | 'depth'>) =>
  isIconName(entry.icon) ? <Icon name={entry.icon} /> : depth === 0 ? <Icon name="file" /> : <span className="point" />;
