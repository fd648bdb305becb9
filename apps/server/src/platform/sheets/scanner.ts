import { SheetRefused } from './cells.ts';

export interface XmlListener {
  open(name: string, attributes: string): void;
  close(name: string): void;
  text(text: string): void;
}

// Maximum length of text without a tag. A cell has at most 32,767 characters.
const longestRun = 1024 * 1024;
const refused = '文件含有不允许的内容，无法读取';
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export const resolved = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([a-z]{2,4}));/g, (whole, decimal, hex, name) => {
        if (name !== undefined) return named[name] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      })
    : text;

const isBlank = (sign: string | undefined) => sign === ' ' || sign === '\n' || sign === '\t' || sign === '\r';

export function attributeOf(attributes: string, name: string): string | undefined {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    const before = attributes[at - 1];
    // The match must be a complete attribute name, or the part after a namespace prefix.
    if (before !== undefined && before !== ':' && !isBlank(before)) continue;
    let next = at + name.length;
    while (isBlank(attributes[next])) next += 1;
    if (attributes[next] !== '=') continue;
    do next += 1;
    while (isBlank(attributes[next]));
    const end = attributes.indexOf(attributes[next] ?? '"', next + 1);
    return end < 0 ? undefined : resolved(attributes.slice(next + 1, end));
  }
  return undefined;
}

function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '>') return at;
    if (sign !== '"' && sign !== "'") continue;
    at = text.indexOf(sign, at + 1);
    if (at < 0) return -1;
  }
  return -1;
}

const localName = (tag: string) => tag.slice(tag.indexOf(':') + 1);

/** Creates an XML scanner for a stream. It stores only the current tag and refuses a DTD (S57). */
export function createScanner(listener: XmlListener) {
  let rest = '';

  function markup(text: string, from: number): number {
    const sign = text[from + 1];
    if (sign === '!') {
      if (text.startsWith('<!--', from)) return text.indexOf('-->', from) + 2;
      if (text.startsWith('<![CDATA[', from)) {
        const end = text.indexOf(']]>', from);
        if (end >= 0) listener.text(text.slice(from + 9, end).replaceAll('&', '&amp;'));
        return end + 2;
      }
      if (text.length - from < 9) return 1;
      throw new SheetRefused(refused);
    }
    if (sign === '?') return text.indexOf('?>', from) + 1;
    const end = tagEnd(text, from + 1);
    if (end < 0) return 1;
    if (sign === '/') {
      listener.close(localName(text.slice(from + 2, end).trimEnd()));
      return end;
    }
    const empty = text[end - 1] === '/';
    const tag = text.slice(from + 1, empty ? end - 1 : end);
    const space = /[\s]/.exec(tag)?.index ?? tag.length;
    const name = localName(tag.slice(0, space));
    listener.open(name, tag.slice(space));
    if (empty) listener.close(name);
    return end;
  }

  return {
    feed(piece: string) {
      const text = rest + piece;
      let at = 0;
      for (;;) {
        const open = text.indexOf('<', at);
        if (open < 0) break;
        if (open > at) listener.text(text.slice(at, open));
        at = open;
        const end = markup(text, open);
        if (end <= 1) break;
        at = end + 1;
      }
      rest = text.slice(at);
      if (rest.length > longestRun) throw new SheetRefused(refused);
    },
  };
}
