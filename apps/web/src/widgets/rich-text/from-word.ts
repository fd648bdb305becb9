// Converts the markup of a word processor to the marks that the editor supports: headings, paragraphs, lists, bold,
// links.

const ordered = /^[(（]?(?:\d{1,3}|[a-zA-Z]|[一二三四五六七八九十]{1,3})[.)、．）]/;
const isListItem = (element: Element) =>
  element.matches('p[style*="mso-list"], p[class^="MsoListParagraph"]') &&
  element.getAttribute('style')?.includes('mso-list') === true;

function renamed(element: Element, name: string): Element {
  const made = element.ownerDocument.createElement(name);
  made.append(...element.childNodes);
  element.replaceWith(made);
  return made;
}

function takeMark(item: Element): string {
  const mark = item.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
  const text = mark?.textContent?.trim() ?? '';
  mark?.remove();
  return text;
}

function listsOf(body: HTMLElement) {
  let list: Element | null = null;
  for (const element of body.querySelectorAll('p')) {
    if (!isListItem(element)) {
      list = null;
      continue;
    }
    const name = ordered.test(takeMark(element)) ? 'ol' : 'ul';
    const previous: Element | null = element.previousElementSibling;
    if (list === null || previous !== list || list.localName !== name) {
      list = body.ownerDocument.createElement(name);
      element.before(list);
    }
    const item = body.ownerDocument.createElement('li');
    item.append(element);
    renamed(element, 'p');
    list.append(item);
  }
}

// Matches a line break after a Chinese character. Word breaks lines inside sentences, and a browser would show a space
// there, which is wrong in Chinese.
const brokenLine =
  /([\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])[ \t]*\r?\n\s*(?=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])/g;
function joinLines(body: HTMLElement) {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    text.nodeValue = text.nodeValue?.replace(brokenLine, '$1') ?? '';
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

function linesOf(body: HTMLElement) {
  for (const row of body.querySelectorAll('tr')) {
    const line = body.ownerDocument.createElement('p');
    line.textContent = [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, ' ').trim()).join('　');
    row.replaceWith(line);
  }
  for (const part of body.querySelectorAll('thead, tbody, tfoot, table')) unwrap(part);
}

/** Whether the pasted content contains pictures, which the editor removes. */
export function holdsPictures(data: DataTransfer): boolean {
  const html = data.getData('text/html');
  return /<img\b/i.test(html) || (html === '' && [...data.files].some(({ type }) => type.startsWith('image/')));
}

// Style elements and event attributes. They are removed later anyway, but parsing them would cause CSP reports.
const styles = /<style\b[\s\S]*?<\/style>/gi;
const handler = /(<[a-z][^<>]*?)\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;
function unreported(html: string): string {
  const left = html.replaceAll(styles, '').replaceAll(handler, '$1');
  // Repeats until nothing changes, because an element may have several event attributes.
  return left === html ? left : unreported(left);
}

/** Converts pasted markup for the editor. The editor itself drops elements that it does not know. */
export function fromClipboard(html: string): string {
  // Content from the editor itself needs no conversion.
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(unreported(html), 'text/html');
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml, img, [style*="mso-hide:all"]'))
    element.remove();
  // Elements that only Word knows, such as o:p and v:shape, contain normal text, so only their tags are removed.
  for (const element of body.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element);
  listsOf(body);
  joinLines(body);
  for (const heading of body.querySelectorAll('h1, p.MsoTitle')) renamed(heading, 'h2');
  for (const heading of body.querySelectorAll('h5, h6')) renamed(heading, 'h4');
  linesOf(body);
  // Word separates paragraphs with empty lines. They are removed, because paragraphs have a margin here.
  for (const line of body.querySelectorAll('p')) if (line.textContent?.trim() === '') line.remove();
  const serializer = new XMLSerializer();
  return [...body.childNodes].map((node) => serializer.serializeToString(node)).join('');
}
