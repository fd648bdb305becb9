// Renders a design, for the public page and for the designer canvas.
import type { Design } from '../design.ts';
import type { Part } from '../parts.ts';
import { drawBasic } from './draw-basic.ts';
import { drawShop } from './draw-shop.ts';
import type { Drawing } from './render-context.ts';
import { element, type View } from './view.ts';

const draws = { ...drawBasic, ...drawShop } satisfies {
  [T in Part['type']]: (part: Part<T>, drawing: Drawing, inside: readonly View[]) => View;
};

/** Renders a part; `inside` is its rendered children, one view per slot. */
export function drawPart(part: Part, drawing: Drawing, inside: readonly View[]): View {
  // The function fits the kind of the part, but TypeScript accepts no argument for a union of functions.
  const draw = draws[part.type] as (part: Part, drawing: Drawing, inside: readonly View[]) => View;
  return draw(part, drawing, inside);
}

function drawWhole(part: Part, drawing: Drawing): View {
  const inside = part.slots.map((slot) =>
    element(
      'div',
      { class: 'slot' },
      slot.map((one) => drawWhole(one, drawing)),
    ),
  );
  return element('div', { class: `part of-${part.type}` }, drawPart(part, drawing, inside));
}

export const pageStyle = ({ page }: Design) => ({
  background: page.background,
  '--accent': page.accent === '' ? undefined : page.accent,
  '--between': `${page.gap}px`,
});

export const drawPage = (design: Design, drawing: Drawing): View =>
  element(
    'main',
    { class: 'pd', id: 'top', style: pageStyle(design) },
    element('h1', { class: 'unseen' }, design.page.title || drawing.shop?.name || drawing.unit),
    design.parts.map((part) => drawWhole(part, drawing)),
  );
