import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { kindOf, type Part } from '@anlan/contract/modules/page-design/parts';
import { drawPart } from '@anlan/contract/modules/page-design/render/draw';
import { element } from '@anlan/contract/modules/page-design/render/view';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { useDesigner, useDesignerState } from '../state.ts';
import { nameOf, placeOf, spotOf } from '../tree.ts';
import { renderView } from './view-renderer.tsx';
import { usePage } from './page-context.ts';
import { usePartKeys, useRefocus } from './part-keys.ts';

/** Selects the previous or next part in page order. */
function goTo(from: HTMLElement, by: 1 | -1): void {
  const picks = [...(from.closest('.pd')?.querySelectorAll<HTMLElement>('.pd-pick') ?? [])];
  picks[picks.indexOf(from) + by]?.focus();
}

/** One part on the canvas, rendered as on the public page. Selectable, draggable and a drop target. */
export const PartBox = memo(function PartBox({ part }: { part: Part }) {
  const { id } = part;
  const { acts, store } = useDesigner();
  const { drawing, mayEdit } = usePage();
  // Only the selected part subscribes to its position, so that a change rerenders no other part.
  const spot = useDesignerState(({ selected, doc }) => (selected === id ? spotOf(doc.parts, id) : null));
  const isChosen = spot !== null;
  const isFirst = useDesignerState(({ selected, doc }) => selected === null && doc.parts[0]?.id === id);
  const box = useRef<HTMLDivElement>(null);
  const pick = useRef<HTMLButtonElement>(null);
  const [edge, setEdge] = useState<'top' | 'bottom' | null>(null);

  useEffect(() => {
    const target = box.current;
    if (!target || !mayEdit) return undefined;
    const edgeOf = (y: number) => {
      const { top, height } = target.getBoundingClientRect();
      return y < top + height / 2 ? 'top' : 'bottom';
    };
    return combine(
      draggable({ element: target, getInitialData: () => ({ part: id }) }),
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => source.data['part'] !== id,
        getData({ input }) {
          const place = placeOf(store.getState().doc.parts, id);
          return place ? { ...place, at: edgeOf(input.clientY) === 'top' ? place.at : place.at + 1 } : {};
        },
        onDrag({ self, location }) {
          const [inner] = location.current.dropTargets;
          setEdge(inner?.element === self.element ? edgeOf(location.current.input.clientY) : null);
        },
        onDragLeave: () => setEdge(null),
        onDrop: () => setEdge(null),
      }),
    );
  }, [id, store, mayEdit]);

  useEffect(() => {
    if (!isChosen) return undefined;
    // Scroll an added or moved part into view. Wait one frame, so that layout runs only once.
    const frame = requestAnimationFrame(() => box.current?.scrollIntoView({ block: 'nearest' }));
    return () => cancelAnimationFrame(frame);
  }, [isChosen, spot]);

  const holes = part.slots.map((_, place) => element('div', { class: 'slot' }, { slot: place }));
  const view = useMemo(() => drawPart(part, drawing, holes), [part, drawing]); // oxlint-disable-line react/exhaustive-deps
  const { label } = kindOf(part.type);
  const onKey = usePartKeys(part, goTo);
  useRefocus(pick, 'canvas', spot);

  return (
    <div
      ref={box}
      className={`part of-${part.type} pd-box${isChosen ? ' chosen' : ''}${edge === null ? '' : ` drop-${edge}`}`}
    >
      <button
        ref={pick}
        type="button"
        className="pd-pick"
        data-pick={id}
        tabIndex={isChosen || isFirst ? 0 : -1}
        aria-pressed={isChosen}
        aria-label={isChosen ? `${nameOf(part)}，${spot}` : nameOf(part)}
        onFocus={() => acts.select(id)}
        onClick={() => acts.select(id)}
        onKeyDown={onKey}
      />
      {part.slots.length === 0 ? (
        <div inert className="pd-drawn">
          {renderView(view) ?? <p className="none">{label}</p>}
        </div>
      ) : (
        renderView(
          view,
          part.slots.map((list, place) => (
            <Slot key={place} holder={id} slot={place}>
              {list.map((inner) => (
                <PartBox key={inner.id} part={inner} />
              ))}
            </Slot>
          )),
        )
      )}
      {isChosen && mayEdit && <Tools id={id} name={nameOf(part)} />}
    </div>
  );
});

/** A list inside a part. An empty list shows a drop hint. */
function Slot({ holder, slot, children }: { holder: string; slot: number; children: readonly React.ReactNode[] }) {
  const list = useRef<HTMLDivElement>(null);
  const { mayEdit } = usePage();
  const [over, setOver] = useState(false);
  const count = children.length;
  useEffect(() => {
    if (!list.current || !mayEdit) return undefined;
    return dropTargetForElements({
      element: list.current,
      canDrop: ({ source }) => source.data['part'] !== holder,
      getData: () => ({ parent: holder, slot, at: count }),
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: () => setOver(false),
    });
  }, [holder, slot, count, mayEdit]);
  return (
    <div ref={list} className={over ? 'pd-slot over' : 'pd-slot'}>
      {count === 0 ? <p className="none">第 {slot + 1} 栏是空的</p> : children}
    </div>
  );
}

function Tools({ id, name }: { id: string; name: string }) {
  const { acts } = useDesigner();
  const tools = [
    ['上移', 'up', () => acts.up(id)],
    ['下移', 'down', () => acts.down(id)],
    ['移入', 'right', () => acts.inward(id)],
    ['移出', 'left', () => acts.outward(id)],
    ['复制', 'columns', () => acts.duplicate(id)],
    ['删除', 'trash', () => acts.remove(id)],
  ] as const;
  return (
    <span className="pd-tools" role="toolbar" aria-label={`对${name}`}>
      {tools.map(([word, icon, run]) => (
        <button key={word} type="button" tabIndex={-1} title={word} aria-label={`${word}${name}`} onClick={run}>
          <Icon name={icon === 'up' ? 'down' : icon} size={16} />
        </button>
      ))}
    </span>
  );
}
