// What word processors put on the clipboard becomes the few marks that we have: headings, paragraphs, lists, bold, links.

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

/** The mark before a list item, which Word writes as text of its own. */
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

// Word breaks its lines within sentences, where a browser makes a space of the break: Chinese has none between words.
const brokenLine =
  /([\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])[ \t]*\r?\n\s*(?=[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef])/g;
function joinLines(body: HTMLElement) {
  const texts = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    text.nodeValue = text.nodeValue?.replace(brokenLine, '$1') ?? '';
}

const unwrap = (element: Element) => element.replaceWith(...element.childNodes);

/** A table as one line a row: cells side by side. */
function linesOf(body: HTMLElement) {
  for (const row of body.querySelectorAll('tr')) {
    const line = body.ownerDocument.createElement('p');
    line.textContent = [...row.children].map((cell) => cell.textContent?.replace(/\s+/g, ' ').trim()).join('　');
    row.replaceWith(line);
  }
  for (const part of body.querySelectorAll('thead, tbody, tfoot, table')) unwrap(part);
}

/** Whether what is on the clipboard holds pictures, which no text keeps. */
export function holdsPictures(data: DataTransfer): boolean {
  const html = data.getData('text/html');
  return /<img\b/i.test(html) || (html === '' && [...data.files].some(({ type }) => type.startsWith('image/')));
}

// Neither is kept anyway; but even a page that is only parsed would report them to whoever watches over the policy.
const styles = /<style\b[\s\S]*?<\/style>/gi;
const handler = /(<[a-z][^<>]*?)\son[a-z]+\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)/gi;
function unreported(html: string): string {
  const left = html.replaceAll(styles, '').replaceAll(handler, '$1');
  // An element may have several.
  return left === html ? left : unreported(left);
}

/** Markup from the clipboard, ready for the editor; what the editor does not know it drops by itself. */
export function fromClipboard(html: string): string {
  // What comes from the editor itself is as it should be.
  if (html.includes('data-pm-slice')) return html;
  const { body } = new DOMParser().parseFromString(unreported(html), 'text/html');
  for (const element of body.querySelectorAll('style, script, meta, link, title, xml, img, [style*="mso-hide:all"]'))
    element.remove();
  // Word's own elements, such as o:p and v:shape, stand around text that counts.
  for (const element of body.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element);
  listsOf(body);
  joinLines(body);
  for (const heading of body.querySelectorAll('h1, p.MsoTitle')) renamed(heading, 'h2');
  for (const heading of body.querySelectorAll('h5, h6')) renamed(heading, 'h4');
  linesOf(body);
  // Empty lines are how Word keeps things apart; here paragraphs have their own distance.
  for (const line of body.querySelectorAll('p')) if (line.textContent?.trim() === '') line.remove();
  const serializer = new XMLSerializer();
  return [...body.childNodes].map((node) => serializer.serializeToString(node)).join('');
}
