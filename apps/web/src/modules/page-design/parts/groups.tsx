import type { Part } from '@anlan/contract/modules/page-design/parts';
import { memo, startTransition, useEffect, useMemo, useState, type ComponentType } from 'react';
import { groupsOf } from '../tree.ts';

/** Number of groups in the first render. The other groups render when the page is idle. */
const firstGroups = 2;

/** Renders many parts in groups: the browser lays out only visible groups, and a change rerenders only its group. */
export function Groups(props: { parts: readonly Part[]; as: 'div' | 'ul'; one: ComponentType<{ part: Part }> }) {
  const { parts, as, one } = props;
  const groups = useMemo(() => groupsOf(parts), [parts]);
  const [drawn, setDrawn] = useState<number | undefined>(firstGroups);
  useEffect(() => startTransition(() => setDrawn(undefined)), []);
  return groups
    .slice(0, drawn)
    .map((group) => <Group key={group[0]?.id ?? ''} parts={group} isOne={groups.length === 1} as={as} one={one} />);
}

const Group = memo(
  function Group({
    parts,
    isOne,
    as: Tag,
    one: One,
  }: {
    parts: readonly Part[];
    isOne: boolean;
    as: 'div' | 'ul';
    one: ComponentType<{ part: Part }>;
  }) {
    return (
      <Tag className={isOne ? undefined : 'pd-group'}>
        {parts.map((part) => (
          <One key={part.id} part={part} />
        ))}
      </Tag>
    );
  },
  (before, now) =>
    before.isOne === now.isOne &&
    before.parts.length === now.parts.length &&
    before.parts.every((part, at) => part === now.parts[at]),
);
