const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** How well the typed text matches: 0 prefix, 1 initials, 2 pinyin, 3 substring; null for no match. Lower is better. */
export function fitOf(label: string, pinyin: string, typed: string): number | null {
  const wanted = plain(typed);
  if (wanted === '') return null;
  const name = plain(label);
  if (name.startsWith(wanted)) return 0;
  // Users type pinyin with or without a space between syllables.
  const letters = wanted.replaceAll(/[\s']/g, '');
  const readings = plain(pinyin).split(/\s+/);
  const read = readings.findIndex((reading) => reading !== '' && reading.startsWith(letters));
  if (read >= 0) return read === 0 ? 1 : 2;
  return name.includes(wanted) ? 3 : null;
}

/**
 * Returns the matching items, best match first; equal matches stay in order. Matches ranked above `worst` are dropped.
 */
export function bestOf<T extends { label: string; pinyin: string }>(all: readonly T[], typed: string, worst = 3): T[] {
  return all
    .flatMap((one) => {
      const fit = fitOf(one.label, one.pinyin, typed);
      return fit === null || fit > worst ? [] : [{ one, fit }];
    })
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ one }) => one);
}

/** The index that an arrow key, Home or End selects in the list; null for other keys. */
export function nextIndex(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return at + 1 >= count ? 0 : at + 1;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Whether the text is long enough for a server search. */
export const worthAsking = (typed: string): boolean => {
  const wanted = plain(typed);
  return /[^\u0020-\u007e]/.test(wanted) || wanted.length >= 2;
};
