import { richText } from '@anlan/contract/domain/rich-text';
import sanitize from 'sanitize-html';

const outward = /^(?:https?|mailto|tel):/i;
const kept: sanitize.IOptions = {
  allowedTags: [...richText.tags],
  allowedAttributes: Object.fromEntries(Object.entries(richText.attributes).map(([tag, names]) => [tag, [...names]])),
  allowedSchemes: [...richText.schemes],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Deeper markup than any person writes holds up whoever reads it.
  nestingLimit: 40,
  // Headings of other sizes, and the marks that word processors write, become ours.
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    b: 'strong',
    i: 'em',
    strike: 's',
    del: 's',
    div: 'p',
    // A link says where it leads in full: a short one would lead into our own screens.
    a: (tagName, { href = '' }) => {
      const address = href.trim();
      const attribs: sanitize.Attributes = outward.test(address) ? { href: address } : {};
      return { tagName, attribs };
    },
  },
};

// Markup that is put right by one reading may read otherwise the next time: it is read until it stays as it is.
const staying: sanitize.IOptions = { ...kept, allowedSchemes: ['tel'] };
const readings = 5;

/** Rich text with nothing in it that is not on the list of what it may hold (S40). */
export const cleanRichText = (html: string): string => cleanedBy(kept, html);
/** The same without links that lead to another site: only phone numbers stay links. */
export const cleanStayingText = (html: string): string => cleanedBy(staying, html);

function cleanedBy(rules: sanitize.IOptions, html: string): string {
  let text = html.toWellFormed();
  for (let reading = 0; reading < readings; reading += 1) {
    const next = sanitize(text, rules).trim();
    if (next === text) return text;
    text = next;
  }
  // What never comes to rest was made to confuse: its words alone stay.
  return sanitize(text, { ...kept, allowedTags: [] });
}

/** The words of rich text without its marks, on one line. */
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
