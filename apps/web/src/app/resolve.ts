import type { MenuEntry } from '@anlan/contract/domain/access';
import { matchPath } from 'react-router';
import { entryAt } from './menu-rules.ts';
import { insidePages } from './registry.ts';

/** What stands at a path: a label, the page's key, and the pattern its parameters are read by. */
export interface Destination {
  label: string;
  component: string;
  pattern: string;
}

/** What a path means to this person, by their menu first; null when it means nothing. */
export function destinationOf(menu: readonly MenuEntry[], path: string): Destination | null {
  const entry = entryAt(menu, path);
  if (entry) return { label: entry.label, component: entry.component ?? '', pattern: path };
  const page = insidePages.find((one) => matchPath(one.path, path));
  return page ? { label: page.label, component: page.component, pattern: page.path } : null;
}
