/**
 * What rich text may hold (S40): the server keeps nothing else on saving, the browser shows nothing else whatever is
 * stored. No styles, no classes, no pictures from elsewhere, nothing that runs.
 */
export const richText = {
  /** Elements that stay; of others the text stays. */
  tags: [
    'p',
    'br',
    'h2',
    'h3',
    'h4',
    'strong',
    'em',
    'u',
    's',
    'ul',
    'ol',
    'li',
    'blockquote',
    'hr',
    'a',
    'code',
    'pre',
  ],
  /** Attributes by element; every other one goes. */
  attributes: { a: ['href'], ol: ['start'] },
  /** What a link may lead to. */
  schemes: ['http', 'https', 'mailto', 'tel'],
  /** Longest text with its marks, in characters. */
  longest: 60_000,
} as const;
