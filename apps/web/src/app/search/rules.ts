import type { MenuEntry } from '@anlan/contract/modules/access/access';
import { addressOf } from '../menu-rules.ts';

/** A page that one may look for. */
export interface Place {
  /** Address that it opens at. */
  to: string;
  label: string;
  icon: string | null;
  /** Readings of the label, apart by a space: initials, then the whole pinyin. */
  pinyin: string;
  /** Labels of what stands above it. */
  above: string[];
}

/** Every page of a menu: the entries that have none below them (LY-13). */
export const placesOf = (entries: readonly MenuEntry[], above: string[] = []): Place[] =>
  entries.flatMap((entry) => {
    const { label, icon, pinyin, path, children } = entry;
    if (children.length > 0) return placesOf(children, [...above, label]);
    return path === '' ? [] : [{ to: addressOf(entry), label, icon, pinyin, above }];
  });

const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** How well a label fits what is typed: 0 begins with it, 1 initials do, 2 the pinyin does, 3 has it within; null not at all. */
export function fitOf(label: string, pinyin: string, typed: string): number | null {
  const wanted = plain(typed);
  if (wanted === '') return null;
  const name = plain(label);
  if (name.startsWith(wanted)) return 0;
  // People type readings with or without a space between syllables.
  const letters = wanted.replaceAll(/[\s']/g, '');
  const readings = plain(pinyin).split(/\s+/);
  const read = readings.findIndex((reading) => reading !== '' && reading.startsWith(letters));
  if (read >= 0) return read === 0 ? 1 : 2;
  return name.includes(wanted) ? 3 : null;
}

/** The best fits first, equal ones in their own order; nothing that fits worse than `worst`. */
export function bestOf<T extends { label: string; pinyin: string }>(all: readonly T[], typed: string, worst = 3): T[] {
  return all
    .flatMap((one) => {
      const fit = fitOf(one.label, one.pinyin, typed);
      return fit === null || fit > worst ? [] : [{ one, fit }];
    })
    .toSorted((a, b) => a.fit - b.fit)
    .map(({ one }) => one);
}

/** Where the arrow keys, Home and End lead in a list of so many rows; null for any other key. */
export function nextIndex(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowDown') return at + 1 >= count ? 0 : at + 1;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}

/** Whether it is worth asking the server for what is typed. */
export const worthAsking = (typed: string): boolean => {
  const wanted = plain(typed);
  return /[^\u0020-\u007e]/.test(wanted) || wanted.length >= 2;
};
