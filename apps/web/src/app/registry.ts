import { createElement, type ComponentType, type ReactElement } from 'react';
import { addReferences, type ModuleIndex } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';
import { fetchAhead } from '#lib/fetch-part.ts';
import { fetched } from '#ui/later.tsx';

const main = import.meta.glob<Record<string, unknown>>('../modules/*/page.tsx');
const screens = import.meta.glob<Record<string, unknown>>('../modules/*/screens/*.tsx');
const modules = import.meta.glob<ModuleIndex>('../modules/*/index.ts', { eager: true });
const all = Object.values(modules);

for (const { references } of all) addReferences(references ?? {});

/** Pages that no menu entry opens by itself. */
export const insidePages: InsidePage[] = all.flatMap(({ pages }) => pages ?? []);

const isComponent = (value: unknown): value is ComponentType => typeof value === 'function';

const pages = new Map<string, ReactElement>();

const loaderOf = (key: string) => {
  const [index] = Object.entries(modules).find(([, { page }]) => page?.component === key) ?? [];
  if (index !== undefined) return main[index.replace(/index\.ts$/, 'page.tsx')];
  const [room, screen] = key.split('/');
  return screens[`../modules/${room}/screens/${screen}.tsx`];
};

const asked = new Set<string>();

/** Fetch the code of a page that somebody is about to open, once; what fails is fetched again when they do. */
export function prefetch(key: string | null): void {
  const load = key === null || asked.has(key) ? undefined : loaderOf(key);
  if (key === null || load === undefined) return;
  const fetching = fetchAhead(load);
  if (fetching === undefined) return;
  asked.add(key);
  fetching.catch(() => asked.delete(key));
}

/** The page of a key (`module/page`), fetched when it is first shown; undefined when there is none. */
export function pageOf(key: string): ReactElement | undefined {
  const known = pages.get(key);
  if (known) return known;
  const load = loaderOf(key);
  if (load === undefined) return undefined;
  const page = fetched(async () => {
    const { Screen } = await load();
    if (!isComponent(Screen)) throw new Error(`the page ${key} exports no Screen`);
    return Screen;
  });
  const element = createElement(page);
  pages.set(key, element);
  return element;
}
