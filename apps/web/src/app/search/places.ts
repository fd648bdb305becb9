import type { MenuEntry } from '@anlan/contract/modules/access/menu-entry';
import { addressOf } from '../menu-rules.ts';

export interface Place {
  to: string;
  label: string;
  icon: string | null;
  /** The label in pinyin, two forms separated by a space: initials, then full pinyin. */
  pinyin: string;
  above: string[];
}

/** Lists the entries of a menu that are pages, with the labels above them (LY-13). */
export const placesOf = (entries: readonly MenuEntry[], above: string[] = []): Place[] =>
  entries.flatMap((entry) => {
    const { label, icon, pinyin, path, children } = entry;
    if (children.length > 0) return placesOf(children, [...above, label]);
    return path === '' ? [] : [{ to: addressOf(entry), label, icon, pinyin, above }];
  });
