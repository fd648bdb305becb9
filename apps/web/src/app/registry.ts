import type { QueryClient } from '@tanstack/react-query';
import { createElement, type ComponentType, type ReactElement } from 'react';
import { addReferences, type ModuleIndex } from '#kit/modules.ts';
import type { InsidePage } from '#lib/inside-page.ts';
import type { ReadsAhead } from '#lib/reads-ahead.ts';
import { fetched } from '#ui/later.tsx';

const main = import.meta.glob<Record<string, unknown>>('../modules/*/page.tsx');
const screens = import.meta.glob<Record<string, unknown>>('../modules/*/screens/*.tsx');
const modules = import.meta.glob<ModuleIndex>('../modules/*/index.ts', { eager: true });
const all = Object.values(modules);

for (const { references } of all) addReferences(references ?? {});

/** Pages that no menu entry opens by itself. */
export const insidePages: InsidePage[] = all.flatMap(({ pages }) => pages ?? []);

const isComponent = (value: unknown): value is ComponentType & Partial<ReadsAhead> => typeof value === 'function';

interface Page {
  element: ReactElement;
  fetch: () => Promise<unknown> | undefined;
  /** Begins to read what its rows are, once its code is there. */
  read: ReadsAhead['ahead'] | undefined;
}
const pages = new Map<string, Page>();

const loaderOf = (key: string) => {
  const [index] = Object.entries(modules).find(([, { page }]) => page?.component === key) ?? [];
  if (index !== undefined) return main[index.replace(/index\.ts$/, 'page.tsx')];
  const [room, screen] = key.split('/');
  return screens[`../modules/${room}/screens/${screen}.tsx`];
};

function known(key: string): Page | undefined {
  const there = pages.get(key);
  if (there) return there;
  const load = loaderOf(key);
  if (load === undefined) return undefined;
  const part = fetched(async () => {
    const { Screen } = await load();
    if (!isComponent(Screen)) throw new Error(`the page ${key} exports no Screen`);
    page.read = Screen.ahead;
    return Screen;
  });
  const page: Page = { element: createElement(part), fetch: part.ahead, read: undefined };
  pages.set(key, page);
  return page;
}

/** Fetch the code of a page that somebody is about to open, once; what fails is fetched again when they do. */
export function prefetch(key: string | null): void {
  if (key !== null)
    void known(key)
      ?.fetch()
      ?.catch(() => undefined);
}

/** Fetch the code of the first page, and begin to read what it shows before anything is drawn. */
export async function fetchFirst(key: string, client: QueryClient, search: string): Promise<void> {
  const page = known(key);
  await page?.fetch()?.catch(() => undefined);
  page?.read?.(client, search);
}

/** The page of a key (`module/page`), fetched when it is first shown; undefined when there is none. */
export const pageOf = (key: string): ReactElement | undefined => known(key)?.element;
