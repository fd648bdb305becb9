// Rendered elements come from a fixed list, so that no design can add executable code.

export type Tag =
  | 'a'
  | 'b'
  | 'button'
  | 'dd'
  | 'details'
  | 'div'
  | 'dl'
  | 'dt'
  | 'em'
  | 'form'
  | 'h1'
  | 'h2'
  | 'h3'
  | 'header'
  | 'img'
  | 'input'
  | 'label'
  | 'li'
  | 'main'
  | 'nav'
  | 'p'
  | 'path'
  | 'section'
  | 'small'
  | 'span'
  | 'summary'
  | 'svg'
  | 'time'
  | 'ul'
  | 'video';

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
export type Style = Readonly<Record<string, string | undefined>>;
export interface Element {
  readonly tag: Tag;
  readonly attributes: Attributes;
  readonly style: Style;
  readonly inside: readonly View[];
}
/** Formatted text written by a person; sanitized before display (S40). */
export interface FormattedHtml {
  readonly html: string;
}
/** Place where the designer inserts child parts. The public page does not render it. */
export interface SlotPlaceholder {
  readonly slot: number;
}
export type View = string | Element | FormattedHtml | SlotPlaceholder | null;

export const element = (
  tag: Tag,
  { style = {}, ...attributes }: { style?: Style } & Record<string, string | number | boolean | undefined | Style> = {},
  ...inside: readonly (View | readonly View[])[]
): Element => ({ tag, attributes: attributes as Attributes, style, inside: inside.flat() });

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

const voidTags: ReadonlySet<Tag> = new Set(['img', 'input']);
const safeValue = /^[^;{}<>"\\]*$/;

/** Builds the value of a style attribute. It leaves out values that could end their declaration. */
export const styleText = (style: Style): string =>
  Object.entries(style)
    .flatMap(([name, value]) =>
      value !== undefined && value !== '' && safeValue.test(value) ? [`${name}:${value}`] : [],
    )
    .join(';');

export function renderMarkup(view: View, clean: (html: string) => string): string {
  if (view === null) return '';
  if (typeof view === 'string') return escapeHtml(view);
  if ('slot' in view) return '';
  if ('html' in view) return `<div class="rich">${clean(view.html)}</div>`;
  const { tag, attributes, style, inside } = view;
  let text = `<${tag}`;
  for (const [name, value] of Object.entries(attributes))
    if (value === true) text += ` ${name}`;
    else if (value !== undefined && value !== false) text += ` ${name}="${escapeHtml(String(value))}"`;
  const own = styleText(style);
  if (own !== '') text += ` style="${escapeHtml(own)}"`;
  text += '>';
  if (voidTags.has(tag)) return text;
  for (const one of inside) text += renderMarkup(one, clean);
  return `${text}</${tag}>`;
}
