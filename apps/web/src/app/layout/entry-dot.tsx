import type { MenuEntry } from '@anlan/contract/modules/access/access';
import { shownCount, useRedDots } from '#lib/red-dots.ts';
import './dots.css';

/** The counters of an entry and all below it, each once. */
const countersOf = ({ redDot, children }: MenuEntry): string[] => [
  ...(redDot === null ? [] : [redDot]),
  ...children.flatMap(countersOf),
];

interface Props {
  entries: readonly MenuEntry[];
  /** A mere mark, where there is no room for a number. */
  mark?: boolean;
}

/** What waits behind entries, or behind those below them while these are folded (LY-17); nothing where nothing waits. */
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
