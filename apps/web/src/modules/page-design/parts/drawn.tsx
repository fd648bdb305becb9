// What the renderer draws, as elements of this page: the canvas is the phone page, element by element.
import type { View } from '@anlan/contract/modules/page-design/render/view';
import { createElement, Fragment, type ReactNode } from 'react';
import { SafeHtml } from '#ui/safe-html.tsx';

const names: Readonly<Record<string, string>> = {
  class: 'className',
  for: 'htmlFor',
  tabindex: 'tabIndex',
  maxlength: 'maxLength',
  enterkeyhint: 'enterKeyHint',
  playsinline: 'playsInline',
  datetime: 'dateTime',
  'stroke-width': 'strokeWidth',
  'stroke-linecap': 'strokeLinecap',
  'stroke-linejoin': 'strokeLinejoin',
};
const inStyle = (name: string) =>
  name.startsWith('--') ? name : name.replace(/-[a-z]/g, (found) => found.charAt(1).toUpperCase());

/** Draws a view; `holes` are what stands in its lists of parts. */
export function drawn(view: View, holes: readonly ReactNode[] = []): ReactNode {
  if (view === null || typeof view === 'string') return view;
  if ('slot' in view) return holes[view.slot];
  if ('html' in view)
    return (
      <div className="rich">
        <SafeHtml html={view.html} />
      </div>
    );
  const { tag, attributes, style, inside } = view;
  const props: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined) continue;
    // A field that shows what it holds without being typed into.
    if (tag === 'input' && name === 'value') props['defaultValue'] = value;
    // Ids are the page's own; here several pages may stand side by side.
    else if (name !== 'id') props[names[name] ?? name] = value;
  }
  const own = Object.entries(style).flatMap(([name, value]) => (value ? [[inStyle(name), value] as const] : []));
  if (own.length > 0) props['style'] = Object.fromEntries(own);
  if (tag === 'img' || tag === 'input') return createElement(tag, props);
  return createElement(tag, props, ...inside.map((one) => drawn(one, holes)));
}

/** What the renderer draws. */
export const Drawn = ({ view, holes }: { view: View; holes?: readonly ReactNode[] }) => (
  <Fragment>{drawn(view, holes)}</Fragment>
);
