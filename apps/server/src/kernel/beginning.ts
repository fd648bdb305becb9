/** At most so many characters from the beginning of a text; one that is written in two halves is not parted. */
export const beginning = (text: string, length: number): string =>
  text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
