import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { shownCount, useRedDots } from '#lib/red-dots.ts';
import './dots.css';

const countersOf = ({ redDot, children }: MenuEntry): string[] => [
  ...(redDot === null ? [] : [redDot]),
  ...children.flatMap(countersOf),
];

interface Props {
  entries: readonly MenuEntry[];
  mark?: boolean;
}

/**
 * The red dot with a count beside menu entries, which includes collapsed child entries (LY-17). Renders nothing when
 * the count is 0.
 */
export function EntryDot({ entries, mark = false }: Props) {
  const names = new Set(entries.flatMap(countersOf));
  const count = useRedDots((dots) =>
    Object.entries(dots).reduce((sum, [name, waiting]) => (names.has(name) ? sum + waiting : sum), 0),
  );
  if (count === 0) return null;
  return (
    <span className={mark ? 'dot-mark' : 'dot-count entry-dot'}>
      {!mark && <span aria-hidden="true">{shownCount(count)}</span>}
      <span className="unseen">{`，${shownCount(count)} 条待处理`}</span>
    </span>
  );
}
