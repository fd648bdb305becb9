import { createElement, type ComponentType, type ReactElement } from 'react';
import { addReferences, type ModuleIndex } from '#kit/modules.ts';
import type { InsidePage } from '#lib/page-without-menu.ts';
import { lazyComponent } from '#ui/lazy-part.tsx';

const main = import.meta.glob<Record<string, unknown>>('../modules/*/page.tsx');
const screens = import.meta.glob<Record<string, unknown>>('../modules/*/screens/*.tsx');
const modules = import.meta.glob<ModuleIndex>('../modules/*/index.ts', { eager: true });
const all = Object.values(modules);

for (const { references } of all) addReferences(references ?? {});

export const insidePages: InsidePage[] = all.flatMap(({ pages }) => pages ?? []);

const isComponent = (value: unknown): value is ComponentType => typeof value === 'function';

interface Page {
  element: ReactElement;
  fetch: () => Promise<unknown> | undefined;
}
const pages = new Map<string, Page>();

const loaderOf = (key: string) => {
  const [index] = Object.entries(modules).find(([, { page }]) => page?.component === key) ?? [];
  if (index !== undefined) return main[index.replace(/index\.ts$/, 'page.tsx')];
  const [room, screen] = key.split('/');
  return screens[`../modules/${room}/screens/${screen}.tsx`];
};

function findPage(key: string): Page | undefined {
  const there = pages.get(key);
  if (there) return there;
  const load = loaderOf(key);
  if (load === undefined) return undefined;
  const part = lazyComponent(async () => {
    const { Screen } = await load();
    if (!isComponent(Screen)) throw new Error(`the page ${key} exports no Screen`);
    return Screen;
  });
  const page: Page = { element: createElement(part), fetch: part.ahead };
  pages.set(key, page);
  return page;
}

/** Prefetches the code of a page. A failure is retried when the page opens. */
export function prefetch(key: string | null): void {
  if (key !== null) void fetchFirst(key);
}

export async function fetchFirst(key: string): Promise<void> {
  await findPage(key)
    ?.fetch()
    ?.catch(() => undefined);
}

export const pageOf = (key: string): ReactElement | undefined => findPage(key)?.element;
