import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { seedOf } from '../apps/server/testing/seeds.ts';
import { dialog } from './forms.ts';
import type { Look, Person, TestBrowser } from './people.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
// Folder for screenshots of every page. They are for manual review; no test reads them.
const pictures = process.env['E2E_PICTURES'];

/** True: checks every page at each width in every theme. False: one width and theme per page, chosen by the seed. */
export const deep = process.env['DEEP'] === '1';
const seed = seedOf('LOOKS_SEED');

/** Chooses an element by seed and name. The choice does not depend on other choices of the run. */
export function pickBySeed<T>(name: string, many: readonly [T, ...T[]]): T {
  const bytes = createHash('sha256').update(`${seed} ${name}`).digest();
  return many[bytes.readUInt32BE() % many.length] ?? many[0];
}

export type Width = Required<Pick<Look, 'size'>> & { name: string };

/** Page widths; each is checked in all four themes. */
export const looks: readonly [Width, Width] = [
  { name: '1440', size: { width: 1440, height: 900 } },
  { name: '390', size: { width: 390, height: 844 } },
];

export const widths = (): readonly Width[] =>
  deep ? looks : [pickBySeed(relative(import.meta.dirname, expect.getState().testPath ?? ''), looks)];

export const atEachWidth = (walks: (width: Width) => void) =>
  describe.each(widths())(`at width $name (LOOKS_SEED=${seed})`, walks);

export async function walker(browser: TestBrowser, username: string, { name, ...how }: Width) {
  const person = await browser.enter(username, '/wel/index', how);
  const { page } = person;
  await waitUntilSettled(page);
  return {
    person,
    page,
    dialog: dialog(page),
    /** Closes the dialog of a form. With `changed` it also confirms the question about unsaved input. */
    close: async (typed?: 'changed') => {
      await dialog(page).getByRole('button', { name: '取消', exact: true }).click();
      if (typed === 'changed') await dialog(page).getByRole('button', { name: '放弃修改' }).click();
      await dialog(page).waitFor({ state: 'detached' });
    },
    escape: async () => {
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    },
    look: (screens: Screens) => look(person, name, screens),
  };
}

/** Waits until nothing in the front tab is loading or moving. */
export const waitUntilSettled = (page: Page) =>
  page.waitForFunction(
    () =>
      // Ignores background tabs: they load nothing until they are in front.
      [
        ...document.querySelectorAll('.bones, .list-bone, .list-room, .list-view-room, [aria-label=正在打开页面]'),
      ].every((bone) => !bone.checkVisibility()) &&
      document.getAnimations().every(({ playState }) => playState !== 'running'),
  );

type Theme = 'theme-white' | 'theme-black' | 'theme-star' | 'theme-gradual';
const edges = ['theme-star', 'theme-gradual'] as const;

export const applyTheme = (page: Page, theme: Theme) =>
  page.waitForFunction((name) => {
    const root = document.documentElement;
    localStorage.setItem('anlan-themeName', JSON.stringify({ dataType: 'string', content: name, type: 'local' }));
    dispatchEvent(new StorageEvent('storage', { key: 'anlan-themeName' }));
    // Before sign-in the theme depends only on the style sheet.
    if (document.querySelector('.shell') === null) root.dataset['theme'] = name;
    return root.dataset['theme'] === name;
  }, theme);

// Axe also checks background tabs. Ten background tabs make the check five times slower, so only the last check of a
// walk includes them.
type BackgroundTabs = 'put aside' | 'left there';

/** Returns the axe violations in the page or in the given parts, for all rules or only for colour contrast. */
async function violations(
  page: Page,
  colours: 'all rules' | 'colours',
  { parts = [], behind = 'put aside' }: { parts?: string[]; behind?: BackgroundTabs } = {},
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  const options: RunOptions = {
    preload: false,
    resultTypes: ['violations'],
    ...(colours === 'colours' ? { runOnly: { type: 'rule', values: ['color-contrast'] } } : {}),
  };
  return page.evaluate(
    async ({ how, within, aside }): Promise<string[]> => {
      const { run }: { run: (where: unknown, options: unknown) => Promise<AxeResults> } = Reflect.get(window, 'axe');
      const there = within.flatMap((part) => [...document.querySelectorAll(part)]);
      if (within.length > 0 && there.length === 0) return [];
      // Tabs with an iframe are not removed, because the iframe would be loaded again.
      const hidden = [...document.querySelectorAll('.view')].filter(
        (view) => aside && !view.checkVisibility() && view.querySelector('iframe') === null,
      );
      const marks = hidden.map((view) => {
        const mark = document.createComment('');
        view.replaceWith(mark);
        return { view, mark };
      });
      const axeResults = await run(within.length > 0 ? { include: there } : document, how).finally(() => {
        for (const { view, mark } of marks) mark.replaceWith(view);
      });
      return axeResults.violations.flatMap(({ id: rule, nodes }) =>
        nodes.map(
          ({ target, failureSummary }) => `${rule} ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`,
        ),
      );
    },
    { how: options, within: parts, aside: behind === 'put aside' },
  );
}

const picture = async (page: Page, name: string) => {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
};

export const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seen = [...document.querySelectorAll('.page-head .end, .list-actions')].filter((box) =>
      box.checkVisibility(),
    );
    return [
      ...[document.documentElement, ...document.querySelectorAll('.view')]
        // Ignores background tabs, which have their old layout until they are in front.
        .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
        .map((box) => `sideways ${box.className} ${box.scrollWidth} > ${box.clientWidth}`),
      // The buttons of a page header or a list row are on one line. In a table, they fit into their cell.
      ...seen
        .filter(
          (box) => new Set([...box.children].map((one) => Math.round(one.getBoundingClientRect().top / 8))).size > 1,
        )
        .map((box) => `two rows: ${box.textContent}`),
      ...seen
        .filter(({ parentElement: cell }) => cell?.matches('td') && cell.scrollWidth > cell.clientWidth + 1)
        .map((box) => `cut: ${box.textContent}`),
    ];
  });

/** Sets a theme and returns the problems of the page: all rules and the page width, or only colour contrast. */
async function inTheme(
  page: Page,
  name: string,
  theme: Theme,
  rules: 'all rules' | 'colours',
  behind?: BackgroundTabs,
): Promise<string[]> {
  await applyTheme(page, theme);
  await waitUntilSettled(page);
  await picture(page, `${name}-${theme}`);
  const findings = [
    ...(await violations(page, rules, { behind })),
    ...(rules === 'colours' ? [] : await findOverflow(page)),
  ];
  // A page that was just loaded may still apply the stored theme of the person. Then the check is repeated.
  if ((await page.evaluate(() => document.documentElement.dataset['theme'])) !== theme)
    return inTheme(page, name, theme, rules, behind);
  return findings.map((problem) => `${theme}: ${problem}`);
}

// These two themes change only the top bar and the side menu (the accent test checks this). The bar and the menu are
// equal on all pages of a walk.
async function aroundIt(page: Page, name: string, themes: readonly Theme[]): Promise<string[]> {
  const findings: string[] = [];
  for (const theme of themes) {
    await page.evaluate((wanted) => {
      document.documentElement.dataset['theme'] = wanted;
    }, theme);
    await picture(page, `${name}-${theme}`);
    findings.push(
      ...(await violations(page, 'colours', { parts: ['.top', '.side'] })).map((one) => `${theme}: ${one}`),
    );
  }
  return findings;
}

const all = deep || pictures !== undefined;

/** Returns the problems of the front page in one of the two basic themes, in a deep run in both. */
export async function findProblems(page: Page, name: string, turn: number, behind?: BackgroundTabs): Promise<string[]> {
  const white = (turn + seed) % 2 === 0;
  const findings = await inTheme(page, name, white ? 'theme-white' : 'theme-black', 'all rules', behind);
  return all
    ? [...findings, ...(await inTheme(page, name, white ? 'theme-black' : 'theme-white', 'colours'))]
    : findings;
}

/** Decides whether background tabs are checked: only with the last page of a walk. */
export const last = (at: number, walk: readonly unknown[]): BackgroundTabs =>
  at === walk.length - 1 ? 'left there' : 'put aside';

/** Names of pages; each function opens its page from the previous one. */
type Screens = Record<string, () => Promise<unknown>>;

export async function look({ page }: Person, look: string, screens: Screens) {
  const problems: string[] = [];
  // The themes alternate: dark after light, then light after dark. So the theme changes once per page.
  const walk = Object.entries(screens);
  for (const [at, [screen, open]] of walk.entries()) {
    const name = `${screen}-${look}`;
    await open();
    await waitUntilSettled(page);
    const around = pictures || (deep && at === 0) ? edges : at === 0 ? [pickBySeed(name, edges)] : [];
    const findings = [...(await aroundIt(page, name, around)), ...(await findProblems(page, name, at, last(at, walk)))];
    problems.push(...findings.map((problem) => `${name}: ${problem}`));
  }
  await applyTheme(page, 'theme-white');
  expect(problems).toEqual([]);
}
