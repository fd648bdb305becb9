// Converts views of the shared renderer to React elements, so that the canvas looks like the public page.
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
  name.startsWith('--') ? name : name.replace(/-[a-z]/g, (match) => match.charAt(1).toUpperCase());

/** Converts a view to React elements. `holes` contains the child parts for each list in it. */
export function renderView(view: View, holes: readonly ReactNode[] = []): ReactNode {
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
    // Use `defaultValue`, because the input is uncontrolled.
    if (tag === 'input' && name === 'value') props['defaultValue'] = value;
    // Omit ids, because several pages can be in one document and ids would be duplicated.
    else if (name !== 'id') props[names[name] ?? name] = value;
  }
  const own = Object.entries(style).flatMap(([name, value]) => (value ? [[inStyle(name), value] as const] : []));
  if (own.length > 0) props['style'] = Object.fromEntries(own);
  if (tag === 'img' || tag === 'input') return createElement(tag, props);
  return createElement(tag, props, ...inside.map((one) => renderView(one, holes)));
}

export const RenderedView = ({ view, holes }: { view: View; holes?: readonly ReactNode[] }) => (
  <Fragment>{renderView(view, holes)}</Fragment>
);
