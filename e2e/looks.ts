import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Look, Person } from './people.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Where pictures of every screen go, for people to look at; no test needs them.
const pictures = process.env['E2E_PICTURES'];

/** The themes and widths every screen is looked at in. */
export const looks: readonly (Required<Look> & { name: string })[] = (['theme-white', 'theme-black'] as const).flatMap(
  (theme) =>
    [
      { width: 1440, height: 900 },
      { width: 390, height: 844 },
    ].map((size) => ({ theme, size, name: `${theme}-${size.width}` })),
);

/** The page has come to rest: nothing is awaited any more. */
export const settled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('.bones, .list-bone, [aria-label=正在打开页面]') === null);

/** What axe and the page's width have to say against a screen. */
async function problemsOf(page: Page, name: string): Promise<string[]> {
  await settled(page);
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
  await page.evaluate(axe);
  const found = await page.evaluate(async (): Promise<string[]> => {
    const { run }: { run: () => Promise<AxeResults> } = Reflect.get(window, 'axe');
    const { violations } = await run();
    return violations.flatMap(({ id: rule, nodes }) =>
      nodes.map(
        ({ target, failureSummary }) => `${rule} ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
      ),
    );
  });
  const wide = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('.view')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `sideways ${box.className} ${box.scrollWidth} > ${box.clientWidth}`),
  );
  return [...found, ...wide].map((problem) => `${name}: ${problem}`);
}

/** Goes through screens one after the other; each says what it found. */
export async function look({ page }: Person, look: string, screens: Record<string, () => Promise<unknown>>) {
  const problems: string[] = [];
  for (const [name, open] of Object.entries(screens)) {
    await open();
    problems.push(...(await problemsOf(page, `${name}-${look}`)));
  }
  expect(problems).toEqual([]);
}
