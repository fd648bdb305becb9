/** The first `length` characters of a text; never splits a surrogate pair. */
export const truncateText = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
