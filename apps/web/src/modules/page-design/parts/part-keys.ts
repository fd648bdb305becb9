// Keys of a part, the same on the canvas and in the outline.
import { kindOf, type Part } from '@anlan/contract/modules/page-design/parts';
import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import { useDesigner, useDesignerState } from '../state.ts';
import { copyPart, pastePart } from './clipboard.ts';
import { usePage } from './page-context.ts';

/** Focuses a part in the pane where it was selected. */
export const goToPart = (id: string, pane: 'canvas' | 'outline' = 'canvas'): void =>
  document.querySelector<HTMLElement>(`[data-${pane === 'canvas' ? 'pick' : 'row'}="${id}"]`)?.focus();

/** Handles the keys of a part. `step` focuses the previous or next part of the pane. */
export function usePartKeys(part: Part, step: (from: HTMLElement, by: 1 | -1) => void) {
  const { acts } = useDesigner();
  const { mayEdit } = usePage();
  const { id } = part;
  return (event: KeyboardEvent<HTMLButtonElement>) => {
    const mod = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const done = (work: () => unknown) => {
      event.preventDefault();
      event.stopPropagation();
      work();
    };
    if (!event.altKey && !mod && key === 'arrowdown') done(() => step(event.currentTarget, 1));
    else if (!event.altKey && !mod && key === 'arrowup') done(() => step(event.currentTarget, -1));
    else if (!mod && key === 'enter') done(acts.toProperties);
    else if (mod && key === 'c')
      done(() => (copyPart(part), acts.say(`已复制${kindOf(part.type).label}，可以粘贴到别的页面`)));
    else if (!mayEdit) return;
    else if (event.altKey && key === 'arrowup') done(() => acts.up(id));
    else if (event.altKey && key === 'arrowdown') done(() => acts.down(id));
    else if (event.altKey && key === 'arrowright') done(() => acts.inward(id));
    else if (event.altKey && key === 'arrowleft') done(() => acts.outward(id));
    else if (key === 'delete' || key === 'backspace') done(() => acts.remove(id));
    else if (mod && key === 'd') done(() => acts.duplicate(id));
    else if (mod && key === 'v') done(() => pastePart(acts));
  };
}

/** Focuses the selected part again after its button was removed or moved. `spot` is its position in the page. */
export function useRefocus(
  button: RefObject<HTMLButtonElement | null>,
  pane: 'canvas' | 'outline',
  spot: string | null,
) {
  const isHere = useDesignerState(({ keysIn }) => keysIn === pane);
  useEffect(() => {
    if (spot !== null && isHere && document.activeElement === document.body)
      button.current?.focus({ preventScroll: true });
  }, [button, spot, isHere]);
}
