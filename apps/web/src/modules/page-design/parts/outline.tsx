import { kindOf, walkParts, type Part } from '@anlan/contract/modules/page-design/parts';
import { memo, useMemo } from 'react';
import { Icon, isIconName } from '#ui/icon.tsx';
import { useDesigner, useDesignerState } from '../state.ts';
import { nameOf } from '../tree.ts';
import { Groups } from './groups.tsx';

export const goToPart = (id: string): void =>
  document.querySelector<HTMLElement>(`.pd-pick[data-pick="${id}"]`)?.focus();

export function Outline() {
  const parts = useDesignerState((held) => held.doc.parts);
  const count = useMemo(() => [...walkParts(parts)].length, [parts]);
  return (
    <nav className="pd-outline" aria-label="大纲">
      <h3>
        大纲 <small>{count} 个组件</small>
      </h3>
      {count === 0 ? <p className="pd-hint">还没有组件</p> : <Groups parts={parts} as="ul" one={Row} />}
    </nav>
  );
}

const Row = memo(function Row({ part }: { part: Part }) {
  const { acts } = useDesigner();
  const isChosen = useDesignerState((held) => held.selected === part.id);
  const isFirst = useDesignerState(({ selected, doc }) => selected === null && doc.parts[0]?.id === part.id);
  const { icon } = kindOf(part.type);
  return (
    <li>
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        tabIndex={isChosen || isFirst ? 0 : -1}
        onKeyDown={({ key, currentTarget }) => {
          const by = { ArrowDown: 1, ArrowUp: -1 }[key];
          const rows = [...(currentTarget.closest('nav')?.querySelectorAll('button') ?? [])];
          if (by !== undefined) rows[rows.indexOf(currentTarget) + by]?.focus();
        }}
        onClick={() => {
          acts.select(part.id);
          goToPart(part.id);
        }}
      >
        <Icon name={isIconName(icon) ? icon : 'card'} size={16} />
        <span>{nameOf(part)}</span>
      </button>
      {part.slots.map((list, at) => (list.length === 0 ? null : <Groups key={at} parts={list} as="ul" one={Row} />))}
    </li>
  );
});
