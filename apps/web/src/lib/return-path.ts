/**
 * The page that opens after sign-in: the page that sent the person to the sign-in page, else the home page. The address
 * of the sign-in page names it in `to`; a redirect stores it in the history entry.
 */
export function returnPath(): string {
  const { to = new URLSearchParams(location.search).get('to') }: { to?: unknown } = Object(history.state);
  // Only paths of this site. Browsers read `//` and `/\\` as the start of another site.
  return typeof to === 'string' && /^\/[^/\\\s]/.test(to) ? to : '/';
}
