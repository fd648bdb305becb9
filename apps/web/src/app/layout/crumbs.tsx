import { Link } from 'react-router';
import { useMenu } from '../use-menu.ts';
import { addressOf } from '../menu-rules.ts';
import { trailOf } from '../resolve.ts';

/** Breadcrumb: the menu path of a page. Ancestors that are pages are links (LY-03). */
export function Crumbs({ place, label }: { place: string; label: string }) {
  const trail = trailOf(useMenu(), place);
  const above = trail.at(-1)?.label === label ? trail.slice(0, -1) : trail;
  return (
    <nav className="crumbs" aria-label="当前位置">
      <ol>
        {above.map((entry) => (
          <li key={entry.id}>
            {entry.path !== '' && entry.children.length === 0 ? (
              <Link to={addressOf(entry)}>{entry.label}</Link>
            ) : (
              entry.label
            )}
          </li>
        ))}
        <li aria-current="page" title={label}>
          {label}
        </li>
      </ol>
    </nav>
  );
}
