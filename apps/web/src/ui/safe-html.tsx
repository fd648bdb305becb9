import { richText } from '@anlan/contract/domain/rich-text';
import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import './rich-text.css';

const purifier = DOMPurify(window);
const attributes = new Map<string, ReadonlySet<string>>(
  Object.entries(richText.attributes).map(([tag, names]) => [tag, new Set<string>(names)]),
);
const outward = /^(?:https?|mailto|tel):/i;

purifier.addHook('uponSanitizeAttribute', (node, data) => {
  if (attributes.get(node.nodeName.toLowerCase())?.has(data.attrName) !== true) data.keepAttr = false;
});
purifier.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') return;
  node.setAttribute('target', '_blank');
  node.setAttribute('rel', 'noopener noreferrer nofollow');
});

const options = {
  ALLOWED_TAGS: [...richText.tags],
  ALLOWED_ATTR: [...new Set(Object.values(richText.attributes).flat())],
  ALLOWED_URI_REGEXP: outward,
  ADD_FORBID_CONTENTS: ['x-style'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_TRUSTED_TYPE: false,
};

// Renames style elements and event attributes before parsing: the CSP would report them even though the sanitizer
// removes them.
const quiet = (html: string): string =>
  html
    .replace(/(<\/?)style/gi, '$1x-style')
    .replace(/<[a-z][^<>]*/gi, (tag) => tag.replace(/([\s"']|^<[^\s/]+\/)on(?=[a-z]+\s*=)/gi, '$1x-on'));

/** Removes everything from the markup that is not on the allow list, whatever was stored (S40). */
const clean = (html: string): string => purifier.sanitize(quiet(html), options);

/** Renders rich text from users. It is the only place that renders markup from data. */
export function SafeHtml({ html }: { html: string }) {
  const safe = useMemo(() => ({ __html: clean(html) }), [html]);
  return <div className="rich-text" dangerouslySetInnerHTML={safe} />;
}
