import { kindOf, walkParts, type Part } from '@anlan/contract/modules/page-design/parts';
import { memo, useMemo, useRef } from 'react';
import { Icon, isIconName } from '#ui/icon.tsx';
import { useDesigner, useDesignerState } from '../state.ts';
import { nameOf, spotOf } from '../tree.ts';
import { Groups } from './groups.tsx';
import { goToPart, usePartKeys, useRefocus } from './part-keys.ts';

/** Focuses the previous or next part in the outline. */
function goTo(from: HTMLElement, by: 1 | -1): void {
  const rows = [...(from.closest('nav')?.querySelectorAll('button') ?? [])];
  rows[rows.findIndex((row) => row === from) + by]?.focus();
}

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
  const { id } = part;
  const spot = useDesignerState(({ selected, doc }) => (selected === id ? spotOf(doc.parts, id) : null));
  const isChosen = spot !== null;
  const isFirst = useDesignerState(({ selected, doc }) => selected === null && doc.parts[0]?.id === id);
  const { icon } = kindOf(part.type);
  const button = useRef<HTMLButtonElement>(null);
  const onKey = usePartKeys(part, goTo);
  useRefocus(button, 'outline', spot);
  return (
    <li>
      <button
        ref={button}
        type="button"
        data-row={id}
        aria-current={isChosen ? 'true' : undefined}
        aria-label={isChosen ? `${nameOf(part)}，${spot}` : undefined}
        tabIndex={isChosen || isFirst ? 0 : -1}
        onKeyDown={onKey}
        onFocus={() => acts.select(id, 'outline')}
        onClick={() => goToPart(id)}
      >
        <Icon name={isIconName(icon) ? icon : 'card'} size={16} />
        <span>{nameOf(part)}</span>
      </button>
      {part.slots.map((list, at) => (list.length === 0 ? null : <Groups key={at} parts={list} as="ul" one={Row} />))}
    </li>
  );
});
