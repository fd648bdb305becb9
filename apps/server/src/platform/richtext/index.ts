import { richText } from '@anlan/contract/domain/rich-text';
import sanitize from 'sanitize-html';

const outward = /^(?:https?|mailto|tel):/i;
const allowedMarkup: sanitize.IOptions = {
  allowedTags: [...richText.tags],
  allowedAttributes: Object.fromEntries(Object.entries(richText.attributes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...richText.schemes],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Extreme nesting, which no person writes, would slow down every reader.
  nestingLimit: 40,
  // Replaces other heading levels and tags of word processors by allowed tags.
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    div: 'p',
    // Only absolute links are allowed, because a relative link would lead into our own pages.
    a: (tagName, { href = '' }) => {
      const address = href.trim();
      const attribs: sanitize.Attributes = outward.test(address) ? { href: address } : {};
      return { tagName, attribs };
    },
  },
};

// Sanitised markup may be parsed differently the next time. It is sanitised again until it no longer changes, at most
// `readings` times.
const staying: sanitize.IOptions = { ...allowedMarkup, allowedSchemes: ['tel'] };
const readings = 5;

/** Removes everything that is not on the allow list (S40). */
export const cleanRichText = (html: string): string => cleanedBy(allowedMarkup, html);
/** Like `cleanRichText`, but also removes links to other sites; only phone links remain. */
export const cleanTextWithoutLinks = (html: string): string => cleanedBy(staying, html);

function cleanedBy(rules: sanitize.IOptions, html: string): string {
  let text = html.toWellFormed();
  for (let reading = 0; reading < readings; reading += 1) {
    const next = sanitize(text, rules).trim();
    if (next === text) return text;
    text = next;
  }
  // Markup that changes at each pass is an attack, so only its text remains.
  return sanitize(text, { ...allowedMarkup, allowedTags: [] });
}

export const plainTextOf = (html: string): string =>
  sanitize(html.replace(/<\/(?:p|h[1-6]|li|blockquote|pre)>|<br\s{0,9}\/?>/gi, '$& '), {
    allowedTags: [],
    allowedAttributes: {},
    textFilter: (text) =>
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&nbsp;', ' ')
        .replaceAll('&amp;', '&'),
  })
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
