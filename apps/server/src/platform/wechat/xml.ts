// Parses callback XML. Only a small subset is accepted: no entity expansion, no external files, and limits on depth and
// number of elements (S60).
const deepest = 10;
const most = 200;

/** Content of an element: text or child elements by name. Of children with the same name, only the last one is used. */
export type XmlNode = { text: string; children: ReadonlyMap<string, XmlNode> };

export class XmlRefused extends Error {}

const standard: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
// Unknown entities are found before decoding, so that a document full of references costs only one pass.
const unknown = /&(?!(?:lt|gt|amp|quot|apos);)/;
function decoded(text: string): string {
  if (unknown.test(text)) throw new XmlRefused('an entity that is none of the five');
  return text.replace(/&(\w+);/g, (whole, name: string) => standard[name] ?? whole);
}
const opening = /<([A-Za-z_][\w.-]{0,63})\s*(\/)?>/y;

/**
 * Parses callback XML, whose root element must be `xml`. Refuses comments, declarations, attributes and custom
 * entities.
 */
export function readXml(source: string): XmlNode {
  let at = 0;
  let count = 0;
  const refuse = (why: string): never => {
    throw new XmlRefused(why);
  };
  function element(depth: number): [string, XmlNode] {
    if (depth > deepest) refuse('too deep');
    count += 1;
    if (count > most) refuse('too many elements');
    opening.lastIndex = at;
    const [whole, name = '', empty] = opening.exec(source) ?? refuse('no element');
    at += whole.length;
    const children = new Map<string, XmlNode>();
    let text = '';
    if (empty !== undefined) return [name, { text, children }];
    for (;;) {
      const next = source.indexOf('<', at);
      if (next < 0) refuse('an element without its end');
      text += decoded(source.slice(at, next));
      at = next;
      if (source.startsWith('<![CDATA[', at)) {
        const end = source.indexOf(']]>', at);
        if (end < 0) refuse('CDATA without its end');
        text += source.slice(at + 9, end);
        at = end + 3;
      } else if (source.startsWith('</', at)) {
        const end = `</${name}>`;
        if (!source.startsWith(end, at)) refuse('elements that cross');
        at += end.length;
        return [name, { text: children.size > 0 ? '' : text, children }];
      } else {
        const [child, node] = element(depth + 1);
        children.set(child, node);
      }
    }
  }
  at = source.length - source.trimStart().length;
  const [name, root] = element(1);
  if (name !== 'xml' || source.slice(at).trim() !== '') refuse('not one document');
  return root;
}

export const textIn = (node: XmlNode, ...path: readonly string[]): string | null => {
  let here: XmlNode | undefined = node;
  for (const name of path) here = here?.children.get(name);
  return here ? here.text : null;
};
