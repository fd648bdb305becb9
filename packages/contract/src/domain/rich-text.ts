/**
 * Allowed content of rich text (S40). The server removes everything else on save, the browser on display. Styles,
 * classes, external images and scripts are not allowed.
 */
export const richText = {
  /** Allowed elements. Other elements are replaced by their text. */
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
  attributes: { a: ['href'], ol: ['start'] },
  schemes: ['http', 'https', 'mailto', 'tel'],
  /** Maximum length with markup, in characters. */
  longest: 60_000,
} as const;
