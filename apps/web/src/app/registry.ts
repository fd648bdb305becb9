import { createElement, lazy, type ComponentType, type ReactElement } from 'react';
import type { InsidePage } from '#lib/inside-page.ts';

const screens = import.meta.glob<Record<string, unknown>>('../features/*/screens/*.tsx');
const rooms = import.meta.glob<{ pages?: InsidePage[] }>('../features/*/index.ts', { eager: true });

/** Pages that no menu entry opens by itself. */
export const insidePages: InsidePage[] = Object.values(rooms).flatMap(({ pages }) => pages ?? []);

const isComponent = (value: unknown): value is ComponentType => typeof value === 'function';

const pages = new Map<string, ReactElement>();

/** The page of a key (`room/screen`), fetched when it is first shown; undefined when there is none. */
export function pageOf(key: string): ReactElement | undefined {
  const known = pages.get(key);
  if (known) return known;
  const [room, screen] = key.split('/');
  const load = screens[`../features/${room}/screens/${screen}.tsx`];
  if (load === undefined) return undefined;
  const page = lazy(async () => {
    const { Screen } = await load();
    if (!isComponent(Screen)) throw new Error(`features/${room}/screens/${screen}.tsx exports no Screen`);
    return { default: Screen };
  });
  const element = createElement(page);
  pages.set(key, element);
  return element;
}
