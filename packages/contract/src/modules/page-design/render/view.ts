// What a page is drawn as: elements of a closed list, so that no design can bring in anything that runs.

/** Elements that pages are made of. */
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

/** Names and values of an element; `style` stands apart. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;
/** Declarations of an element's own style, as CSS names them. */
export type Style = Readonly<Record<string, string | undefined>>;
/** An element. */
export interface Element {
  readonly tag: Tag;
  readonly attributes: Attributes;
  readonly style: Style;
  readonly inside: readonly View[];
}
/** Formatted text that somebody wrote; it is cleaned before it is shown (S40). */
export interface Formatted {
  readonly html: string;
}
/** Where the designer puts parts that stand inside another; nobody else draws it. */
export interface Hole {
  readonly slot: number;
}
/** What is drawn. */
export type View = string | Element | Formatted | Hole | null;

/** An element. */
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
/** Text inside markup. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (found) => escapes[found] ?? found);

const empty: ReadonlySet<Tag> = new Set(['img', 'input']);
const safeValue = /^[^;{}<>"\\]*$/;

/** Declarations as the attribute has them; a value that could end its declaration is left out. */
export const styleText = (style: Style): string =>
  Object.entries(style)
    .flatMap(([name, value]) =>
      value !== undefined && value !== '' && safeValue.test(value) ? [`${name}:${value}`] : [],
    )
    .join(';');

/** Markup of what is drawn. */
export function markup(view: View, clean: (html: string) => string): string {
  if (view === null) return '';
  if (typeof view === 'string') return escaped(view);
  if ('slot' in view) return '';
  if ('html' in view) return `<div class="rich">${clean(view.html)}</div>`;
  const { tag, attributes, style, inside } = view;
  let text = `<${tag}`;
  for (const [name, value] of Object.entries(attributes))
    if (value === true) text += ` ${name}`;
    else if (value !== undefined && value !== false) text += ` ${name}="${escaped(String(value))}"`;
  const own = styleText(style);
  if (own !== '') text += ` style="${escaped(own)}"`;
  text += '>';
  if (empty.has(tag)) return text;
  for (const one of inside) text += markup(one, clean);
  return `${text}</${tag}>`;
}
